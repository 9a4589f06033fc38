import { randomBytes } from 'node:crypto';
import { ApiToken, type Knex } from '@dropwire/db';
import { LIMITS, type TokenScope } from '@dropwire/domain';
import { hashToken } from '../http/auth.ts';
import { CallError } from '../http/errors.ts';

/**
 * Creates a token for a person and deletes the person's expired tokens. The row contains only the hash.
 * @throws CallError 409 at the limit of tokens per user
 */
export async function mintToken(
	knex: Knex,
	discordId: string,
	{ name, scopes, expiresAt }: { name: string; scopes: readonly TokenScope[]; expiresAt: number | null },
): Promise<{ row: ApiToken; token: string }> {
	const createdAt = Date.now();
	await ApiToken.query(knex).where({ discordId }).where('expiresAt', '<=', createdAt).delete();
	if ((await ApiToken.query(knex).where({ discordId }).resultSize()) >= LIMITS.tokensPerUser) {
		throw new CallError('conflict', `Limit reached: a user can have ${LIMITS.tokensPerUser} tokens. Delete one first.`);
	}
	const token = newToken();
	const row = await ApiToken.query(knex).insertAndFetch({
		discordId,
		name,
		scopes: scopes.join(),
		tokenHash: hashToken(token),
		createdAt,
		expiresAt,
	});
	return { row, token };
}

/** The prefix of every token, so that a leaked token can be recognized. */
const PREFIX = 'dropwire_';

/** A new API token; only its hash is stored. */
export function newToken(): string {
	return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** A token as its owner sees it, without the token itself. */
export function presentToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken) {
	return { id: String(id), name, scopes: scopes.split(','), createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null };
}
