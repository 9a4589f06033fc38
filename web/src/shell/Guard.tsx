import { type CurrentUser, PAGES } from '@dropwire/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useCall } from '../api/useCall.ts';
import { Leave } from './Leave.tsx';
import { ReadError } from './Loading.tsx';

const UserContext = createContext<CurrentUser | null>(null);

/** The signed-in user. Only valid below `Guard`. */
export function useUser(): CurrentUser {
	return useContext(UserContext) as CurrentUser;
}

/**
 * Renders its children for clients. Redirects others to sign-in, or to the page where they request access.
 * @param waiting shown until the user is known
 */
export function Guard({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
	const call = useCall('currentUser', {}, { revalidateOnFocus: false });
	const { data, error } = call;
	if (data) return <UserContext value={data}>{children}</UserContext>;
	if (error?.status === 403) return <Leave to={PAGES.requestAccess} />;
	if (error && error.status !== 401) {
		return (
			<div className="content">
				<ReadError call={call} />
			</div>
		);
	}
	return waiting;
}
