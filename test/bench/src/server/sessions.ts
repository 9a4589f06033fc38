import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { TestServer } from '@dropwire/bff/testing';
import { Account, Session, User } from '@dropwire/db';
import { chunks } from '@dropwire/domain';

/** Rows per statement. */
const CHUNK = 500;

/**
 * Opens sessions of different operators, as sign-in would store them: each is a copy of the session that exists.
 * @returns their Cookie headers
 */
export async function openSessions({ db }: TestServer, count: number): Promise<string[]> {
	const { knex, vault } = db;
	const original = await Session.query(knex).whereNotNull('discordId').first().throwIfNotFound();
	const data = JSON.parse(vault.open(original.sealed, original.idHash)) as object;
	const sessions = Array.from({ length: count }, (_, n) => {
		const id = randomUUID();
		const idHash = createHash('sha256').update(id).digest('hex');
		const discordId = String(600_000_000_000_000_000n + BigInt(n));
		return { id, idHash, discordId, sealed: vault.seal(JSON.stringify({ ...data, discordId }), idHash) };
	});
	const at = Date.now();
	for (const some of chunks(sessions, CHUNK)) {
		await knex(User.tableName).insert(some.map(({ discordId }) => ({ discordId, admin: true, createdAt: at })));
		await knex(Account.tableName).insert(
			some.map(({ discordId }) => ({ discordId, username: 'Ada', discriminator: '0', avatar: null, signedInAt: at })),
		);
		await knex(Session.tableName).insert(
			some.map(({ idHash, discordId, sealed }) => ({
				...original,
				idHash,
				discordId,
				sealed,
				usedAt: at,
				createdAt: at,
			})),
		);
	}
	const [key] = vault.cookieKeys;
	return sessions.map(({ id }) => {
		const cookie = `dropwire=${id}`;
		const signature = createHmac('sha256', key as string)
			.update(cookie)
			.digest('base64url');
		return `${cookie}; dropwire.sig=${signature}`;
	});
}
