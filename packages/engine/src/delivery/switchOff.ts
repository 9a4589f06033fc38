import type { Knex } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/domain';
import { queueBotNotice } from '../botNotices/queueBotNotice.ts';
import { countOutcomes } from './countOutcomes.ts';

/** The length of the columns that store a reason. */
export const REASON_LENGTH = 255;

/**
 * Disables webhooks: nothing more is sent to them, and their open deliveries fail with the same reason. The bot notifies
 * the guilds that have links with them.
 */
export async function switchOff(
	trx: Knex.Transaction,
	webhookIds: readonly number[],
	reason: string,
	now = Date.now(),
): Promise<void> {
	if (webhookIds.length === 0) return;
	await queueLinkNotices(trx, webhookIds, now);
	const offReason = reason.slice(0, REASON_LENGTH);
	await trx('webhooks')
		.whereIn('id', webhookIds)
		.update({ active: false, offReason, offAt: now, claimedBy: null, leaseUntil: 0 });
	const failed = await trx('deliveries')
		.whereIn('webhookId', webhookIds)
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: offReason });
	await countOutcomes(trx, { failed });
}

/** How long a notice waits, so that others about the same guild join it: a deleted category is many webhooks, ms. */
const GATHER_MS = 5000;

/** Queues one notice per guild about its webhooks that are still on. */
async function queueLinkNotices(trx: Knex.Transaction, webhookIds: readonly number[], now: number): Promise<void> {
	const rows: { guildId: string; webhookId: number }[] = await trx('webhooks as w')
		.join('subscriptions as s', 's.webhookId', 'w.id')
		.join('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereIn('w.id', webhookIds)
		.where({ 'w.active': true })
		.distinct('c.guildId', 'w.id as webhookId');
	for (const [guildId, own] of Map.groupBy(rows, (row) => row.guildId)) {
		const ids = own.map(({ webhookId }) => webhookId).sort((a, b) => a - b);
		const key = `link/${guildId}/${ids[0]}/${now}`;
		await queueBotNotice(trx, { key, kind: 'link', guildId, data: { webhookIds: ids }, delayMs: GATHER_MS });
	}
}
