import { useEffect } from 'react';

/** Opens a page outside this application, such as the landing page, which is a separate document. */
export function Leave({ to }: { to: string }) {
	useEffect(() => location.replace(to), [to]);
	return null;
}
