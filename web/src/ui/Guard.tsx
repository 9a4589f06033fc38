import { type CurrentUser, PAGES } from '@dropwire/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { useCall } from '../api/useCall.ts';
import { Leave } from './Leave.tsx';
import { ReadError } from './Loading.tsx';

/** The signed-in user. */
export interface User extends CurrentUser {
	/** Whether they have access; members without it are signed in only. */
	hasAccess: boolean;
}

const UserContext = createContext<User | null>(null);

/** The signed-in user. Only valid below `Guard`. */
export function useUser(): User {
	return useContext(UserContext) as User;
}

/** Loads the page again once another user has signed in in another tab: it would show the data of both. */
function useSameUser(user: Pick<CurrentUser, 'discordId'> | undefined): void {
	const first = useRef<string>(undefined);
	useEffect(() => {
		if (!user) return;
		first.current ??= user.discordId;
		if (user.discordId !== first.current) location.reload();
	}, [user]);
}

interface Props {
	/** Whether members without access see the children, too. */
	members?: boolean;
	/** Shown until the user is known. */
	waiting: ReactNode;
	children: ReactNode;
}

/** Renders its children for clients. Redirects others to sign-in, or to the page where they request access. */
export function Guard({ members = false, waiting, children }: Props) {
	const client = useCall('currentUser', {});
	const hasAccess = client.data !== undefined || client.error?.status !== 403;
	const member = useCall('portalUser', members && !hasAccess ? {} : null, { revalidateOnFocus: false });
	const call = hasAccess ? client : member;
	useSameUser(call.data);
	const user = useMemo<User | undefined>(() => {
		if (hasAccess) return client.data && { ...client.data, hasAccess };
		const noPlan = { plan: null, expiresAt: null, planEndsAt: null };
		return member.data && { ...member.data, client: 'false', roles: [], ...noPlan, hasAccess };
	}, [hasAccess, client.data, member.data]);
	if (user) return <UserContext value={user}>{children}</UserContext>;
	if (!hasAccess && !members) return <Leave to={PAGES.requestAccess} />;
	if (call.error && call.error.status !== 401) {
		return (
			<div className="content">
				<ReadError call={call} />
			</div>
		);
	}
	return waiting;
}
