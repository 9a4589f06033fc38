import * as crypto from 'node:crypto';
import { type Database, Session, type Vault } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import type { Context } from 'koa';

/** `usedAt` is accurate to the minute. */
const USED_NOTED_MS = 60_000;
/** The width of the column. */
const MAX_USER_AGENT = 255;

/** The data of a session: the signed-in person, and during sign-in the data that grant needs. */
export interface SessionData {
	discordId?: string;
	/** The person's Discord access token, used to read their guilds. */
	accessToken?: string;
	/** The path to open after sign-in. */
	next?: string;
	[key: string]: unknown;
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** The public id of a session: a part of its id's hash. The id cannot be derived from it. */
export function publicId(idHash: string): string {
	return idHash.slice(0, 16);
}

/** @throws Error when the data was sealed for another session */
export function openSession(vault: Vault, sealed: string, idHash: string): SessionData {
	return JSON.parse(vault.openCached(idHash, sealed, idHash)) as SessionData;
}

/**
 * A session store for koa-session in the database. Sessions are identified by the hash of their id, and their data is
 * sealed.
 */
export function sessionStore(db: Database) {
	const hash = (id: string) => crypto.hash('sha256', id);
	/** Ends a person's least recently used sessions above the limit. */
	async function endSuperfluous(discordId: string): Promise<void> {
		const kept = await Session.query(db.knex)
			.where({ discordId })
			.orderBy([
				{ column: 'usedAt', order: 'desc' },
				{ column: 'createdAt', order: 'desc' },
			])
			.limit(LIMITS.sessionsPerUser)
			.select('idHash');
		if (kept.length < LIMITS.sessionsPerUser) return;
		const ids = kept.map(({ idHash }) => idHash);
		await Session.query(db.knex).where({ discordId }).whereNotIn('idHash', ids).delete();
	}

	return {
		/** Identifies the session in the database. */
		hash,
		publicId: (id: string) => publicId(hash(id)),
		/** Always reads the current data, because koa-session changes it. */
		async get(id: string): Promise<SessionData | null> {
			const row = await Session.query(db.knex).findById(hash(id));
			return row && row.expiresAt > Date.now() ? openSession(db.vault, row.sealed, row.idHash) : null;
		},
		/** Records that a session is in use, once a minute. */
		async noteUse(idHash: string, usedAt: number): Promise<void> {
			const now = Date.now();
			if (now - usedAt > USED_NOTED_MS) await db.knex(Session.tableName).where({ idHash }).update({ usedAt: now });
		},
		async set(
			id: string,
			data: SessionData,
			maxAge: number | 'session' | undefined,
			{ ctx }: { ctx?: unknown },
		): Promise<void> {
			const idHash = hash(id);
			const now = Date.now();
			const discordId = data.discordId ?? null;
			const row = {
				idHash,
				discordId,
				sealed: db.vault.seal(JSON.stringify(data), idHash),
				expiresAt: now + (typeof maxAge === 'number' ? maxAge : 86_400_000),
				usedAt: now,
				userAgent: (ctx as Context).get('user-agent').slice(0, MAX_USER_AGENT) || null,
			};
			await db
				.knex('sessions')
				.insert({ ...row, createdAt: now })
				.onConflict('idHash')
				.merge(['discordId', 'sealed', 'expiresAt', 'usedAt', 'userAgent']);
			if (discordId !== null) await endSuperfluous(discordId);
		},
		async destroy(id: string): Promise<void> {
			await Session.query(db.knex).deleteById(hash(id));
		},
	};
}
