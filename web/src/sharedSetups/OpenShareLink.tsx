import { Navigate, useParams } from 'react-router-dom';

/** A share link opens in the dashboard, which asks visitors to sign in and returns to the setup. */
export function OpenShareLink() {
	const { secret = '' } = useParams();
	return (
		<Navigate replace to={{ pathname: '/dashboard/client/setup', search: `?${new URLSearchParams({ secret })}` }} />
	);
}
