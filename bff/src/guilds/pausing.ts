import { Grant, Guild, GuildManager, type Knex, User } from '@dropwire/db';
import type { GrantSubject } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { type AuditEntry, writeAudit } from '../http/audit.ts';
import type { ServerSettings } from '../settings.ts';

/** The audit log's action names for pausing and resuming a guild, which are not calls. */
const PAUSED = 'guildPaused' as const;
const RESUMED = 'guildResumed' as const;
/** What the settings say about access: the ids of admins, who are on no list, and the plans that give rights. */
export interface Givers {
	admins: readonly string[];
	plans: readonly Plan[];
}

export function giversOf({ ADMIN_DISCORD_IDS, PLANS }: Pick<ServerSettings, 'ADMIN_DISCORD_IDS' | 'PLANS'>): Givers {
	return { admins: ADMIN_DISCORD_IDS, plans: PLANS };
}

/** Abandoned guilds per check; the next check finds the others. */
const MAX_ABANDONED = 200;

/**
 * Pauses a person's guilds after they lost access or it expired, unless another person with current access manages them. A paused guild keeps
 * its setup, but no new messages are queued for it.
 * @returns one audit log row for each guild that is now paused
 */
export async function pauseUnmanaged(
	trx: Knex,
	discordId: string,
	givers: Givers,
	now = Date.now(),
): Promise<AuditEntry[]> {
	const managed = await GuildManager.query(trx).where({ discordId }).select('guildId');
	return pauseWithoutManager(
		trx,
		managed.map(({ guildId }) => guildId),
		givers,
		now,
	);
}

/**
 * Forgets that a person manages these guilds, and pauses those that nobody else with current access manages. Afterwards,
 * nothing but the guild itself leads to it.
 * @returns one audit log row for each guild that is now paused
 */
export async function forgetManager(
	trx: Knex,
	discordId: string,
	guildIds: readonly string[],
	givers: Givers,
): Promise<AuditEntry[]> {
	await GuildManager.query(trx).where({ discordId }).whereIn('guildId', guildIds).delete();
	await linkedRolesChanged(trx, [discordId]);
	return pauseWithoutManager(trx, guildIds, givers, Date.now());
}

/**
 * The guilds that send messages although only people without access manage them. Whatever ends somebody's access pauses
 * their guilds; these are the guilds of people who lost it otherwise, such as an admin who left the settings.
 */
export async function abandonedGuilds(knex: Knex, givers: Givers, now: number): Promise<string[]> {
	const managers = () => GuildManager.query(knex).whereColumn('guild_managers.guildId', 'guilds.guildId');
	const rows = await Guild.query(knex)
		.whereNull('pausedAt')
		.whereExists(managers())
		.whereNotExists(managers().where((some) => void hasAccessNow(some, knex, givers, now)))
		.whereNotIn('guildId', paying(knex, 'guild', givers, now))
		.select('guildId')
		.limit(MAX_ABANDONED);
	return rows.map(({ guildId }) => guildId);
}

/**
 * Pauses those of these guilds that nobody with current access manages.
 * @returns one audit log row for each guild that is now paused
 */
export async function pauseWithoutManager(
	trx: Knex,
	guildIds: readonly string[],
	givers: Givers,
	now: number,
): Promise<AuditEntry[]> {
	// Locks the guilds: when two managers lose access at once, the later transaction sees that the other has lost it.
	const guilds = await Guild.query(trx).whereIn('guildId', guildIds).whereNull('pausedAt').forUpdate();
	const ids = guilds.map(({ guildId }) => guildId);
	const kept = await GuildManager.query(trx)
		.whereIn('guildId', ids)
		.where((some) => void hasAccessNow(some, trx, givers, now))
		.distinct('guildId');
	const own = await paying(trx, 'guild', givers, now).whereIn('subjectId', ids);
	const current = new Set([...kept.map(({ guildId }) => guildId), ...own.map(({ subjectId }) => subjectId)]);
	const orphaned = ids.filter((id) => !current.has(id));
	const pausedAt = now;
	await Guild.query(trx).whereIn('guildId', orphaned).patch({ pausedAt });
	return orphaned.map((guildId) => ({
		action: PAUSED,
		target: `guild ${guildId}`,
		guildId,
		after: { pausedAt, reason: 'No user with current access manages this server' },
	}));
}

/**
 * Limits rows to managers with current access: admins from the settings, unexpired people on the access list, and people
 * with a paid grant, of their own or of a server that they manage.
 */
function hasAccessNow(
	rows: ReturnType<typeof GuildManager.query>,
	trx: Knex,
	givers: Givers,
	now: number,
): ReturnType<typeof GuildManager.query> {
	const users = User.query(trx)
		.where((current) => {
			void current.where({ admin: true }).orWhereNull('expiresAt').orWhere('expiresAt', '>', now);
		})
		.select('discordId');
	const ofPayingServers = GuildManager.query(trx)
		.alias('m')
		.whereIn('m.guildId', paying(trx, 'guild', givers, now))
		.select('m.discordId');
	return rows
		.whereIn('discordId', [...givers.admins])
		.orWhereIn('discordId', users)
		.orWhereIn('discordId', paying(trx, 'user', givers, now))
		.orWhereIn('discordId', ofPayingServers);
}

/** The ids of people or servers with an active paid grant. */
function paying(knex: Knex, subject: GrantSubject, { plans }: Givers, now: number) {
	const ids = plans.flatMap(({ id, rights = [] }) => (id !== undefined && rights.length > 0 ? [id] : []));
	return Grant.query(knex)
		.where({ subject })
		.whereNull('endedAt')
		.where('startsAt', '<=', now)
		.where((open) => void open.whereNull('endsAt').orWhere('endsAt', '>', now))
		.whereIn('plan', ids)
		.select('subjectId');
}

/** Forgets a guild's managers without current access: the guild is an operator's now, and not abandoned. */
export async function dropManagersWithoutAccess(trx: Knex, guildId: string, givers: Givers): Promise<void> {
	await GuildManager.query(trx)
		.where({ guildId })
		.whereNot((some) => void hasAccessNow(some, trx, givers, Date.now()))
		.delete();
}

/** Resumes paused guilds and writes audit rows. Guilds that another call has already resumed are skipped. */
export async function resumeGuilds(
	trx: Knex,
	who: Parameters<typeof writeAudit>[1],
	guildIds: readonly string[],
): Promise<void> {
	const paused = await Guild.query(trx).whereIn('guildId', guildIds).whereNotNull('pausedAt').forUpdate();
	if (paused.length === 0) return;
	const ids = paused.map(({ guildId }) => guildId);
	await Guild.query(trx).whereIn('guildId', ids).patch({ pausedAt: null });
	const entries = paused.map(({ guildId, pausedAt }) => ({
		action: RESUMED,
		target: `guild ${guildId}`,
		guildId,
		before: { pausedAt },
	}));
	await writeAudit(trx, who, entries);
}

/** Resumes a person's guilds after they were given access. */
export async function resumeManaged(
	trx: Knex,
	who: Parameters<typeof writeAudit>[1],
	discordId: string,
): Promise<void> {
	const rows = await GuildManager.query(trx).where({ discordId }).select('guildId');
	await resumeGuilds(
		trx,
		who,
		rows.map(({ guildId }) => guildId),
	);
}
