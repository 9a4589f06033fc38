import { randomBytes } from 'node:crypto';
import { ApiToken } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import { callerOf, type Handlers } from '../http/call.ts';
import { hashToken } from '../http/caller.ts';
import { CallError, forbidden, invalidInput, notFound } from '../http/errors.ts';

/** Begins every token, so that one that leaked is recognised for what it is. */
const PREFIX = 'dropwire_';

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
		const { discordId, access } = callerOf(call);
		const scopes = [...new Set(call.input.scopes)];
		if (scopes.includes('bot') && !access?.admin) throw forbidden('Only operators may make a token for the bot.');
		if (expiresAt !== null && expiresAt <= Date.now()) throw invalidInput({ expiresAt: 'must lie in the future' });
		if ((await ApiToken.query(call.knex).where({ discordId }).resultSize()) >= LIMITS.tokensPerUser) {
			throw new CallError('conflict', `You have ${LIMITS.tokensPerUser} tokens, which is the most. Delete one first.`);
		}
		const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
		const row = await ApiToken.query(call.knex).insertAndFetch({
			discordId,
			name,
			scopes: scopes.join(),
			tokenHash: hashToken(token),
			createdAt: Date.now(),
			expiresAt,
		});
		call.changed({ target: `token ${row.id}`, after: { name, scopes, expiresAt } });
		return { data: { ...present(row), token } };
	},

	tokenDelete: async (call) => {
		const { id } = call.input;
		const row = await ApiToken.query(call.knex).findOne({ id: Number(id), discordId: callerOf(call).discordId });
		if (!row) throw notFound('This token');
		await ApiToken.query(call.knex).deleteById(row.id);
		call.afterCommit(() => call.server.callers.forget(row.discordId));
		call.changed({ target: `token ${id}`, before: { name: row.name, scopes: row.scopes.split(',') } });
		return { data: { id } };
	},
} satisfies Partial<Handlers>;

function present({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken) {
	return { id: String(id), name, scopes: scopes.split(','), createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null };
}
