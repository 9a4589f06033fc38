import { callerOf, type Handlers } from '../http/call.ts';
import type { Caller } from '../http/caller.ts';
import { ownPath } from './ownPath.ts';

export const signinHandlers = {
	signIn: ({ input, caller, session }) => (caller ? ownPath(input.next) : session.begin(ownPath(input.next))),
	portalUser: (call) => presentAccount(callerOf(call)),
	currentUser: (call) => presentUser(callerOf(call)),
	clientUser: (call) => presentUser(callerOf(call)),
	logout: ({ session, caller, server }) => {
		session.end();
		// Other browsers of the same person come back by themselves.
		if (caller) server.live.drop(caller.discordId);
		return { data: 'signed out' as const };
	},
} satisfies Partial<Handlers>;

function presentAccount({ discordId, account }: Caller) {
	return {
		discordId,
		username: account?.username ?? discordId,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}

function presentUser(caller: Caller) {
	const { admin = false, roles = [] } = caller.access ?? {};
	return {
		...presentAccount(caller),
		client: admin ? ('false' as const) : ('true' as const),
		roles: [...roles, ...(admin ? (['admin'] as const) : [])],
	};
}
