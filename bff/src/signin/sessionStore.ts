import { createHash } from 'node:crypto';
import { type Database, Session } from '@dropwire/db';
import { LRUCache } from 'lru-cache';
import { REMEMBERED_MS } from '../http/callers.ts';

const MOST_OPENED = 5000;

/** What a session holds: who signed in, and on the way there what grant needs. */
export interface SessionData {
	discordId?: string;
	/** Discord's, to read the user's guilds. */
	accessToken?: string;
	/** Where to go after signing in. */
	next?: string;
	[key: string]: unknown;
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Sessions for koa-session, in the database: found by the hash of their id, their data sealed. */
export function sessionStore(db: Database) {
	const hash = (id: string) => createHash('sha256').update(id).digest('hex');
	/** Opened sessions, as JSON since each request gets one of its own to change. */
	const opened = new LRUCache<string, string>({ max: MOST_OPENED, ttl: REMEMBERED_MS });
	/** Counts changes: what was read before one is not remembered beyond it. */
	let era = 0;
	return {
		async get(id: string): Promise<SessionData | null> {
			const known = opened.get(id);
			if (known !== undefined) return JSON.parse(known) as SessionData;
			const begun = era;
			const row = await Session.query(db.knex).findById(hash(id));
			if (!row || row.expiresAt <= Date.now()) return null;
			const json = db.vault.open(row.sealed, row.idHash);
			// On the way through sign-in a session changes with every step, which another process may have served.
			if (row.discordId !== null && begun === era) opened.set(id, json);
			return JSON.parse(json) as SessionData;
		},
		/** Ends what is remembered of a person's sessions. */
		forget(discordId: string): void {
			era++;
			for (const [id, json] of opened.entries()) {
				if ((JSON.parse(json) as SessionData).discordId === discordId) opened.delete(id);
			}
		},
		async set(id: string, data: SessionData, maxAge: number | 'session' | undefined): Promise<void> {
			const idHash = hash(id);
			const now = Date.now();
			const row = {
				idHash,
				discordId: data.discordId ?? null,
				sealed: db.vault.seal(JSON.stringify(data), idHash),
				expiresAt: now + (typeof maxAge === 'number' ? maxAge : 86_400_000),
			};
			await db
				.knex('sessions')
				.insert({ ...row, createdAt: now })
				.onConflict('idHash')
				.merge(['discordId', 'sealed', 'expiresAt']);
			era++;
			opened.delete(id);
		},
		async destroy(id: string): Promise<void> {
			await Session.query(db.knex).deleteById(hash(id));
			era++;
			opened.delete(id);
		},
	};
}
