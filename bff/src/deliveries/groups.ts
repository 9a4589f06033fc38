import type { MESSAGE_KINDS } from '@dropwire/contract';
import type { Delivery, Knex } from '@dropwire/db';
import { type Brand, type DeliveryStatus, EVENT_KINDS, type EventKind, type Region } from '@dropwire/domain';
import { newestEvents } from '../events/newest.ts';
import { newestMessages } from './newest.ts';
import { newestOfWebhooks } from './ofWebhooks.ts';

/** What messages are searched by; null matches every message. */
export interface GroupFilter {
	status: DeliveryStatus | null;
	topicIds: readonly number[] | null;
	guildIds: readonly string[] | null;
	webhookIds: readonly number[] | null;
	/** The spellings of a SKU. */
	skus: readonly string[] | null;
	brand: Brand | null;
	region: Region | null;
	kind: (typeof MESSAGE_KINDS)[number] | null;
	/** Epoch ms, inclusive. */
	since: number | null;
	until: number | null;
}

/** A message that may match, and its newest row of the driving table among those that were read. */
interface Candidate {
	at: number;
	messageId: number;
}
/** The messages of rows that were read together, newest first. */
interface Batch {
	candidates: Candidate[];
	/** The last row that was read, and its message; the next batch begins below it. */
	last: Candidate;
	/** Whether there may be rows below it. */
	more: boolean;
}
/** Reads candidates with smaller rows than `before`, newest first. */
type Driver = (before: number | null, max: number) => Promise<Batch>;

/** Rows of the first statements, and how many times as many each further one reads. */
const [BATCH, GROWTH] = [100, 4];
/** The most rows that one call reads. */
const MAX_READ = 2000;
/** The longest time in which the deliveries of a message are queued, ms. */
const FANOUT_MS = 600_000;

/**
 * The newest messages that match, newest first. The most selective facet names the candidates, which an index has in
 * order: the deliveries of webhooks, topics, guilds or an outcome, the events of a product, or all messages. The others are
 * checked on these. A call reads a bounded number of candidates, whatever the size of the log.
 * @param cursor the `next` of the page before
 */
export async function newestGroups(
	knex: Knex,
	filter: GroupFilter,
	cursor: number | null,
	max: number,
): Promise<{ ids: number[]; next: number | null }> {
	// Only events have these facets.
	const ofEvents = filter.skus !== null || filter.brand !== null || filter.region !== null;
	if (ofEvents && filter.kind !== null && eventKindOf(filter) === null) return { ids: [], next: null };
	const { driver, end } = await driverOf(knex, filter);
	let before = cursor ?? end;
	const ids = new Set<number>();
	let size = BATCH;
	for (let looked = 0; looked < MAX_READ; looked += size) {
		if (looked > 0) size = Math.min(size * GROWTH, MAX_READ - looked);
		const { candidates, last, more } = await driver(before, size);
		const { matching, older } = await matches(knex, filter, candidates, last.messageId);
		for (const { at, messageId } of candidates) {
			if (!matching.has(messageId) || ids.has(messageId)) continue;
			if (ids.size === max) return { ids: [...ids], next: at + 1 };
			ids.add(messageId);
		}
		if (!more || older) return { ids: [...ids], next: null };
		before = last.at;
	}
	return { ids: [...ids], next: before };
}

function eventKindOf({ kind }: GroupFilter): EventKind | null {
	return EVENT_KINDS.find((one) => one === kind) ?? null;
}

/** The driver for a filter, and the row before which it starts because of `until`. */
async function driverOf(knex: Knex, filter: GroupFilter): Promise<{ driver: Driver; end: number | null }> {
	const { status, topicIds, guildIds, webhookIds, skus, brand, region, until } = filter;
	if (webhookIds || status || topicIds || guildIds) {
		const driver = webhookIds ? ofWebhooks(knex, webhookIds, filter) : ofLog(knex, filter);
		return { driver, end: until === null ? null : await deliveryAfter(knex, until + FANOUT_MS) };
	}
	const kind = eventKindOf(filter);
	if (skus !== null || brand || region || kind) {
		// Those of one SKU have no index for the other facets, so as many are read as a call reads at most.
		const own =
			skus === null ? { skus, source: brand, region, kind } : { skus, source: null, region: null, kind: null };
		const driver = oneByOne(async (before, max) => {
			const ids = await newestEvents(knex, { ...own, reachedNobody: false, before }, max);
			const rows: { id: number; eventId: number }[] = await knex('messages')
				.whereIn('eventId', ids)
				.select('id', 'eventId');
			const messages = new Map(rows.map((row) => [row.eventId, row.id]));
			return ids.map((at) => ({ at, messageId: messages.get(at) ?? 0 }));
		});
		return { driver, end: until === null ? null : await firstAfter(knex, 'events', 'at', until) };
	}
	const driver = oneByOne(async (before, max) => {
		const query = knex('messages').orderBy('id', 'desc').limit(max).select('id');
		if (before !== null) void query.where('id', '<', before);
		const rows: { id: number }[] = await query;
		return rows.map(({ id }) => ({ at: id, messageId: id }));
	});
	return { driver, end: until === null ? null : await firstAfter(knex, 'messages', 'queuedAt', until) };
}

const NONE: Candidate = { at: 0, messageId: 0 };

/** A driver of rows that are read one by one. */
function oneByOne(read: (before: number | null, max: number) => Promise<Candidate[]>): Driver {
	return async (before, max) => {
		const candidates = await read(before, max);
		return { candidates, last: candidates.at(-1) ?? NONE, more: candidates.length === max };
	};
}

/** The messages of those deliveries of webhooks that match the other facets of deliveries. */
function ofWebhooks(knex: Knex, webhookIds: readonly number[], { status, topicIds, guildIds }: GroupFilter): Driver {
	return async (before, max) => {
		const { ids, more } = await newestOfWebhooks(knex, webhookIds, { before, max });
		const rows: Pick<Delivery, 'id' | 'messageId' | 'status' | 'topicId' | 'guildId'>[] = await knex('deliveries')
			.whereIn('id', ids)
			.orderBy('id', 'desc')
			.select('id', 'messageId', 'status', 'topicId', 'guildId');
		const own = rows.filter(
			(row) =>
				(!status || row.status === status) &&
				(!topicIds || topicIds.includes(Number(row.topicId))) &&
				(!guildIds || guildIds.includes(String(row.guildId))),
		);
		const candidates = own.map(({ id, messageId }) => ({ at: id, messageId }));
		const last = rows.at(-1);
		return { candidates, last: last ? { at: last.id, messageId: last.messageId } : NONE, more };
	};
}

function ofLog(knex: Knex, { status, topicIds, guildIds }: GroupFilter): Driver {
	return async (before, max) => {
		const filter = { status, topicIds, guildIds, messageIds: null, withEdits: true, before };
		const found = await newestMessages(knex, filter, max);
		const count = found.reduce((sum, message) => sum + message.count, 0);
		const last = found.toSorted((a, b) => a.oldest - b.oldest)[0];
		return {
			candidates: found.map(({ messageId, newest }) => ({ at: newest, messageId })).toSorted((a, b) => b.at - a.at),
			last: last ? { at: last.oldest, messageId: last.messageId } : NONE,
			more: count === max,
		};
	};
}

/**
 * Which of the candidates match the facets of messages and events, and whether they are older than the time asked for.
 * Both tables are read by their keys alone: with a facet, the databases would rather read all events of a SKU.
 * @param oldest the message of the last row that was read; 0 for none
 */
async function matches(knex: Knex, filter: GroupFilter, candidates: readonly Candidate[], oldest: number) {
	const { skus, brand, region, kind, since, until } = filter;
	const ids = new Set([...candidates.map(({ messageId }) => messageId), oldest]);
	const rows = await knex('messages')
		.whereIn('id', [...ids])
		.select('id', 'kind', 'eventId', 'queuedAt');
	const older = since !== null && rows.some(({ id, queuedAt }) => id === oldest && queuedAt < since);
	const eventKind = eventKindOf(filter);
	const ofMessage = rows.filter(
		(row) =>
			(kind === null || eventKind !== null || row.kind === kind) &&
			(since === null || row.queuedAt >= since) &&
			(until === null || row.queuedAt <= until),
	);
	if (skus === null && !brand && !region && !eventKind) {
		return { matching: new Set(ofMessage.map(({ id }) => id)), older };
	}
	const events = await knex('events')
		.whereIn(
			'id',
			ofMessage.flatMap(({ eventId }) => eventId ?? []),
		)
		.select('id', 'sku', 'source', 'region', 'kind');
	const matchingEvents = new Set<number | null>(
		events
			.filter(
				(event) =>
					(skus === null || skus.includes(event.sku)) &&
					(!brand || event.source === brand) &&
					(!region || event.region === region) &&
					(!eventKind || event.kind === eventKind),
			)
			.map(({ id }) => id),
	);
	return { matching: new Set(ofMessage.filter((row) => matchingEvents.has(row.eventId)).map(({ id }) => id)), older };
}

/** The first row after a time, which everything up to that time is before. */
async function firstAfter(knex: Knex, table: 'events' | 'messages', time: string, at: number): Promise<number | null> {
	const row: { id: number } | undefined = await knex(table).where(time, '>', at).orderBy(time).first('id');
	return row?.id ?? null;
}

async function deliveryAfter(knex: Knex, at: number): Promise<number | null> {
	const row: { id: number } | undefined = await knex('messages as m')
		.join('deliveries as d', 'd.messageId', 'm.id')
		.where('m.queuedAt', '>', at)
		.orderBy('m.queuedAt')
		.first('d.id');
	return row?.id ?? null;
}
