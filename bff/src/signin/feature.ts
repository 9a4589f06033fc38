import type { Caller } from '../http/auth.ts';
import type { Server } from '../http/context.ts';
import { forbidden } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { LiveHub } from '../live/hub.ts';
import { connectRoles } from '../linkedRoles/connections.ts';
import { signIn } from './discord.ts';
import { ownPath } from '../http/ownPath.ts';

export function signinFeature(services: Server & { live: LiveHub }) {
	return {
		handlers: {
			signIn: ({ input, caller, session }) => (caller ? ownPath(input.next) : session.begin(ownPath(input.next))),
			portalUser: (call) => presentAccount(call.caller),
			currentUser: (call) => presentUser(call.caller),
			clientUser: (call) => presentUser(call.caller),
			logout: (call) => {
				const { session, caller, server } = call;
				if (caller && call.origin().anotherSite) {
					throw forbidden(
						`Another site sent you here, so you are still signed in. Sign out at ${server.settings.PUBLIC_URL}.`,
					);
				}
				if (caller?.via === 'session') {
					call.audit({ target: `session ${session.id}` });
					// Streams of the person's other browsers reconnect.
					services.live.drop(caller.discordId);
				}
				session.end();
				return { data: 'signed out' as const };
			},
		},
		mount: (app, router) => signIn(app, router, services, (connection) => connectRoles(services.db, connection)),
	} satisfies Feature;
}

function presentAccount({ discordId, account }: Caller) {
	return {
		discordId,
		username: account?.username ?? discordId,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}

function presentUser(caller: Caller) {
	const { admin = false, roles = [], plan = null, expiresAt = null, planEndsAt = null } = caller.access ?? {};
	return {
		...presentAccount(caller),
		client: admin ? ('false' as const) : ('true' as const),
		roles: [...roles, ...(admin ? (['admin'] as const) : [])],
		plan,
		expiresAt,
		planEndsAt,
	};
}
