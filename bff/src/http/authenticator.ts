import { Account, ApiToken, type Database, type Knex, type StoredRow, User, WatchPlace } from '@dropwire/db';
import type { GivenRole } from '@dropwire/domain';
import { openSession, type SessionStore } from './sessionStore.ts';
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
	/**
	 * The person whose command the bot carries out, with that person's rights.
	 * @param locale theirs at Discord, in which they are written to from now on; null if it is unknown
	 */
	ofActing(bot: Caller, discordId: string, locale: string | null): Promise<Caller>;
	/** What a person has now; null for a person who is not on the access list. */
	accessOf(discordId: string): Promise<Access | null>;
	/**
	 * The same, inside a transaction, which it keeps true: until the transaction ends, nobody can change or remove the
	 * person's row.
	 */
	lockAccess(trx: Knex, discordId: string): Promise<Access | null>;
}

/** `lastUsedAt` is accurate to the minute. */
const USED_NOTED_MS = 60_000;
/** `lastSeenAt` is accurate to the hour. */
const SEEN_NOTED_MS = 3_600_000;

/** A person's row on the access list; its fields are null for a person who is not on it. */
type AccessRow = Nullable<Pick<StoredRow<'users'>, 'admin' | 'plan' | 'expiresAt'>> & {
	listed: string | null;
	roles: string | null;
};
/** The same, with their row in `accounts`, whose fields are null before their first sign-in. */
type PersonRow = AccessRow &
	Nullable<Pick<StoredRow<'accounts'>, 'username' | 'discriminator' | 'avatar' | 'locale'>> &
	Pick<StoredRow<'users'>, 'lastSeenAt'>;
type SessionRow = PersonRow & Pick<StoredRow<'sessions'>, 'discordId' | 'sealed' | 'usedAt'> & { endsAt: number };
type TokenRow = PersonRow &
	Pick<StoredRow<'api_tokens'>, 'id' | 'discordId' | 'scopes' | 'lastUsedAt'> & { endsAt: number | null };
/** The columns of a left join. */
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

const ACCESS = `u.discordId as listed, u.admin, u.plan, u.expiresAt,
	(select group_concat(r.role order by r.role) from user_roles r where r.discordId = u.discordId) as roles`;
const PERSON = `a.username, a.discriminator, a.avatar, a.locale, u.lastSeenAt, ${ACCESS}`;
const SESSION = `select s.discordId, s.sealed, s.expiresAt as endsAt, s.usedAt, ${PERSON} from sessions s
	left join accounts a on a.discordId = s.discordId left join users u on u.discordId = s.discordId
	where s.idHash = ?`;
const TOKEN = `select t.id, t.discordId, t.scopes, t.expiresAt as endsAt, t.lastUsedAt, ${PERSON} from api_tokens t
	left join accounts a on a.discordId = t.discordId left join users u on u.discordId = t.discordId
	where t.tokenHash = ?`;
const UNREACHABLE = 'select 1 as one from watch_places where discordId = ? and unreachableUntil > 0';
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
		const { username, discriminator, avatar } = row;
		// Empty before the first sign-in: the bot knows ids only.
		const account = username ? { username, discriminator: discriminator ?? '0', avatar } : null;
		return { ...identity, account, access: accessIn(identity.discordId, row) };
	}

	/** @param row the person's row on the access list; undefined or without an id for a person who is not on it */
	function accessIn(discordId: string, row: AccessRow | undefined): Access | null {
		const listed = row !== undefined && row.listed !== null;
		const admin = (listed && Number(row.admin) === 1) || admins.includes(discordId);
		if (!listed && !admin) return null;
		const roles = (row?.roles?.split(',') ?? []) as GivenRole[];
		return { admin, roles, plan: row?.plan ?? null, expiresAt: admin || !row ? null : row.expiresAt };
	}

	/** Records that a person on the access list uses Dropwire, once an hour. */
	async function noteSeen({ listed, lastSeenAt }: PersonRow): Promise<void> {
		const now = Date.now();
		if (listed === null || now - (lastSeenAt ?? 0) < SEEN_NOTED_MS) return;
		await db.knex(User.tableName).where({ discordId: listed }).update({ lastSeenAt: now });
	}

	/** A person who uses the bot can perhaps be written to again: the next notice of their watches is tried. The reason stays until it arrives. */
	async function noteReachable(discordId: string): Promise<void> {
		if ((await db.read(UNREACHABLE, [discordId])).length === 0) return;
		await db.knex(WatchPlace.tableName).where({ discordId }).update({ unreachableUntil: 0 });
	}

	/** Keeps the language in which a person with an account is written to. */
	async function noteLocale(discordId: string, { username, locale: known }: PersonRow, locale: string | null) {
		if (locale === null || username === null || locale === known) return;
		await db.knex(Account.tableName).where({ discordId }).update({ locale });
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
			return callerOf({ discordId, via: 'session', scopes: null, discordToken, botOwner: null, locale: null }, row);
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
			return callerOf({ discordId, via: 'token', scopes, discordToken: null, botOwner: null, locale: null }, row);
		},

		async ofActing({ scopes, discordId: botOwner }, discordId, locale) {
			await noteReachable(discordId);
			const [row] = await db.read<PersonRow>(ANYONE, [discordId, discordId]);
			await noteSeen(row as PersonRow);
			await noteLocale(discordId, row as PersonRow, locale);
			return callerOf({ discordId, via: 'token', scopes, discordToken: null, botOwner, locale }, row as PersonRow);
		},

		async accessOf(discordId) {
			const [row] = await db.read<PersonRow>(ANYONE, [discordId, discordId]);
			const identity = {
				discordId,
				via: 'token',
				scopes: null,
				discordToken: null,
				botOwner: null,
				locale: null,
			} as const;
			return callerOf(identity, row as PersonRow).access;
		},

		async lockAccess(trx, discordId) {
			const row = await trx<AccessRow>({ u: User.tableName })
				.where('u.discordId', discordId)
				.forShare()
				.first(trx.raw(ACCESS));
			return accessIn(discordId, row as AccessRow | undefined);
		},
	};
}
