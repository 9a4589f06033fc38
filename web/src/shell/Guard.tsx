import { Button } from '@mantine/core';
import { type CurrentUser, PAGES } from '@dropwire/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useCall } from '../api/useCall.ts';
import { Leave } from './Leave.tsx';

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
	const { data, error, reload } = useCall('currentUser', {}, { revalidateOnFocus: false });
	if (data) return <UserContext value={data}>{children}</UserContext>;
	if (error?.status === 403) return <Leave to={PAGES.requestAccess} />;
	if (error && error.status !== 401) {
		return (
			<div className="content">
				<div className="state failed" role="alert">
					{error.message}
					<Button variant="default" size="xs" onClick={reload}>
						Retry
					</Button>
				</div>
			</div>
		);
	}
	return waiting;
}
