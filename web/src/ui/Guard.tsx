import { type CurrentUser, PAGES } from '@dropwire/contract';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useCall } from '../api/useCall.ts';
import { Leave } from './Leave.tsx';
import { ReadError } from './Loading.tsx';

const UserContext = createContext<CurrentUser | null>(null);

/** The signed-in user. Only valid below `Guard`. */
export function useUser(): CurrentUser {
	return useContext(UserContext) as CurrentUser;
}

/** Loads the page again once another user has signed in in another tab: it would show the data of both. */
function useSameUser(user: CurrentUser | undefined): void {
	const first = useRef<string>(undefined);
	useEffect(() => {
		if (!user) return;
		first.current ??= user.discordId;
		if (user.discordId !== first.current) location.reload();
	}, [user]);
}

/**
 * Renders its children for clients. Redirects others to sign-in, or to the page where they request access.
 * @param waiting shown until the user is known
 */
export function Guard({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
	const call = useCall('currentUser', {});
	const { data, error } = call;
	useSameUser(data);
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
