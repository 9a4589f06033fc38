import { AccessRequest, BotNotice, type Database, type Knex, User } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import { queueBotNotice } from '@dropwire/engine';
import type { Logger } from 'pino';
import { keptAfter } from '../guilds/otherGrants.ts';
import { abandonedGuilds, type Givers, pauseUnmanaged, pauseWithoutManager } from '../guilds/pausing.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { type AuditEntry, writeAudit } from '../http/audit.ts';

const DAY = 86_400_000;
/** How long before the expiry a client is warned, ms. */
const WARNED_BEFORE_MS = 7 * DAY;
/** How long notices that were sent, and declined requests, are kept, ms. */
const KEPT_MS = 90 * DAY;
const EVERY_MS = 15_000;
/** Users per check and per transaction; the next check goes on. */
const BATCH = 200;

/**
 * Warns clients whose access is about to expire, and ends the access of those for whom it has expired. Several servers
 * can check at once: what one has done, the row of the user records.
 */
export function startExpiryChecks({ log, ...options }: ExpiryOptions & { log: Logger }): Job {
	return every(EVERY_MS, () => settleExpiries(options), {
		onError: (error) => log.error({ err: error }, 'checking for expired clients failed'),
	});
}

export interface ExpiryOptions {
	db: Database;
	/** The ids of admins from the settings, whose access does not expire. */
	admins: readonly string[];
	plans?: Givers['plans'];
	/** Called when guilds were paused. */
	onPaused(): void;
}

/** One check: warnings, expiries, guilds that only people without access manage, and rows past their retention. */
export async function settleExpiries(options: ExpiryOptions, now = Date.now()): Promise<void> {
	const { db, admins, plans = [] } = options;
	const givers = { admins, plans };
	const { knex } = db;
	const clients = () => User.query(knex).where({ admin: false }).whereNotIn('discordId', admins).limit(BATCH);
	const soon = await clients()
		.whereBetween('expiresAt', [now + 1, now + WARNED_BEFORE_MS])
		.whereNull('warnedAt');
	for (const { discordId } of soon) await db.transaction(async (trx) => warn(trx, discordId, givers, now));
	const over = await clients().where('expiresAt', '<=', now).whereNull('expiredAt');
	for (const { discordId } of over) {
		await db.transaction(async (trx) => {
			const entries = await endAccess(trx, discordId, givers, now);
			await writeAudit(trx, { caller: null, requestId: null }, entries);
		});
	}
	const abandoned = await abandonedGuilds(knex, givers, now);
	if (abandoned.length > 0) {
		await db.transaction(async (trx) => {
			const entries = await pauseWithoutManager(trx, abandoned, givers, now);
			await writeAudit(trx, { caller: null, requestId: null }, entries);
		});
	}
	if (over.length + abandoned.length > 0) options.onPaused();
	await BotNotice.query(knex)
		.where('createdAt', '<', now - KEPT_MS)
		.delete();
	await AccessRequest.query(knex)
		.whereIn('status', ['declined', 'approved'])
		.where('createdAt', '<', now - KEPT_MS)
		.delete();
}

async function warn(trx: Knex, discordId: string, givers: Givers, now: number): Promise<void> {
	const user = await User.query(trx).findById(discordId).forUpdate();
	// Another server has warned them since, or an operator has changed the expiry.
	if (!user || user.warnedAt !== null || user.expiresAt === null || user.expiresAt <= now) return;
	await User.query(trx).findById(discordId).patch({ warnedAt: now });
	if ((await keptAfter(trx, { discordId, grant: 'manual', at: user.expiresAt, givers })) === 'rights') return;
	await queueBotNotice(trx, {
		key: `expiring/${discordId}/${user.expiresAt}`,
		kind: 'expiring',
		discordId,
		data: { expiresAt: user.expiresAt, plan: user.plan },
	});
}

/**
 * Carries out a client's expiry: pauses the guilds that no other user with current access manages, and queues the notice.
 * @returns rows for the audit log; none if it was carried out before
 */
export async function endAccess(trx: Knex, discordId: string, givers: Givers, now = Date.now()): Promise<AuditEntry[]> {
	const user = await User.query(trx).findById(discordId).forUpdate();
	if (!user || user.expiredAt !== null || user.expiresAt === null || user.expiresAt > now) return [];
	const { expiresAt, plan } = user;
	await User.query(trx)
		.findById(discordId)
		.patch({ expiredAt: now, warnedAt: user.warnedAt ?? now });
	await linkedRolesChanged(trx, [discordId]);
	const kept = await keptAfter(trx, { discordId, grant: 'manual', at: now, givers });
	const notice = {
		key: `expired/${discordId}/${expiresAt}`,
		kind: 'expired' as const,
		discordId,
		data: { expiresAt, plan },
	};
	if (kept !== 'rights') await queueBotNotice(trx, notice);
	const ended = { action: 'accessExpired', target: `user ${discordId}`, after: { plan, expiresAt } };
	return [ended, ...(await pauseUnmanaged(trx, discordId, givers, now))];
}
