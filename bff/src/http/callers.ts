import { ApiToken, type Database } from '@dropwire/db';
import { LRUCache } from 'lru-cache';
import { type Caller, findCaller, hashToken } from './caller.ts';
import type { SessionData } from '../signin/sessionStore.ts';

/**
 * Who calls, remembered for a moment: a page asks several things at once. What this process changes about a person
 * counts at once; what another one changes, within that moment.
 */
export interface Callers {
	/** Null for nobody signed in. */
	ofSession(session: SessionData | null): Promise<Caller | null>;
	/** Null when the token is unknown or over. */
	ofToken(token: string): Promise<Caller | null>;
	/** Something about this person was changed. */
	forget(discordId: string): void;
}

export const REMEMBERED_MS = 1000;
const MOST = 5000;
/** To the minute is enough to see whether a token is still used. */
const USED_NOTED_MS = 60_000;

export function createCallers(db: Database, admins: readonly string[]): Callers {
	const options = { max: MOST, ttl: REMEMBERED_MS };
	const people = new LRUCache<string, Caller>(options);
	const tokens = new LRUCache<string, ApiToken>(options);
	/** Counts changes: what was read before one is not remembered beyond it. */
	let era = 0;

	async function find(
		key: string,
		found: Pick<Caller, 'discordId' | 'via' | 'scopes' | 'discordToken'>,
	): Promise<Caller> {
		const known = people.get(key);
		if (known) return known;
		const begun = era;
		const caller = await findCaller(db.knex, admins, found);
		if (begun === era) people.set(key, caller);
		return caller;
	}

	async function tokenOf(token: string): Promise<ApiToken | null> {
		const tokenHash = hashToken(token);
		const known = tokens.get(tokenHash);
		if (known) return known;
		const begun = era;
		const row = (await ApiToken.query(db.knex).findOne({ tokenHash })) ?? null;
		if (row && begun === era) tokens.set(tokenHash, row);
		return row;
	}

	return {
		async ofSession(session) {
			if (!session?.discordId) return null;
			const { discordId, accessToken: discordToken = null } = session;
			return find(`session ${discordId} ${discordToken}`, { discordId, via: 'session', scopes: null, discordToken });
		},

		async ofToken(token) {
			const row = await tokenOf(token);
			const now = Date.now();
			if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
			if (now - (row.lastUsedAt ?? 0) > USED_NOTED_MS) {
				row.lastUsedAt = now;
				await ApiToken.query(db.knex).findById(row.id).patch({ lastUsedAt: now });
			}
			const { discordId, scopes } = row;
			return find(`token ${row.id}`, { discordId, via: 'token', scopes: scopes.split(','), discordToken: null });
		},

		forget(discordId) {
			era++;
			for (const [key, caller] of people.entries()) if (caller.discordId === discordId) people.delete(key);
			for (const [key, row] of tokens.entries()) if (row.discordId === discordId) tokens.delete(key);
		},
	};
}
