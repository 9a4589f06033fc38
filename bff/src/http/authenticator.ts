import { ApiToken, type Database, User } from '@dropwire/db';
import type { GivenRole } from '@dropwire/domain';
import { openSession, type SessionStore } from '../sessions/sessionStore.ts';
import { type Access, type Caller, hashToken } from './auth.ts';

/**
 * Reads the owner of a session or token, and their rights, from the database: one statement per request. Nothing is
 * cached, so rights, sessions and tokens that any process withdraws end at once.
 */
export interface Authenticator {
	/** @param sessionId null for a browser without a session. Resolves with null without a signed-in user. */
	ofSession(sessionId: string | null): Promise<Caller | null>;
	/** Null when the token is unknown or expired. */
	ofToken(token: string): Promise<Caller | null>;
	/** The person whose command the bot carries out, with that person's rights. */
	ofActing(bot: Caller, discordId: string): Promise<Caller>;
	/** What a person has now; null for a person who is not on the access list. */
	accessOf(discordId: string): Promise<Access | null>;
}

/** `lastUsedAt` is accurate to the minute. */
const USED_NOTED_MS = 60_000;
/** `lastSeenAt` is accurate to the hour. */
const SEEN_NOTED_MS = 3_600_000;

/** A person's row in `accounts` (null before their first sign-in) and on the access list (null when not on it). */
interface PersonRow {
	username: string | null;
	discriminator: string | null;
	avatar: string | null;
	listed: string | null;
	admin: number | null;
	plan: string | null;
	expiresAt: number | null;
	lastSeenAt: number | null;
	roles: string | null;
}
type SessionRow = PersonRow & { discordId: string | null; sealed: string; endsAt: number; usedAt: number };
type TokenRow = PersonRow & {
	id: number;
	discordId: string;
	scopes: string;
	endsAt: number | null;
	lastUsedAt: number | null;
};

const PERSON = `a.username, a.discriminator, a.avatar, u.discordId as listed, u.admin, u.plan,
	u.expiresAt, u.lastSeenAt,
	(select group_concat(r.role order by r.role) from user_roles r where r.discordId = u.discordId) as roles`;
const SESSION = `select s.discordId, s.sealed, s.expiresAt as endsAt, s.usedAt, ${PERSON} from sessions s
	left join accounts a on a.discordId = s.discordId left join users u on u.discordId = s.discordId
	where s.idHash = ?`;
const TOKEN = `select t.id, t.discordId, t.scopes, t.expiresAt as endsAt, t.lastUsedAt, ${PERSON} from api_tokens t
	left join accounts a on a.discordId = t.discordId left join users u on u.discordId = t.discordId
	where t.tokenHash = ?`;
const ANYONE = `select ${PERSON} from (select 1 as one) p
	left join accounts a on a.discordId = ? left join users u on u.discordId = ?`;

/** @param admins Discord ids of the admins from the settings */
export function createAuthenticator(
	db: Database,
	sessions: Pick<SessionStore, 'hash' | 'noteUse'>,
	admins: readonly string[],
): Authenticator {
	/** A caller with the rights of the person in `row`. */
	function callerOf(identity: Omit<Caller, 'account' | 'access'>, row: PersonRow): Caller {
		const { username, discriminator, avatar, listed, roles, plan } = row;
		const admin = row.admin === 1 || admins.includes(identity.discordId);
		const account = username === null ? null : { username, discriminator: discriminator ?? '0', avatar };
		const given = (roles?.split(',') ?? []) as GivenRole[];
		const expiresAt = admin ? null : row.expiresAt;
		const access = listed !== null || admin ? { admin, roles: given, plan, expiresAt } : null;
		return { ...identity, account, access };
	}

	/** Records that a person on the access list uses Dropwire, once an hour. */
	async function noteSeen({ listed, lastSeenAt }: PersonRow): Promise<void> {
		const now = Date.now();
		if (listed === null || now - (lastSeenAt ?? 0) < SEEN_NOTED_MS) return;
		await db.knex(User.tableName).where({ discordId: listed }).update({ lastSeenAt: now });
	}

	return {
		async ofSession(sessionId) {
			if (sessionId === null) return null;
			const idHash = sessions.hash(sessionId);
			const [row] = await db.readBy<SessionRow>(SESSION, idHash);
			if (!row || row.discordId === null || row.endsAt <= Date.now()) return null;
			const { discordId, accessToken: discordToken = null } = openSession(db.vault, row.sealed, idHash);
			if (discordId !== row.discordId) return null;
			await sessions.noteUse(idHash, row.usedAt);
			await noteSeen(row);
			return callerOf({ discordId, via: 'session', scopes: null, discordToken, acting: false }, row);
		},

		async ofToken(token) {
			const now = Date.now();
			const [row] = await db.readBy<TokenRow>(TOKEN, hashToken(token));
			if (!row || (row.endsAt !== null && row.endsAt <= now)) return null;
			const { id, discordId, lastUsedAt } = row;
			if (now - (lastUsedAt ?? 0) > USED_NOTED_MS) {
				await db.knex(ApiToken.tableName).where({ id }).update({ lastUsedAt: now });
			}
			await noteSeen(row);
			const scopes = row.scopes.split(',');
			return callerOf({ discordId, via: 'token', scopes, discordToken: null, acting: false }, row);
		},

		async ofActing({ scopes }, discordId) {
			const [row] = await db.read<PersonRow>(ANYONE, [discordId, discordId]);
			await noteSeen(row as PersonRow);
			return callerOf({ discordId, via: 'token', scopes, discordToken: null, acting: true }, row as PersonRow);
		},

		async accessOf(discordId) {
			const [row] = await db.read<PersonRow>(ANYONE, [discordId, discordId]);
			const identity = { discordId, via: 'token', scopes: null, discordToken: null, acting: false } as const;
			return callerOf(identity, row as PersonRow).access;
		},
	};
}
