import { ApiToken } from '@dropwire/db';
import { forbidden, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import type { LiveHub } from '../live/hub.ts';
import { mintToken, presentToken } from './mint.ts';

/** API tokens for programs: people create them, they are shown once, and only their hashes are stored. */
export function tokensFeature({ live }: { live: LiveHub }) {
	return {
		handlers: {
			tokens: async (call) => {
				const rows = await ApiToken.query(call.knex).where({ discordId: call.caller.discordId }).orderBy('id');
				return { data: rows.map(presentToken) };
			},

			tokenCreate: async (call) => {
				const { name, expiresAt } = call.input;
				const scopes = [...new Set(call.input.scopes)];
				if (scopes.includes('bot') && !call.caller.access?.admin)
					throw forbidden('Only operators may make a token for the bot.');
				if (expiresAt !== null && expiresAt <= Date.now()) throw invalidInput({ expiresAt: 'must lie in the future' });
				const { row, token } = await mintToken(call.knex, call.caller.discordId, { name, scopes, expiresAt });
				call.audit({ target: `token ${row.id}`, after: { name, scopes, expiresAt } });
				return { data: { ...presentToken(row), token } };
			},

			tokenDelete: async (call) => {
				const { id } = call.input;
				const row = await ApiToken.query(call.knex).findOne({ id: Number(id), discordId: call.caller.discordId });
				if (!row) throw notFound('This token');
				await ApiToken.query(call.knex).deleteById(row.id);
				call.afterCommit(() => live.drop(row.discordId));
				call.audit({ target: `token ${id}`, before: { name: row.name, scopes: row.scopes.split(',') } });
				return { data: { id } };
			},
		},
	} satisfies Feature;
}
