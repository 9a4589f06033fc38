import { type Database, type Knex, Message } from '@dropwire/db';
import type { WebhookBody } from '../message/body.ts';
import { type StoredEvent, storedEvent } from '../product/event.ts';
import { type Hold, holdOf, laterHold, OPERATORS_ID, storeHolds } from '../why/holds.ts';
import { EDITABLE_WINDOW, editsEnd, insertEdits } from './edits.ts';
import { type Audience, insertDeliveries, insertOwn, insertSingle } from './insertDeliveries.ts';
import { remindedOf } from './reminded.ts';
import { type Announced, chooseAnnounced, chooseNoticed, recipientsOf } from './subscriptions/announced.ts';
import { type Choice, chooseSubscriptions, heldRows, type Listed, type OwnMessage } from './subscriptions/choose.ts';
import { matchThese, matchWebhooks, type MessageTopics, sliceEnd, type WebhookRange } from './subscriptions/match.ts';
import { removedTargets, repeatIfRemoved } from './targets.ts';

/** Webhooks whose deliveries are stored in the event's own transaction, so that sending starts at once. */
export const FIRST_SLICE = 500;
/** Webhooks per later transaction: larger ones would block the embedded database for longer than 50 ms. */
const SLICE = 1000;

/**
 * Stores a message's deliveries: those of the first webhooks at once, and a row in `fanouts` from which
 * `continueFanout` inserts the rest. While an earlier message has such a row, all deliveries of this one wait behind
 * it, so that no webhook gets its messages in the wrong order.
 * @returns whether all deliveries are stored
 */
export async function startFanout(
	trx: Knex.Transaction,
	{
		earlier = [],
		gapsMs = EDITABLE_WINDOW.gapsMs,
		kind = 'EVENT',
		linked = [],
		restockTopicId = null,
		...given
	}: Omit<Audience, 'earlier' | 'gapsMs' | 'kind' | 'linked' | 'restockTopicId'> & Partial<Audience>,
): Promise<boolean> {
	const audience: Audience = { ...given, earlier, gapsMs, kind, linked, restockTopicId };
	const { messageId, topicId, webhookIds } = audience;
	const waits = (await trx('fanouts').first('id')) !== undefined;
	const end = waits ? 0 : await insertSlice(trx, audience, 0, FIRST_SLICE);
	if (end === null) return true;
	await trx('fanouts').insert({
		messageId,
		topicId,
		restockTopicId,
		webhookIds: webhookIds && JSON.stringify(linked.length === 0 ? webhookIds : { chosen: webhookIds, linked }),
		earlier: earlier.length === 0 ? null : JSON.stringify(earlier),
		lastWebhookId: end,
	});
	return false;
}

/**
 * Inserts the next slice of the oldest unfinished message. The position changes in the same transaction, so a killed
 * process loses and repeats nothing. The row's lock makes one process at a time do it.
 * @returns false if nothing is left to insert, or another process is inserting
 */
export async function continueFanout(db: Database): Promise<boolean> {
	const oldest: { id: number } | undefined = await db.knex('fanouts').orderBy('id').first('id');
	if (!oldest) return false;
	const insertNext = async (trx: Knex.Transaction) => {
		const query = trx('fanouts').where(oldest);
		const row: StoredFanout | undefined = await (
			db.dialect === 'mysql' ? query.forUpdate().skipLocked() : query
		).first();
		if (!row) return false;
		const { messageId, topicId, restockTopicId } = row;
		const { queuedAt, kind } = await Message.query(trx)
			.findById(messageId)
			.select('queuedAt', 'kind')
			.throwIfNotFound();
		const { chosen: webhookIds, linked } = row.webhookIds ? recipientsOf(row.webhookIds) : { chosen: null, linked: [] };
		const earlier = row.earlier === null ? [] : (JSON.parse(row.earlier) as number[]);
		const { gapsMs } = EDITABLE_WINDOW;
		const audience = { messageId, topicId, restockTopicId, webhookIds, linked, kind, queuedAt, earlier, gapsMs };
		const end = await insertSlice(trx, audience, row.lastWebhookId, SLICE);
		if (end === null) await trx('fanouts').where(oldest).delete();
		else await trx('fanouts').where(oldest).update({ lastWebhookId: end });
		return true;
	};
	// A power failure that undoes a slice undoes its position with it. No result of it is recorded by then: that would
	// have put the slice on the disk.
	return db.transaction(insertNext, { durable: false });
}

interface StoredFanout {
	messageId: number;
	topicId: number | null;
	restockTopicId: number | null;
	/** JSON of the ids, or of `Recipients` if servers are among them. */
	webhookIds: string | null;
	earlier: string | null;
	lastWebhookId: number;
}

/** @returns the last webhook of the slice; null if no webhooks are left */
function insertSlice(outer: Knex.Transaction, audience: Audience, after: number, size: number): Promise<number | null> {
	return repeatIfRemoved(outer, async (trx) => {
		const { matched, own, upTo, topics, held } = await nextSlice(trx, audience, after, size);
		if (topics) await noteHeld(trx, audience.messageId, topics, { after, upTo }, held);
		if (audience.earlier.length > 0) await insertEdits(trx, audience, { after, upTo });
		const removed = await removedTargets(trx, audience.messageId, after);
		await insertDeliveries(trx, audience, matched, removed);
		const ownOf = Map.groupBy(own, (one) => one.about);
		await insertOwn(trx, audience, ownOf.get(undefined) ?? [], removed);
		if (audience.earlier.length > 0) await noteBegun(trx, audience.messageId, after);
		await countReached(trx, audience.messageId, after);
		// After the count: they are deliveries of one event, not of all.
		for (const [about, some] of ownOf) if (about) await insertSingle(trx, audience, about, some, removed);
		return upTo;
	});
}

interface Slice {
	matched: Knex.QueryBuilder;
	own: readonly OwnMessage[];
	upTo: number | null;
	/** The topics of an event whose subscriptions are asked; unset for other messages. */
	topics?: MessageTopics;
	held?: Choice['held'];
}

async function nextSlice(
	trx: Knex.Transaction,
	{ messageId, topicId, restockTopicId, webhookIds, linked, kind, earlier }: Audience,
	after: number,
	size: number,
): Promise<Slice> {
	if (webhookIds === null) {
		const isReminder = kind === 'REMINDER';
		const topics = { topicId, restockTopicId, isReminder };
		const ends = [await sliceEnd(trx, topics, after, size), await editsEnd(trx, earlier, after, size)];
		const upTo = ends.reduce((end, other) => (end === null || other === null ? (end ?? other) : Math.min(end, other)));
		const range = { after, upTo };
		const { without, own, held } = await chooseSubscriptions(trx, topics, range, () => eventsOf(trx, messageId));
		const matched = matchWebhooks(trx, topics, range, without);
		return { matched, own, upTo, ...(!isReminder && { topics, held }) };
	}
	const left = [...new Set([...webhookIds, ...linked])].filter((id) => id > after).sort((a, b) => a - b);
	const slice = left.slice(0, size);
	const upTo = left.length > size ? (slice.at(-1) as number) : null;
	if (kind === 'NOTICE') {
		const own = await chooseNoticed(trx, slice);
		const changed = new Set(own.map(({ webhookId }) => webhookId));
		const common = slice.filter((id) => !changed.has(id));
		return { matched: matchThese(trx, common, { webhookIds: common }), own, upTo };
	}
	const announced = topicId === null ? undefined : await announcementOf(trx, messageId);
	if (topicId === null || !announced) return { matched: matchThese(trx, slice), own: [], upTo };
	const inSlice = (ids: readonly number[]) => ids.filter((id) => id > after && (upTo === null || id <= upTo));
	const recipients = { chosen: inSlice(webhookIds), linked: inSlice(linked) };
	const { plain, ofGuilds, without, own } = await chooseAnnounced(trx, topicId, recipients, announced);
	return { matched: matchThese(trx, plain, { webhookIds: ofGuilds, topicId, without }), own, upTo };
}

/** Stores what held the message's events back, by the owners of the slice's subscriptions. */
async function noteHeld(
	trx: Knex.Transaction,
	messageId: number,
	topics: MessageTopics,
	range: WebhookRange,
	held: Choice['held'] = new Map(),
): Promise<void> {
	const rows = await heldRows(trx, topics, range, { held });
	if (rows.length === 0) return;
	const first = trx('messages').where({ id: messageId }).select('eventId');
	const eventIds: number[] = await withDigest(trx('events'), first).orderBy('id').pluck('id');
	for (const [index, eventId] of eventIds.entries()) {
		const holds = new Map<string, Hold>();
		for (const { id, guildId, active, pausedAt } of rows) {
			const rule = held.get(id)?.[index];
			const hold = pausedAt !== null ? 'server' : !active ? 'webhook' : rule && holdOf(rule);
			const owner = guildId ?? OPERATORS_ID;
			if (hold) holds.set(owner, laterHold(holds.get(owner), hold));
		}
		await storeHolds(trx, { eventId, owners: 'server', after: range.after }, holds);
	}
}

function announcementOf(trx: Knex.Transaction, messageId: number): Promise<Announced | undefined> {
	return trx('announcements as a')
		.join('messages as m', 'm.announcementId', 'a.id')
		.where('m.id', messageId)
		.first('a.title', 'a.description');
}

/** Notes that a message begins at some webhook of the slice that follows another one, where later events edit it. */
async function noteBegun(trx: Knex.Transaction, messageId: number, after: number): Promise<void> {
	const begun = trx('deliveries').where({ messageId }).where('webhookId', '>', after).whereNull('editOf');
	await trx('messages')
		.where({ id: messageId })
		.whereExists(begun.select(trx.raw('1')))
		.update({ begins: true });
}

/** Adds the slice that begins after a webhook to the number of deliveries of the message's event, if it has one. */
async function countReached(trx: Knex.Transaction, messageId: number, after: number): Promise<void> {
	const slice = trx('deliveries').where({ messageId }).where('webhookId', '>', after).count();
	const event = trx('messages').where({ id: messageId }).select('eventId');
	await withDigest(trx('events'), event).update({ deliveries: trx.raw('?? + (?)', ['deliveries', slice]) });
}

/** The events of a message: one, or those that it lists; none for an announcement. */
async function eventsOf(trx: Knex.Transaction, messageId: number): Promise<Listed> {
	const message: Pick<Message, 'kind' | 'eventId' | 'body'> = await trx('messages')
		.where({ id: messageId })
		.first('kind', 'eventId', 'body');
	const { embeds } = JSON.parse(message.body) as WebhookBody;
	if (message.kind === 'REMINDER') return { events: await remindedOf(trx, messageId), link: embeds[0].url ?? null };
	const rows: (StoredEvent & { id: number })[] = await withDigest(trx('events'), message.eventId)
		.orderBy('id')
		.select('id', 'source', 'sku', 'region', 'kind', 'before', 'after', 'at');
	return { events: rows.map((row) => ({ ...storedEvent(row), id: row.id })), link: embeds[0].url ?? null };
}

/** An event and those that its message lists with it. */
function withDigest(query: Knex.QueryBuilder, event: number | Knex.QueryBuilder | null): Knex.QueryBuilder {
	return query.where((own) => void own.where({ id: event }).orWhere({ digestOf: event }));
}
