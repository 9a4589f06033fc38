import { createHash } from 'node:crypto';
import { type Database, Session } from '@dropwire/db';

/** What a session holds: who signed in, and on the way there what grant needs. */
export interface SessionData {
	discordId?: string;
	/** Discord's, to read the user's guilds. */
	accessToken?: string;
	/** Where to go after signing in. */
	next?: string;
	[key: string]: unknown;
}

/** Sessions for koa-session, in the database: found by the hash of their id, their data sealed. */
export function sessionStore(db: Database) {
	const hash = (id: string) => createHash('sha256').update(id).digest('hex');
	return {
		async get(id: string): Promise<SessionData | null> {
			const row = await Session.query(db.knex).findById(hash(id));
			if (!row || row.expiresAt <= Date.now()) return null;
			return JSON.parse(db.vault.open(row.sealed, row.idHash)) as SessionData;
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
		},
		async destroy(id: string): Promise<void> {
			await Session.query(db.knex).deleteById(hash(id));
		},
	};
}
