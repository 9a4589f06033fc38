import type { Knex } from '@dropwire/db';
import type { EventKind } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { isStockEvent } from '../product/evaluate.ts';
import { availableSizes } from '../product/compare.ts';
import { offerOfEvent, type ProductEvent } from '../product/event.ts';

/** When a stock event edits the product's last message instead of sending another. */
export interface LivingPace {
	/** How long a message is edited after it began, ms. */
	windowMs: number;
	/** The minimum pause after the first edit of a message, after the second, and so on, ms; the last one for all others. */
	gapsMs: readonly number[];
}

/**
 * The first edit is sent at once, because it is usually the one that matters; the pauses then grow. Their sum is the
 * window: the sixth edit is sent after the window ended, so it carries the final state and no further one follows.
 */
export const LIVING: LivingPace = { windowMs: 600_000, gapsMs: [20_000, 40_000, 90_000, 180_000, 270_000] };

/** The message that an event continues, and the product's states since it began. */
export interface Begun {
	messageId: number;
	kind: EventKind;
	/** When the change that began it was read, epoch ms. */
	at: number;
	before: ProductSnapshot | null;
	after: ProductSnapshot | null;
	/** The sizes that were available at some time since. */
	seen: ReadonlySet<string>;
}

/** What a stock event edits. */
export interface Living {
	/** Messages of the product within the window, of which some webhooks have one to edit. */
	earlier: readonly number[];
	/** Those of them that began at some webhook, which can be others at each: filters and topics differ. The latest first. */
	begun: readonly Begun[];
	/** The one whose edit all others get; null if the event's message begins. */
	continues: number | null;
}

/**
 * An event that is later than the one it precedes by more than this dates from before the clock was set back, so its
 * message may be old. The clocks of two processes differ by less.
 */
const LARGEST_SKEW_MS = 60_000;
const NOTHING: Living = { earlier: [], begun: [], continues: null };
/** The newest messages of a product that are searched for those to edit. */
const MAX_EARLIER = 100;
/** The newest of them that an edit is composed for, and the newest states that are read to find the sizes that went. */
const MAX_STATES = 20;

/** Finds the messages that an event edits; none for an event that is not only about stock. */
export async function findLiving(knex: Knex, event: ProductEvent, { windowMs } = LIVING): Promise<Living> {
	if (!isStockEvent(event.kind)) return NOTHING;
	const within = (query: Knex.QueryBuilder) =>
		void query.where('e.at', '>', event.at - windowMs).where('e.at', '<=', event.at + LARGEST_SKEW_MS);
	const newestMessages = (max: number) =>
		earlierEvents(knex, event)
			.where(within)
			.join('messages as m', 'm.eventId', 'e.id')
			// A list of products shows no states.
			.whereNotExists(knex('events as d').whereRaw('?? = ??', ['d.digestOf', 'e.id']).select(knex.raw('1')))
			// The order of the index, and that of the events unless the clock was set back.
			.orderBy([
				{ column: 'e.at', order: 'desc' },
				{ column: 'e.id', order: 'desc' },
			])
			.limit(max)
			.select('m.id', 'm.continues', 'm.eventId');
	const rows: EarlierMessage[] = await newestMessages(MAX_EARLIER);
	const [newest] = rows;
	if (!newest) return NOTHING;
	// Apart from the others: of a product that changes every few seconds, those are many.
	const begins: EarlierMessage[] = await newestMessages(MAX_STATES).where('m.begins', true);
	const eventIds = [...begins, ...rows.slice(0, MAX_STATES)].map(({ eventId }) => eventId);
	const states: StoredEvent[] = await knex('events')
		.whereIn('id', [...new Set(eventIds)])
		.select('id', 'kind', 'at', 'before', 'after');
	const begun = begins.flatMap(({ id, eventId }) => begunWith(id, eventId, states));
	const continues = newest.continues ?? newest.id;
	return {
		earlier: [...new Set([...rows, ...begins].map(({ id }) => id))],
		begun,
		continues: begun.some(({ messageId }) => messageId === continues) ? continues : null,
	};
}

/** A message with the states since the event that began it; none if that was deleted. */
function begunWith(messageId: number, eventId: number, states: readonly StoredEvent[]): Begun[] {
	const first = states.find(({ id }) => id === eventId);
	if (!first) return [];
	const since = states.filter(({ id }) => id >= eventId);
	const seen = new Set(since.flatMap(({ after }) => availableSizes(parse(after))));
	const { kind, at, before, after } = first;
	return [{ messageId, kind, at, before: parse(before), after: parse(after), seen }];
}

interface EarlierMessage {
	id: number;
	continues: number | null;
	eventId: number;
}

/** The events of the same product. The one place that says when two events are of one product. */
function earlierEvents(knex: Knex, event: ProductEvent): Knex.QueryBuilder {
	const { source, sku, region } = event;
	const product = { 'e.source': source, 'e.sku': sku, 'e.region': region, 'e.offer': offerOfEvent(event) };
	return knex('events as e').where(product);
}

interface StoredEvent {
	id: number;
	kind: EventKind;
	at: number;
	before: string | null;
	after: string | null;
}

function parse(snapshot: string | null): ProductSnapshot | null {
	return snapshot === null ? null : (JSON.parse(snapshot) as ProductSnapshot);
}
