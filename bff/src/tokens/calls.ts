import { ApiToken } from '@dropwire/db';
import { callerOf, type Handlers } from '../http/call.ts';
import { forbidden, invalidInput, notFound } from '../http/errors.ts';
import { mintToken } from './mint.ts';

/** Keys for programs: made by people, shown once, kept as hashes. */
export const tokenHandlers = {
	tokens: async (call) => {
		const rows = await ApiToken.query(call.knex)
			.where({ discordId: callerOf(call).discordId })
			.orderBy('id');
		return { data: rows.map(present) };
	},

	tokenCreate: async (call) => {
		const { name, expiresAt } = call.input;
		const scopes = [...new Set(call.input.scopes)];
		if (scopes.includes('bot') && !callerOf(call).access?.admin)
			throw forbidden('Only operators may make a token for the bot.');
		if (expiresAt !== null && expiresAt <= Date.now()) throw invalidInput({ expiresAt: 'must lie in the future' });
		const { row, token } = await mintToken(call, { name, scopes, expiresAt });
		call.changed({ target: `token ${row.id}`, after: { name, scopes, expiresAt } });
		return { data: { ...present(row), token } };
	},

	tokenDelete: async (call) => {
		const { id } = call.input;
		const row = await ApiToken.query(call.knex).findOne({ id: Number(id), discordId: callerOf(call).discordId });
		if (!row) throw notFound('This token');
		await ApiToken.query(call.knex).deleteById(row.id);
		call.afterCommit(() => {
			call.server.callers.forget(row.discordId);
			call.server.live.drop(row.discordId);
		});
		call.changed({ target: `token ${id}`, before: { name: row.name, scopes: row.scopes.split(',') } });
		return { data: { id } };
	},
} satisfies Partial<Handlers>;

function present({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken) {
	return { id: String(id), name, scopes: scopes.split(','), createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null };
}
