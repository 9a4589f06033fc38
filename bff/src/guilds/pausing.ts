import { Guild, GuildManager, type Knex, User } from '@dropwire/db';
import { type AuditEntry, writeAudit } from '../http/audit.ts';

/** The audit log's action names for pausing and resuming a guild, which are not calls. */
const PAUSED = 'guildPaused';
const RESUMED = 'guildResumed';

/**
 * Pauses a person's guilds after they lost access or it expired, unless another person with current access manages them. A paused guild keeps
 * its setup, but no new messages are queued for it.
 * @param admins admins from the settings, who are on no list
 * @returns one audit log row for each guild that is now paused
 */
export async function pauseUnmanaged(
	trx: Knex,
	discordId: string,
	admins: readonly string[],
	now = Date.now(),
): Promise<AuditEntry[]> {
	// Locks the guilds: when two managers lose access at once, the later transaction sees that the other has lost it.
	const guilds = await Guild.query(trx)
		.whereIn('guildId', GuildManager.query(trx).where({ discordId }).select('guildId'))
		.whereNull('pausedAt')
		.forUpdate();
	const ids = guilds.map(({ guildId }) => guildId);
	const kept = await GuildManager.query(trx)
		.whereIn('guildId', ids)
		.where((some) => void some.whereIn('discordId', admins).orWhereIn('discordId', usersWithAccess(trx, now)))
		.distinct('guildId');
	const orphaned = ids.filter((id) => !kept.some(({ guildId }) => guildId === id));
	const pausedAt = now;
	await Guild.query(trx).whereIn('guildId', orphaned).patch({ pausedAt });
	return orphaned.map((guildId) => ({
		action: PAUSED,
		target: `guild ${guildId}`,
		guildId,
		after: { pausedAt, reason: 'No user with current access manages this server' },
	}));
}

/** The people on the access list whose access has not expired. */
function usersWithAccess(trx: Knex, now: number) {
	return User.query(trx)
		.where((current) => {
			void current.where({ admin: true }).orWhereNull('expiresAt').orWhere('expiresAt', '>', now);
		})
		.select('discordId');
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
