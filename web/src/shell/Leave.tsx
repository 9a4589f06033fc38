import { useEffect } from 'react';

/** Goes to a page that is not part of this application: the landing page is a document of its own. */
export function Leave({ to }: { to: string }) {
	useEffect(() => location.replace(to), [to]);
	return null;
}
