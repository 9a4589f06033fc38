import {
	Account,
	ApiToken,
	type Database,
	type Knex,
	ownGrants,
	paidServersOf,
	readOwnGrants,
	readServerGrants,
	type StoredRow,
	User,
	WatchPlace,
} from '@dropwire/db';
import { type Access, accessOf, type GivenRole, type ListedAccess } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import { openSession, type SessionStore } from './sessionStore.ts';
import { type Caller, hashToken, type OwnGrants } from './auth.ts';

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
	/** The same caller, with what these servers have bought: they are known to manage them. */
	withServers(caller: Caller, guildIds: readonly string[]): Promise<Caller>;
	/** What a person has now, also by the servers that they managed when that was last read; null for a person without a grant. */
	accessOf(discordId: string): Promise<Access | null>;
	/**
	 * What a person has, inside a transaction, which it keeps true: until the transaction ends, no other one can change or
	 * remove the person's row.
	 * @param guildIds servers that they are known to manage
	 */
	lockAccess(trx: Knex, discordId: string, guildIds?: readonly string[]): Promise<Access | null>;
}

/** `lastUsedAt` is accurate to the minute. */
const USED_NOTED_MS = 60_000;
/** `lastSeenAt` is accurate to the hour. */
const SEEN_NOTED_MS = 3_600_000;

/** A person's grants: their row on the access list, whose fields are null for a person who is not on it, and what they bought. */
type AccessRow = Nullable<Pick<StoredRow<'users'>, 'admin' | 'plan' | 'expiresAt'>> & {
	listed: string | null;
	roles: string | null;
	paid: string | null;
	serversPay: number;
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

/** @param id the SQL of the person's Discord id */
const accessBy = (id: string) => `u.discordId as listed, u.admin, u.plan, u.expiresAt,
	(select group_concat(r.role order by r.role) from user_roles r where r.discordId = u.discordId) as roles,
	${ownGrants(id)} as paid,
	exists (select 1 from grants g where g.subject = 'guild') as serversPay`;
const personBy = (id: string) => `a.username, a.discriminator, a.avatar, a.locale, u.lastSeenAt, ${accessBy(id)}`;
const SESSION = `select s.discordId, s.sealed, s.expiresAt as endsAt, s.usedAt, ${personBy('s.discordId')} from sessions s
	left join accounts a on a.discordId = s.discordId left join users u on u.discordId = s.discordId
	where s.idHash = ?`;
const TOKEN = `select t.id, t.discordId, t.scopes, t.expiresAt as endsAt, t.lastUsedAt, ${personBy('t.discordId')} from api_tokens t
	left join accounts a on a.discordId = t.discordId left join users u on u.discordId = t.discordId
	where t.tokenHash = ?`;
const UNREACHABLE = 'select 1 as one from watch_places where discordId = ? and unreachableUntil > 0';
const ANYONE = `select ${personBy('p.id')} from (select ? as id) p
	left join accounts a on a.discordId = p.id left join users u on u.discordId = p.id`;

/**
 * @param admins Discord ids of the admins from the settings
 * @param plans of the settings, whose rights paid grants give
 */
export function createAuthenticator(
	db: Database,
	sessions: Pick<SessionStore, 'hash' | 'noteUse'>,
	{ admins, plans }: { admins: readonly string[]; plans: readonly Plan[] },
): Authenticator {
	/** A caller with the rights of the person in `row`. */
	function callerOf(identity: Omit<Caller, 'account' | 'access' | 'own' | 'paidServers'>, row: PersonRow): Caller {
		const { username, discriminator, avatar } = row;
		// Empty before the first sign-in: the bot knows ids only.
		const account = username ? { username, discriminator: discriminator ?? '0', avatar } : null;
		const own = ownIn(identity.discordId, row);
		return { ...identity, account, own, paidServers: [], access: accessOf(own.listed, own.paid, plans, Date.now()) };
	}

	function ownIn(discordId: string, row: AccessRow): OwnGrants {
		return { listed: listedIn(discordId, row), paid: readOwnGrants(row.paid), serversPay: Boolean(row.serversPay) };
	}

	function listedIn(discordId: string, row: AccessRow): ListedAccess | null {
		const admin = (row.listed !== null && Number(row.admin) === 1) || admins.includes(discordId);
		if (row.listed === null && !admin) return null;
		const roles = (row.roles?.split(',') ?? []) as GivenRole[];
		return { admin, roles, plan: row.plan, expiresAt: admin ? null : row.expiresAt };
	}

	async function readAccess(knex: Knex, { listed, paid }: OwnGrants, guildIds: readonly string[]) {
		return accessOf(listed, [...paid, ...(await readServerGrants(knex, guildIds))], plans, Date.now());
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
			const [row] = await db.read<PersonRow>(ANYONE, [discordId]);
			await noteSeen(row as PersonRow);
			await noteLocale(discordId, row as PersonRow, locale);
			return callerOf({ discordId, via: 'token', scopes, discordToken: null, botOwner, locale }, row as PersonRow);
		},

		async withServers(caller, guildIds) {
			const access = await readAccess(db.knex, caller.own, guildIds);
			return { ...caller, access, paidServers: guildIds };
		},

		async accessOf(discordId) {
			const [row] = await db.read<PersonRow>(ANYONE, [discordId]);
			const own = ownIn(discordId, row as PersonRow);
			return readAccess(db.knex, own, own.serversPay ? await paidServersOf(db.knex, discordId) : []);
		},

		async lockAccess(trx, discordId, guildIds = []) {
			// A shared lock of the person's row; the columns of other tables are read as they are.
			await trx(User.tableName).where({ discordId }).forShare().first('discordId');
			const [row] = (await trx
				.from(trx.raw('(select ? as id) p', [discordId]))
				.leftJoin('users as u', 'u.discordId', 'p.id')
				.select(trx.raw(accessBy('p.id')))) as [AccessRow];
			return readAccess(trx, ownIn(discordId, row), guildIds);
		},
	};
}
