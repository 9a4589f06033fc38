import { Button, Loader } from '@mantine/core';
import type { CurrentUser } from '@dropwire/bff/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useCall } from '../data/useCall.ts';
import { Leave } from './Leave.tsx';

const UserContext = createContext<CurrentUser | null>(null);

/** Who is signed in; there is always somebody below the guard. */
export function useUser(): CurrentUser {
	return useContext(UserContext) as CurrentUser;
}

/** Lets clients through; others go to sign in, or to the start with the reason. */
export function Guard({ children }: { children: ReactNode }) {
	const { data, error, again } = useCall('currentUser', {}, { revalidateOnFocus: false });
	if (data) return <UserContext value={data}>{children}</UserContext>;
	if (error?.status === 403) return <Leave to="/?access=denied" />;
	if (error && error.status !== 401) {
		return (
			<div className="content">
				<div className="state failed" role="alert">
					{error.message}
					<Button variant="default" size="xs" onClick={again}>
						Retry
					</Button>
				</div>
			</div>
		);
	}
	return <Waiting />;
}

/** While it is not known yet who is there, or what they will see. */
export function Waiting() {
	return (
		<div style={{ minHeight: '100vh', display: 'grid', placeContent: 'center' }} aria-busy="true">
			<Loader aria-label="Loading" />
		</div>
	);
}
