import {
	type Database,
	databaseClock,
	Delivery,
	type Knex,
	type Message,
	type MessageKind,
	openDeliveries,
	TopicRow,
} from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC, maskWebhook, type SubscriptionOptions, type Topic } from '@dropwire/domain';
import { eventLink, type Link, storeLinks } from './eventLink.ts';
import { startFanout } from './fanout.ts';
import { type Begun, findLiving, LIVING } from './living.ts';
import type { WebhookBody } from '../message/body.ts';
import { type AnnouncementText, composeAnnouncement } from './messages/composeAnnouncement.ts';
import { composeDigest } from './messages/composeDigest.ts';
import { composeEvent } from './messages/composeEvent.ts';
import type { Overlay } from './messages/overlay.ts';
import { composeTest } from './messages/composeTest.ts';
import { offerOfEvent, type ProductEvent } from '../product/event.ts';
import { linkedWebhooks } from './subscriptions/announced.ts';
import { restockTopicFor, topicFor } from './topic.ts';
import { queuePost } from '../social/queuePost.ts';

const MINUTE = 60_000;
/** The time until a message expires (design: 30 minutes for events, 24 hours for announcements). */
export const FRESH_FOR: Readonly<Record<MessageKind, number>> = {
	EVENT: 30 * MINUTE,
	ANNOUNCEMENT: 24 * 60 * MINUTE,
	TEST: 2 * MINUTE,
	NOTICE: 60 * MINUTE,
};

export interface Queued {
	eventId: number;
	/**
	 * The number of pending deliveries; null if the event has too many webhooks to store all of them in its transaction.
	 * Disabled webhooks get a failed delivery with the reason, which does not count.
	 */
	deliveries: number | null;
}

/**
 * Stores an event, its message and one delivery per webhook, in one transaction: after that, nothing can be lost. A
 * message to many webhooks gets the rest of its deliveries afterwards, from a row that the transaction stores
 * (`fanout.ts`): a webhook that is linked or removed in these seconds may or may not get the message.
 * A stock event edits the product's message of the last minutes, at the webhooks that got one (`living.ts`).
 * @param guard runs first in the transaction; if it resolves to false, nothing is stored
 * @param pace how long and how often a message is edited
 * @param clickUrl the origin of short URLs, for a link in the message that counts clicks; null for none
 * @returns null if the guard resolved to false
 */
export async function queueEvent(
	db: Database,
	event: ProductEvent,
	guard: (trx: Knex.Transaction) => Promise<boolean> = async () => true,
	pace = LIVING,
	clickUrl: string | null = null,
): Promise<Queued | null> {
	const { begun, earlier, continues } = await findLiving(db.knex, event, pace);
	const links: Link[] = [];
	const compose = (edited: Begun | null): WebhookBody => {
		const link = clickUrl === null ? null : eventLink(event, edited);
		if (link) links.push(link);
		return composeEvent(event, edited, link && `${clickUrl}/s/${link.slug}`);
	};
	const body = compose(null);
	const bodies = begun.map((edited) => [edited.messageId, compose(edited)] as const);
	const edits = bodies.length === 0 ? null : JSON.stringify(Object.fromEntries(bodies));
	return db.transaction(async (trx) => {
		if (!(await guard(trx))) return null;
		const { eventId, topicId } = await insertEvent(trx, event);
		const restockTopicId = await topicIdOf(trx, restockTopicFor(event));
		await storeLinks(trx, eventId, links);
		const message = { kind: 'EVENT', eventId, seenAt: event.at } as const;
		const living = { edits, continues, begins: earlier.length === 0 };
		const stored = await insertMessage(trx, { ...message, ...living }, body);
		await queuePost(trx, eventId, event);
		const complete = await startFanout(trx, {
			...stored,
			topicId,
			restockTopicId,
			webhookIds: null,
			earlier,
			gapsMs: pace.gapsMs,
		});
		const pending = trx('deliveries').where({ messageId: stored.messageId, status: 'pending' });
		return { eventId, deliveries: complete ? await countOf(pending) : null };
	});
}

/** More new products of a shop at once than this share a message. */
export const MAX_SINGLE = 10;

/** An event to store, and what runs before it in its transaction; if that resolves to false, the event is left out. */
export interface Guarded {
	event: ProductEvent;
	guard: (trx: Knex.Transaction) => Promise<boolean>;
}

/**
 * Stores many events, each with a row of its own, and one message for all that have the same topic, which lists them, in
 * one transaction. The filters of a subscription decide which of the products its message lists.
 * @param others the number of products that are counted in the message, but not listed
 * @returns the events that were stored
 */
export async function queueDigest(db: Database, events: readonly Guarded[], others = 0): Promise<ProductEvent[]> {
	return db.transaction(async (trx) => {
		const stored: { event: ProductEvent; eventId: number; topicId: number | null }[] = [];
		for (const { event, guard } of events) {
			if (await guard(trx)) stored.push({ event, ...(await insertEvent(trx, event)) });
		}
		for (const [topicId, same] of Map.groupBy(stored, (one) => one.topicId)) {
			const [first, ...rest] = same as [(typeof same)[0], ...typeof same];
			const ids = rest.map(({ eventId }) => eventId);
			await trx('events').whereIn('id', ids).update({ digestOf: first.eventId });
			const listed = same.map(({ event }) => event);
			const body = same.length + others === 1 ? composeEvent(first.event) : composeDigest(listed, others);
			const message = { kind: 'EVENT', eventId: first.eventId, seenAt: first.event.at } as const;
			await startFanout(trx, { ...(await insertMessage(trx, message, body)), topicId, webhookIds: null });
		}
		return stored.map(({ event }) => event);
	});
}

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
 * @returns the announcement's ID and the number of its deliveries
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
		/** Whether the webhooks with which servers link the topic get it too. */
		toServers?: boolean;
		by: string;
		key: string | null;
		/** Stored, to compare a request that has the same key. */
		webhooksHash?: string | null;
	},
): Promise<{ id: number; deliveries: number }> {
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
	const linked = toServers && topic ? await linkedWebhooks(trx, topic.id, text) : [];
	await startFanout(trx, { ...stored, topicId: topic?.id ?? null, webhookIds, linked, kind });
	return { id: announcementId, deliveries: new Set([...webhookIds, ...linked]).size };
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
 * Queues an expired or failed delivery again. Reuses the row, so that no second delivery exists.
 * @returns false if the delivery is still open or was sent, if its webhook no longer exists, or if it is an edit and a
 * newer one of the same message was queued
 */
export async function redeliver(trx: Knex.Transaction, deliveryId: number): Promise<boolean> {
	const row = await Delivery.query(trx).findById(deliveryId).withGraphFetched('message');
	if (!row?.message || (await hasNewerEdit(trx, row))) return false;
	const now = Date.now();
	const changed = await trx('deliveries')
		.where({ id: deliveryId })
		.whereIn('status', ['expired', 'failed'])
		.whereNotNull('webhookId')
		.update({ status: 'pending', attempts: 0, reason: null, queuedAt: now, failingSince: null, notBefore: 0 });
	if (changed === 0) return false;
	const expiresAt = freshFor(trx, row.message.kind);
	await trx('messages').where({ id: row.messageId }).where('expiresAt', '<', expiresAt).update({ expiresAt });
	return true;
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

async function insertEvent(
	trx: Knex.Transaction,
	event: ProductEvent,
): Promise<{ eventId: number; topicId: number | null }> {
	const topicId = await topicIdOf(trx, topicFor(event));
	const [eventId] = await trx('events').insert({
		source: event.source,
		sku: event.sku,
		region: event.region,
		offer: offerOfEvent(event),
		kind: event.kind,
		topicId,
		before: event.before && JSON.stringify(event.before),
		after: event.after && JSON.stringify(event.after),
		at: event.at,
	});
	return { eventId: eventId as number, topicId };
}

async function topicIdOf(trx: Knex.Transaction, topic: Topic | null): Promise<number | null> {
	if (!topic) return null;
	const { brand, category, region, status } = topic;
	const row = await TopicRow.query(trx).findOne({ brand, category, region, status }).select('id');
	return row?.id ?? null;
}

async function insertMessage(
	trx: Knex.Transaction,
	message: Pick<Message, 'kind' | 'seenAt'> & Partial<Message>,
	body: WebhookBody,
): Promise<{ messageId: number; queuedAt: number }> {
	const queuedAt = Date.now();
	const expiresAt = freshFor(trx, message.kind);
	const [id] = await trx('messages').insert({ ...message, body: JSON.stringify(body), queuedAt, expiresAt });
	return { messageId: id as number, queuedAt };
}

/** When a message that is queued now expires, by the database's clock: those of the machines that queue and send differ. */
function freshFor(trx: Knex.Transaction, kind: MessageKind): Knex.Raw {
	return trx.raw('? + ?', [databaseClock({ knex: trx }), FRESH_FOR[kind]]);
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
	const row = await query.count({ count: '*' }).first();
	return Number(row?.['count'] ?? 0);
}
