import { ApiToken } from '@dropwire/db';
import { LIMITS, type TokenScope } from '@dropwire/db/topics';
import { type Call, callerOf } from '../http/call.ts';
import { hashToken } from '../http/caller.ts';
import { CallError } from '../http/errors.ts';
import { newToken } from './newToken.ts';

/**
 * Makes a token for the caller; the row has its hash alone. Tokens of theirs that are over make room.
 * @throws CallError 409 when they have as many as one may have
 */
export async function mintToken(
	call: Call<'tokenCreate' | 'cliGrant'>,
	{ name, scopes, expiresAt }: { name: string; scopes: readonly TokenScope[]; expiresAt: number | null },
): Promise<{ row: ApiToken; token: string }> {
	const { discordId } = callerOf(call);
	const createdAt = Date.now();
	await ApiToken.query(call.knex).where({ discordId }).where('expiresAt', '<=', createdAt).delete();
	if ((await ApiToken.query(call.knex).where({ discordId }).resultSize()) >= LIMITS.tokensPerUser) {
		throw new CallError('conflict', `You have ${LIMITS.tokensPerUser} tokens, which is the most. Delete one first.`);
	}
	const token = newToken();
	const row = await ApiToken.query(call.knex).insertAndFetch({
		discordId,
		name,
		scopes: scopes.join(),
		tokenHash: hashToken(token),
		createdAt,
		expiresAt,
	});
	return { row, token };
}
