import { BROADCAST_LIST, databaseClock, type Knex } from '@dropwire/db';
import { CHECK_KINDS, chunks, type EventKind, OPEN_STATUSES } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { availableSizes } from '../product/compare.ts';
import { isStockEvent, offerOfEvent, type ProductEvent } from '../product/event.ts';
import { inRange, OPERATORS_OWN, type WebhookRange } from './subscriptions/match.ts';

/** When a stock event edits the product's last message instead of sending another. */
export interface EditPolicy {
	/** How long a message is edited after it began, ms. */
	windowMs: number;
	/** The minimum pause after the first edit of a message, after the second, and so on, ms; the last one for all others. */
	gapsMs: readonly number[];
}

/**
 * The first edit is sent at once, because it is usually the one that matters; the pauses then grow. Their sum is the
 * window: the sixth edit is sent after the window ended, so it carries the final state and no further one follows.
 */
export const EDITABLE_WINDOW: EditPolicy = { windowMs: 600_000, gapsMs: [20_000, 40_000, 90_000, 180_000, 270_000] };

/** The message that an event continues, and the product's states since it began. */
export interface EditableMessage {
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
export interface Editable {
	/** Messages of the product within the window, of which some webhooks have one to edit. */
	earlier: readonly number[];
	/** Those of them that began at some webhook, which can be others at each: filters and topics differ. The latest first. */
	editable: readonly EditableMessage[];
	/** The one whose edit all others get; null if the event's message begins. */
	continues: number | null;
}

/**
 * An event that is later than the one it precedes by more than this dates from before the clock was set back, so its
 * message may be old. The clocks of two processes differ by less.
 */
const LARGEST_SKEW_MS = 60_000;
const NOTHING: Editable = { earlier: [], editable: [], continues: null };
/** The newest messages of a product that are searched for those to edit. */
const MAX_EARLIER = 100;
/** The newest of them that an edit is composed for, and the newest states that are read to find the sizes that went. */
const MAX_STATES = 20;

/** Finds the messages that an event edits; none for an event that is not only about stock. */
export async function findEditable(knex: Knex, event: ProductEvent, { windowMs } = EDITABLE_WINDOW): Promise<Editable> {
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
	const editable = begins.flatMap(({ id, eventId }) => editableWith(id, eventId, states));
	const continues = newest.continues ?? newest.id;
	return {
		earlier: [...new Set([...rows, ...begins].map(({ id }) => id))],
		editable,
		continues: editable.some(({ messageId }) => messageId === continues) ? continues : null,
	};
}

/** A message with the states since the event that began it; none if that was deleted. */
function editableWith(messageId: number, eventId: number, states: readonly StoredEvent[]): EditableMessage[] {
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
	// A release has messages of its own.
	return knex('events as e')
		.where(product)
		.whereIn('e.kind', [...CHECK_KINDS]);
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

/** Deliveries per statement. */
const CHUNK = 500;

export interface Edits {
	/** The message with the new state. */
	messageId: number;
	/** The product's messages that can be edited. */
	earlier: readonly number[];
	/** Epoch ms. */
	queuedAt: number;
	/** See `EditPolicy`. */
	gapsMs: readonly number[];
}

/**
 * Queues the edits of the product's earlier messages: one for each webhook of the range that got one of them and whose
 * delivery did not fail, whatever the webhook is subscribed to. An edit that was not begun yet is replaced. Channels of
 * a paused guild, disabled webhooks and owners who paused all their subscriptions of the webhook get none, and keep one
 * that waits.
 */
export async function insertEdits(trx: Knex.Transaction, edits: Edits, range: WebhookRange): Promise<void> {
	await deleteReplaced(trx, edits, range);
	const { messageId, queuedAt } = edits;
	const rows = edited(trx, edits, range)
		.orderBy('n.webhookId')
		.select(
			trx.raw('?', [messageId]),
			'n.webhookId',
			'o.topicId',
			'o.guildId',
			'o.target',
			trx.raw(`'pending'`),
			trx.raw('?', [queuedAt]),
			'n.original',
			notBefore(trx, edits),
			'o.overlay',
			'o.variant',
		);
	const columns = [
		'messageId',
		'webhookId',
		'topicId',
		'guildId',
		'target',
		'status',
		'queuedAt',
		'editOf',
		'notBefore',
		'overlay',
		'variant',
	];
	await trx(trx.raw(`?? (${columns.map(() => '??').join(', ')})`, ['deliveries', ...columns])).insert(rows);
}

/** The deliveries (`o`) whose messages get the edit, with their chains (`n`). */
function edited(trx: Knex.Transaction, edits: Edits, range: WebhookRange): Knex.QueryBuilder {
	const paused = trx('guilds').whereNotNull('pausedAt').select('guildId');
	return trx
		.from(newestChains(trx, edits, range).as('n'))
		.where('n.place', 1)
		.join('deliveries as o', 'o.id', 'n.original')
		.whereIn('o.messageId', edits.earlier)
		.join('webhooks as w', 'w.id', 'n.webhookId')
		.where('w.active', 1)
		.where((served) => void served.whereNull('o.guildId').orWhereNotIn('o.guildId', paused))
		.where((held) => void held.whereNotExists(subscribed(trx, 1)).orWhereExists(subscribed(trx, 0)));
}

/**
 * The end of a slice of the webhooks that have one of the messages: between `after` and this ID are at most `size` of
 * each message.
 * @returns null if fewer are left
 */
export async function editsEnd(
	trx: Knex.Transaction,
	earlier: readonly number[],
	after: number,
	size: number,
): Promise<number | null> {
	const ends: number[] = [];
	for (const messageId of earlier) {
		const row = await trx('deliveries')
			.where({ messageId })
			.where('webhookId', '>', after)
			.orderBy('webhookId')
			.offset(size - 1)
			.first('webhookId');
		if (row?.webhookId) ends.push(row.webhookId);
	}
	return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Deletes the waiting edits of the messages that get a new one, so that only the newest state is kept. An edit that a process may have in memory stays:
 * it is sent, and the new one after it. If it were deleted, it would not be counted.
 */
async function deleteReplaced(trx: Knex.Transaction, edits: Edits, range: WebhookRange): Promise<void> {
	const waiting: { id: number; webhookId: number; editOf: number }[] = await inRange(
		trx('deliveries').whereIn('messageId', edits.earlier),
		range,
	)
		.whereNotNull('editOf')
		.whereIn('status', [...OPEN_STATUSES])
		.orderBy('webhookId')
		.select('id', 'webhookId', 'editOf');
	if (waiting.length === 0) return;
	const originals = new Set<number>(await edited(trx, edits, range).pluck('n.original'));
	const replaced = waiting.filter(({ editOf }) => originals.has(editOf));
	for (const some of chunks(replaced, CHUNK)) {
		const idle = trx('webhooks')
			.whereIn('id', [...new Set(some.map(({ webhookId }) => webhookId))])
			.whereNull('claimedBy')
			.orderBy('id');
		// Locked, so that no process claims one of them before this transaction ends.
		const idleIds: number[] = await (trx.client.dialect === 'mysql' ? idle.forUpdate() : idle).pluck('id');
		await trx('deliveries')
			.whereIn(
				'id',
				some.map(({ id }) => id),
			)
			.whereIn('status', [...OPEN_STATUSES])
			.where(
				(unclaimed) =>
					void unclaimed.whereIn('webhookId', idleIds).orWhere('notBefore', '>', databaseClock({ knex: trx })),
			)
			.delete();
	}
}

/**
 * By webhook and original delivery: the number of its edits, and when the last one was sent. `place` is 1 for the
 * webhook's newest original, for each owner whose options make it a message of its own.
 */
function newestChains(trx: Knex.Transaction, { earlier, queuedAt }: Edits, range: WebhookRange): Knex.QueryBuilder {
	const original = trx.raw('coalesce(??, ??)', ['editOf', 'id']);
	const chains = inRange(trx('deliveries').whereIn('messageId', earlier), range)
		.whereNotIn('status', ['failed', 'expired'])
		.groupBy('webhookId', 'variant', original)
		.select(
			'webhookId',
			'variant',
			trx.raw('? as ??', [original, 'original']),
			trx.raw('sum(case when ?? is null then 0 else 1 end) as ??', ['editOf', 'edits']),
			// One that a process is sending counts as sent now.
			trx.raw('max(case when ?? is null then null else coalesce(??, ?) end) as ??', [
				'editOf',
				'sentAt',
				queuedAt,
				'lastAt',
			]),
		);
	return trx
		.from(chains.as('c'))
		.select('webhookId', 'original', 'edits', 'lastAt')
		.rowNumber('place', (over) => void over.partitionBy(['webhookId', 'variant']).orderBy('original', 'desc'));
}

/** The subscriptions through which the owner of the message `o` gets its product's messages at that webhook. */
function subscribed(trx: Knex.Transaction, paused: 0 | 1): Knex.QueryBuilder {
	return trx('subscriptions as s')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereRaw('?? = ??', ['s.webhookId', 'n.webhookId'])
		.whereRaw('(?? = ? or ?? = ??)', ['s.list', BROADCAST_LIST, 's.topicId', 'o.topicId'])
		.whereRaw(`(?? = '' or ?? = coalesce(??, ?))`, ['o.variant', 'o.variant', 'c.guildId', OPERATORS_OWN])
		.where('s.paused', paused)
		.select(trx.raw('1'));
}

/** When the edit can be sent, by the database's clock: at once, or after the pause that follows the last edit. */
function notBefore(trx: Knex.Transaction, { gapsMs, queuedAt }: Edits): Knex.Raw {
	const cases = gapsMs.map((gap, index) => `when ${index + 1} then ${Math.ceil(gap)}`).join(' ');
	const gap = `(case n.edits ${cases} else ${Math.ceil(gapsMs.at(-1) ?? 0)} end)`;
	const wait = `${gap} - (? - ??)`;
	return trx.raw(`case when n.edits = 0 or ${wait} <= 0 then 0 else ? + ${wait} end`, [
		queuedAt,
		'n.lastAt',
		databaseClock({ knex: trx }),
		queuedAt,
		'n.lastAt',
	]);
}
