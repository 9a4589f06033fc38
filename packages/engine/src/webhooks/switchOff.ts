import { databaseClock, type Knex } from '@dropwire/db';
import { chunks, MAX_REASON_LENGTH, OPEN_STATUSES } from '@dropwire/domain';
import { queueBotNotice } from '../message/queueBotNotice.ts';
import { countOutcomes } from './countOutcomes.ts';
import { type DeliveryKey, ownRows } from './deliveryKey.ts';

/** Ids per statement. */
const CHUNK = 1000;

/**
 * Disables webhooks: nothing more is sent to them, and their open deliveries fail with the same reason. The bot notifies
 * the guilds that have links with them. A process that holds one keeps it until its request in progress is over
 * (`LeaseTimers`): if the webhook is switched on again by then, no other process sends at the same time.
 */
export async function switchOff(
	trx: Knex.Transaction,
	webhookIds: readonly number[],
	reason: string,
	now = Date.now(),
): Promise<void> {
	if (webhookIds.length === 0) return;
	await queueLinkNotices(trx, webhookIds, now);
	const offReason = reason.slice(0, MAX_REASON_LENGTH);
	await trx('webhooks').whereIn('id', webhookIds).update({ active: false, offReason, offAt: now });
	const failed = await trx('deliveries')
		.whereIn('webhookId', webhookIds)
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: offReason });
	await countOutcomes(trx, { failed }, undefined, now);
}

/**
 * Enables webhooks that were switched off for one of these reasons, which proved wrong. The deliveries that failed with
 * it are open again, except those whose messages are too old and edits whose messages show a newer state.
 */
export async function switchOnAgain(
	trx: Knex.Transaction,
	webhookIds: readonly number[],
	reasons: readonly string[],
): Promise<void> {
	const off: { id: number; offReason: string; offAt: number }[] = await trx('webhooks')
		.whereIn('id', webhookIds)
		.where({ active: 0 })
		.whereIn('offReason', reasons)
		.select('id', 'offReason', 'offAt');
	for (const { id, offReason, offAt } of off) {
		await trx('webhooks').where({ id }).update({ active: true, offReason: null, offAt: null });
		const newerState = trx('deliveries as n')
			.where({ 'n.webhookId': id, 'n.status': 'sent' })
			.whereRaw('?? = ?? and ?? > ??', ['n.editOf', 'd.editOf', 'n.id', 'd.id']);
		const failed: number[] = await trx('deliveries as d')
			.join('messages as m', 'm.id', 'd.messageId')
			.where({ 'd.webhookId': id, 'd.status': 'failed', 'd.reason': offReason })
			.where('d.queuedAt', '<=', offAt)
			// One that was sent again lives as much longer.
			.whereRaw('?? + ?? - ?? > ?', ['m.expiresAt', 'd.queuedAt', 'm.queuedAt', databaseClock({ knex: trx })])
			.whereNotExists(newerState)
			.pluck('d.id');
		for (const ids of chunks(failed, CHUNK)) {
			await trx('deliveries').whereIn('id', ids).update({ status: 'pending', reason: null });
		}
		await countOutcomes(trx, { failed: -failed.length }, undefined, offAt);
	}
}

/**
 * Corrects the counts for deliveries that Discord accepted after `switchOff` had failed them. Call it before they are
 * recorded as sent.
 */
export async function uncountFailed(trx: Knex.Transaction, sent: readonly DeliveryKey[]): Promise<void> {
	if (sent.length === 0) return;
	// By their ids, whatever the planner thinks of the index of failed deliveries: it would lock rows of other webhooks.
	const byId = trx.client.dialect === 'mysql' ? '?? force index (primary)' : '?? not indexed';
	const query = trx
		.from(trx.raw(byId, ['deliveries']))
		.whereIn(
			'id',
			sent.map(({ deliveryId }) => deliveryId),
		)
		.where({ status: 'failed' });
	const stored: { id: number; queuedAt: number; webhookId: number | null }[] = await query
		.forUpdate()
		.select('id', 'queuedAt', 'webhookId');
	const failed = ownRows(sent, stored).map(({ webhookId }) => webhookId);
	if (failed.length === 0) return;
	const off: { id: number; offAt: number }[] = await trx('webhooks')
		.whereIn('id', failed)
		.whereNotNull('offAt')
		.select('id', 'offAt');
	const offAt = new Map(off.map((webhook) => [webhook.id, webhook.offAt]));
	const counted = failed.flatMap((id) => offAt.get(id) ?? []);
	for (const [at, own] of Map.groupBy(counted, (time) => time)) {
		await countOutcomes(trx, { failed: -own.length }, undefined, at);
	}
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
