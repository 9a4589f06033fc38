import { createHash } from 'node:crypto';
import { type Database, Session } from '@dropwire/db';
import { LRUCache } from 'lru-cache';
import { REMEMBERED_MS } from '../http/callers.ts';

const MOST_OPENED = 5000;
/** Characters. */
const MOST_NAMED = 4_000_000;

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
	/** Opened sessions of people who are signed in. */
	const opened = new LRUCache<string, Readonly<SessionData>>({ max: MOST_OPENED, ttl: REMEMBERED_MS });
	/** Counts changes: what was read before one is not remembered beyond it. */
	let era = 0;
	async function get(id: string): Promise<SessionData | null> {
		const row = await Session.query(db.knex).findById(hash(id));
		if (!row || row.expiresAt <= Date.now()) return null;
		return JSON.parse(db.vault.open(row.sealed, row.idHash)) as SessionData;
	}

	return {
		/** Ids by the Cookie header that names them: the same for the same header, so its signature is checked once. */
		named: new LRUCache<string, string>({
			maxSize: MOST_NAMED,
			sizeCalculation: (id, header) => id.length + header.length,
		}),
		/** To be changed, on the way through sign-in and out. */
		get,
		/** To be read: as it is, or was a moment ago. */
		async look(id: string): Promise<Readonly<SessionData> | null> {
			const known = opened.get(id);
			if (known) return known;
			const begun = era;
			const session = await get(id);
			// On the way through sign-in a session changes with every step, which another process may have served.
			if (session?.discordId && begun === era) opened.set(id, session);
			return session;
		},
		/** Ends what is remembered of a person's sessions. */
		forget(discordId: string): void {
			era++;
			for (const [id, session] of opened.entries()) if (session.discordId === discordId) opened.delete(id);
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
