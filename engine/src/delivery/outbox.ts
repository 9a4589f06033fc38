import { type Database, Delivery, type Knex, type MessageKind, TopicRow } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { matchThese, matchWebhooks } from '../matching/match.ts';
import { maskWebhook } from '../matching/webhookUrl.ts';
import type { WebhookBody } from '../messages/body.ts';
import { type AnnouncementText, composeAnnouncement } from '../messages/composeAnnouncement.ts';
import { composeEvent } from '../messages/composeEvent.ts';
import { composeTest } from '../messages/composeTest.ts';
import type { ProductEvent } from '../monitor/event.ts';
import { topicFor } from '../monitor/topic.ts';
import { queuePost } from '../social/queuePost.ts';

const MINUTE = 60_000;
/** Ids in one statement. */
const CHUNK = 1000;
/** How long a message is worth sending (design: 30 minutes for events, 24 hours for announcements). */
export const FRESH_FOR: Readonly<Record<MessageKind, number>> = {
	EVENT: 30 * MINUTE,
	ANNOUNCEMENT: 24 * 60 * MINUTE,
	TEST: 2 * MINUTE,
};

/** `…/webhooks/{id}/••••` in SQL, around the webhook's id. */
const [MASK_BEFORE, MASK_AFTER] = maskWebhook('\0').split('\0') as [string, string];

export interface Queued {
	eventId: number;
	/** Rows that wait to be sent; a webhook that is off has a row too, which says so. */
	deliveries: number;
}

/**
 * Stores an event, its message and one delivery per webhook in one transaction: from here nothing is lost.
 * @param guard runs first in the transaction; when it resolves with false, nothing is stored
 * @returns null when the guard said no
 */
export async function queueEvent(
	db: Database,
	event: ProductEvent,
	guard: (trx: Knex.Transaction) => Promise<boolean> = async () => true,
): Promise<Queued | null> {
	const body = composeEvent(event);
	return db.transaction(async (trx) => {
		if (!(await guard(trx))) return null;
		const topicId = await topicIdOf(trx, event);
		const [eventId] = await trx('events').insert({
			source: event.source,
			sku: event.sku,
			region: event.region,
			kind: event.kind,
			topicId,
			before: event.before && JSON.stringify(event.before),
			after: event.after && JSON.stringify(event.after),
			at: event.at,
		});
		const message = { kind: 'EVENT', eventId: eventId as number, seenAt: event.at } as const;
		const messageId = await insertMessage(trx, message, body);
		await queuePost(trx, eventId as number, event);
		return {
			eventId: eventId as number,
			deliveries: await insertDeliveries(trx, messageId, topicId, matchWebhooks(trx, topicId)),
		};
	});
}

/**
 * Stores a test message to one webhook, on a list or not.
 * @returns the delivery's id
 */
export async function queueTest(
	trx: Knex.Transaction,
	{ webhookId, discordId, label, at }: { webhookId: number; discordId: string; label: string; at: number },
): Promise<number> {
	const messageId = await insertMessage(trx, { kind: 'TEST', seenAt: at }, composeTest({ label, at }));
	const row = { messageId, webhookId, target: maskWebhook(discordId), status: 'pending', queuedAt: Date.now() };
	const [id] = await trx('deliveries').insert(row);
	return id as number;
}

/**
 * Stores an announcement with its message and one delivery per webhook; a webhook that is off has a row that says so.
 * @returns the announcement's id and the number of its deliveries
 */
export async function queueAnnouncement(
	trx: Knex.Transaction,
	{ webhookIds, ...text }: AnnouncementText & { webhookIds: readonly number[]; by: string; key: string | null },
): Promise<{ id: number; deliveries: number }> {
	const { title, imageUrl, description, by, key, at } = text;
	const [id] = await trx('announcements').insert({
		title,
		imageUrl,
		description,
		idempotencyKey: key,
		createdBy: by,
		createdAt: at,
	});
	const announcementId = id as number;
	const kind = 'ANNOUNCEMENT';
	const messageId = await insertMessage(trx, { kind, announcementId, seenAt: at }, composeAnnouncement(text));
	const topic = await TopicRow.query(trx).findOne({ brand: 'STOCK' }).select('id');
	for (let start = 0; start < webhookIds.length; start += CHUNK) {
		const some = webhookIds.slice(start, start + CHUNK);
		await insertDeliveries(trx, messageId, topic?.id ?? null, matchThese(trx, some));
	}
	return { id: announcementId, deliveries: webhookIds.length };
}

/**
 * Sends a delivery that expired or failed once more: the same row, so that nothing goes out beside it.
 * @returns false when it is still open, was sent, or its webhook is no longer there
 */
export async function redeliver(trx: Knex.Transaction, deliveryId: number): Promise<boolean> {
	const row = await Delivery.query(trx).findById(deliveryId).withGraphFetched('message');
	if (!row?.message) return false;
	const now = Date.now();
	const changed = await trx('deliveries')
		.where({ id: deliveryId })
		.whereIn('status', ['expired', 'failed'])
		.whereNotNull('webhookId')
		.update({ status: 'pending', attempts: 0, reason: null, queuedAt: now });
	if (changed === 0) return false;
	const expiresAt = Math.max(row.message.expiresAt, now + FRESH_FOR[row.message.kind]);
	await trx('messages').where({ id: row.messageId }).update({ expiresAt });
	return true;
}

/** How many deliveries wait to be sent. */
export async function countOpen(knex: Knex): Promise<number> {
	const row = await knex('deliveries')
		.whereIn('status', [...OPEN_STATUSES])
		.count({ open: '*' })
		.first();
	return Number(row?.['open'] ?? 0);
}

async function topicIdOf(trx: Knex.Transaction, event: ProductEvent): Promise<number | null> {
	const topic = topicFor(event);
	if (!topic) return null;
	const row = await TopicRow.query(trx).findOne(topic).select('id');
	return row?.id ?? null;
}

async function insertMessage(
	trx: Knex.Transaction,
	message: { kind: MessageKind; eventId?: number; announcementId?: number; seenAt: number },
	body: WebhookBody,
): Promise<number> {
	const queuedAt = Date.now();
	const expiresAt = queuedAt + FRESH_FOR[message.kind];
	const [id] = await trx('messages').insert({ ...message, body: JSON.stringify(body), queuedAt, expiresAt });
	return id as number;
}

/** One row per matched webhook, made within the database. A webhook that is off gets a row that says so. */
async function insertDeliveries(
	trx: Knex.Transaction,
	messageId: number,
	topicId: number | null,
	matched: Knex.QueryBuilder,
): Promise<number> {
	const rows = trx
		.from(matched.as('m'))
		.orderBy('webhookId')
		.select(
			trx.raw('?', [messageId]),
			'webhookId',
			trx.raw('?', [topicId]),
			'guildId',
			trx.raw('concat(?, ??, ?)', [MASK_BEFORE, 'discordId', MASK_AFTER]),
			trx.raw(`case when active = 1 then 'pending' else 'failed' end`),
			trx.raw(`case when active = 1 then null else concat('Webhook is off: ', coalesce(??, '')) end`, ['offReason']),
			trx.raw('?', [Date.now()]),
		);
	await trx(
		trx.raw('?? (??, ??, ??, ??, ??, ??, ??, ??)', [
			'deliveries',
			'messageId',
			'webhookId',
			'topicId',
			'guildId',
			'target',
			'status',
			'reason',
			'queuedAt',
		]),
	).insert(rows);
	const row = await trx('deliveries').where({ messageId, status: 'pending' }).count({ pending: '*' }).first();
	return Number(row?.['pending'] ?? 0);
}
