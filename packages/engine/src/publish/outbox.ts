import { Delivery, type Knex, openDeliveries, TopicRow } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC, maskWebhook, type SubscriptionOptions } from '@dropwire/domain';
import type { Overlay, WebhookBody } from '../message/body.ts';
import { startFanout } from './fanout.ts';
import { type AnnouncementText, composeAnnouncement } from './messages/composeAnnouncement.ts';
import { composeTest } from './messages/composeTest.ts';
import { insertMessage } from './insertMessage.ts';
import { countOf } from './queue.ts';
import { linkedWebhooks } from './subscriptions/announced.ts';

/**
 * Stores a test message to one webhook, even if it is on no list.
 * @returns the delivery's ID
 */
export async function queueTest(
	trx: Knex.Transaction,
	{
		webhookId,
		discordId,
		threadId,
		label,
		at,
		options = {},
	}: {
		webhookId: number;
		discordId: string;
		threadId: string | null;
		label: string;
		at: number;
		options?: SubscriptionOptions;
	},
): Promise<number> {
	const stored = await insertMessage(trx, { kind: 'TEST', seenAt: at }, composeTest({ label, at }));
	const overlay = testOverlay(options);
	const [id] = await trx('deliveries').insert({
		...stored,
		webhookId,
		target: maskWebhook(discordId, threadId),
		status: 'pending',
		overlay: overlay && JSON.stringify(overlay),
	});
	return id as number;
}

/** The thread, name and avatar of a subscription, but not its mentions and quiet hours. */
function testOverlay({ name, avatar, thread }: SubscriptionOptions): Overlay | null {
	const post = thread !== undefined && 'name' in thread ? thread : null;
	if (!name && !avatar && !post) return null;
	return {
		...(name && { name }),
		...(avatar && { avatar }),
		...(post && { post: { name: 'Test message', product: 'test', ...(post.tags && { tags: post.tags }) } }),
	};
}

/**
 * Stores an announcement with its message and one delivery per webhook, like an event. The delivery to a disabled webhook fails with
 * the webhook's reason.
 * @returns the announcement's ID, that of its message and the number of its deliveries
 */
export async function queueAnnouncement(
	trx: Knex.Transaction,
	{
		webhookIds,
		toServers = false,
		by,
		key,
		webhooksHash = null,
		...text
	}: AnnouncementText & {
		webhookIds: readonly number[];
		/** Whether the webhooks with which servers link the topic get it too, or the ids of the servers whose do. */
		toServers?: boolean | readonly string[];
		by: string;
		key: string | null;
		/** Stored, to compare a request that has the same key. */
		webhooksHash?: string | null;
	},
): Promise<{ id: number; messageId: number; deliveries: number }> {
	const { title, imageUrl, description, at } = text;
	const [id] = await trx('announcements').insert({
		title,
		imageUrl,
		description,
		idempotencyKey: key,
		webhooksHash,
		createdBy: by,
		createdAt: at,
	});
	const announcementId = id as number;
	const kind = 'ANNOUNCEMENT';
	const stored = await insertMessage(trx, { kind, announcementId, seenAt: at }, composeAnnouncement(text));
	const topic = await TopicRow.query(trx).findOne(ANNOUNCEMENT_TOPIC).select('id');
	const guildIds = typeof toServers === 'boolean' ? undefined : toServers;
	const linked = toServers && topic ? await linkedWebhooks(trx, topic.id, text, guildIds) : [];
	await startFanout(trx, { ...stored, topicId: topic?.id ?? null, webhookIds, linked, kind });
	return { id: announcementId, messageId: stored.messageId, deliveries: new Set([...webhookIds, ...linked]).size };
}

/**
 * Stores a notice about a shop, with one delivery per webhook, which the delivery logs of the guilds show.
 * @returns the message's ID
 */
export async function queueNotice(
	trx: Knex.Transaction,
	{ webhookIds, body, at }: { webhookIds: readonly number[]; body: WebhookBody; at: number },
): Promise<number> {
	const stored = await insertMessage(trx, { kind: 'NOTICE', seenAt: at }, body);
	await startFanout(trx, { ...stored, topicId: null, webhookIds, kind: 'NOTICE' });
	return stored.messageId;
}

/**
 * Queues an expired or failed delivery again, for as long as its message was queued at first. Reuses the row, so that no
 * second delivery exists.
 * @returns false if the delivery is still open or was sent, if its webhook no longer exists, or if it is an edit and a
 * newer one of the same message was queued
 */
export async function redeliver(trx: Knex.Transaction, deliveryId: number): Promise<boolean> {
	const row = await Delivery.query(trx).findById(deliveryId).withGraphFetched('message');
	if (!row?.message || (await hasNewerEdit(trx, row))) return false;
	const changed = await trx('deliveries')
		.where({ id: deliveryId })
		.whereIn('status', ['expired', 'failed'])
		.whereNotNull('webhookId')
		.update({ status: 'pending', attempts: 0, reason: null, queuedAt: Date.now(), failingSince: null, notBefore: 0 });
	return changed > 0;
}

/** Whether a later state of the message that this delivery edits was queued. */
export async function hasNewerEdit(
	knex: Knex,
	{ id, webhookId, editOf }: Pick<Delivery, 'id' | 'webhookId' | 'editOf'>,
): Promise<boolean> {
	if (webhookId === null || editOf === null) return false;
	const newer = await knex('deliveries').where({ webhookId, editOf }).where('id', '>', id).first('id');
	return newer !== undefined;
}

/** The number of open deliveries. */
export function countOpen(knex: Knex): Promise<number> {
	return countOf(openDeliveries(knex));
}
