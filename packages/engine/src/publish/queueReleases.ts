import type { Knex } from '@dropwire/db';
import { type Brand, chunks } from '@dropwire/domain';
import type { ProductEvent } from '../product/event.ts';
import type { WebhookBody } from '../message/body.ts';
import { MAX_SINGLE } from '../product/publisher.ts';
import { startFanout } from './fanout.ts';
import { composeRelease, composeReleases } from './messages/composeReleases.ts';
import { insertMessage } from './insertMessage.ts';
import { insertEvent, rowOf } from './queue.ts';

/** Rows per statement: SQLite joins at most 500 selects, as which knex inserts rows. */
const ROWS = 500;

/** Stores what follows from events of one brand. */
export type StoreReleases = (
	trx: Knex.Transaction,
	brand: Brand,
	events: readonly { id: number; sku: string }[],
) => Promise<void>;

/**
 * Stores events about the releases of a region with their messages: one each, but one list for more than `MAX_SINGLE` that
 * were announced together.
 * @param events of one source and region, in order
 * @param link the page with all releases of the region; null for none
 * @param alsoStore stores what else follows from the events
 */
export async function queueReleases(
	trx: Knex.Transaction,
	events: readonly ProductEvent[],
	link: string | null,
	alsoStore: StoreReleases,
): Promise<void> {
	const announced = events.filter(({ kind }) => kind === 'ANNOUNCED');
	const isList = announced.length > MAX_SINGLE;
	const stored = isList ? await queueList(trx, announced, link) : [];
	for (const event of events) {
		if (isList && event.kind === 'ANNOUNCED') continue;
		const { eventId, topicId } = await insertEvent(trx, event);
		await queueMessage(trx, { eventId, topicId, seenAt: event.at }, composeRelease(event));
		stored.push({ id: eventId, sku: event.sku });
	}
	const [first] = events;
	if (first) await alsoStore(trx, first.source, stored);
}

async function queueList(
	trx: Knex.Transaction,
	events: readonly ProductEvent[],
	link: string | null,
): Promise<{ id: number; sku: string }[]> {
	const [first, ...rest] = events as [ProductEvent, ...ProductEvent[]];
	const { eventId, topicId } = await insertEvent(trx, first);
	for (const some of chunks(rest, ROWS)) {
		await trx('events').insert(some.map((event) => ({ ...rowOf(event, topicId), digestOf: eventId })));
	}
	await queueMessage(trx, { eventId, topicId, seenAt: first.at }, composeReleases(events, link));
	return trx('events').where({ id: eventId }).orWhere({ digestOf: eventId }).select('id', 'sku');
}

async function queueMessage(
	trx: Knex.Transaction,
	{ eventId, topicId, seenAt }: { eventId: number; topicId: number | null; seenAt: number },
	body: WebhookBody,
): Promise<void> {
	const stored = await insertMessage(trx, { kind: 'EVENT', eventId, seenAt }, body);
	await startFanout(trx, { ...stored, topicId, webhookIds: null });
}
