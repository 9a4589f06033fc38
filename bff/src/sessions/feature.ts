import { ApiToken, DeviceSignin, Session } from '@dropwire/db';
import { notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { publicId } from '../http/sessionStore.ts';
import type { LiveHub } from '../live/hub.ts';
import { presentToken } from '../tokens/mint.ts';
import { browserName } from './browserName.ts';

/** Lists and ends the sessions of a person. */
export function sessionsFeature({ live }: { live: LiveHub }) {
	return {
		handlers: {
			sessions: async (call) => {
				const { discordId } = call.caller;
				const now = Date.now();
				const rows = await Session.query(call.knex)
					.where({ discordId })
					.where('expiresAt', '>', now)
					.orderBy([{ column: 'usedAt', order: 'desc' }, 'idHash']);
				const tokens = await ApiToken.query(call.knex)
					.where({ discordId })
					.where((alive) => void alive.whereNull('expiresAt').orWhere('expiresAt', '>', now))
					.orderBy('id');
				const data = rows.map(({ idHash, userAgent, createdAt, usedAt, expiresAt }) => {
					const id = publicId(idHash);
					const browser = browserName(userAgent);
					return { id, browser, createdAt, usedAt: usedAt || createdAt, expiresAt, current: id === call.session.id };
				});
				return { data, tokens: tokens.map(presentToken) };
			},

			sessionEnd: async (call) => {
				const { id } = call.input;
				const { discordId } = call.caller;
				const row = await Session.query(call.knex).where({ discordId }).findOne('idHash', 'like', `${id}%`);
				if (!row) throw notFound('This session');
				await Session.query(call.knex).deleteById(row.idHash);
				call.audit({ target: `session ${id}`, before: { browser: browserName(row.userAgent) } });
				// Live streams of the remaining sessions reconnect.
				call.afterCommit(() => live.drop(discordId));
				return { data: { id } };
			},

			sessionsEnd: async (call) => {
				const { current, tokens } = call.input;
				const { discordId } = call.caller;
				const ended = Session.query(call.knex).where({ discordId }).delete();
				if (!current) void ended.whereNot('idHash', 'like', `${call.session.id}%`);
				const counts = {
					sessions: await ended,
					tokens: tokens ? await ApiToken.query(call.knex).where({ discordId }).delete() : 0,
				};
				// A confirmed sign-in of the command line would still fetch its token.
				if (tokens) await DeviceSignin.query(call.knex).where({ discordId }).delete();
				call.audit({ target: `user ${discordId}`, after: counts });
				// Live streams of the remaining sessions reconnect.
				call.afterCommit(() => live.drop(discordId));
				return { data: counts };
			},
		},
	} satisfies Feature;
}
