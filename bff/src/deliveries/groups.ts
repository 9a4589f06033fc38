import { DELIVERY_INDEXES, type Knex, tableByIndex } from '@dropwire/db';
import { type Brand, type DeliveryStatus, EVENT_KINDS, type EventKind, type Region } from '@dropwire/domain';
import { newestEvents } from '../events/newest.ts';
import { newestMessages } from './newest.ts';

/** What messages are searched by; null matches every message. */
export interface GroupFilter {
	status: DeliveryStatus | null;
	guildIds: readonly string[] | null;
	webhookIds: readonly number[] | null;
	sku: string | null;
	brand: Brand | null;
	region: Region | null;
	kind: EventKind | 'ANNOUNCEMENT' | 'TEST' | 'NOTICE' | null;
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
	/** The last row that was read; the next batch begins below it. */
	last: number;
	/** Whether there may be rows below it. */
	more: boolean;
}
interface Driver {
	/** Reads candidates with smaller rows than `before`, newest first. */
	read(before: number | null, most: number): Promise<Batch>;
	/** How many times as many rows each statement reads as the one before. */
	growth: number;
}

/** Rows of the first statements. */
const BATCH = 100;
/** The most rows that one call reads. */
const MOST_READ = 2000;
/** The longest time in which the deliveries of a message are queued, ms. */
const FANOUT_MS = 600_000;

/**
 * The newest messages that match, newest first. The most selective facet names the candidates, which an index has in
 * order: the deliveries of webhooks, guilds or an outcome, the events of a product, or all messages. The others are
 * checked on these. A call reads a bounded number of candidates, whatever the size of the log.
 * @param cursor the `next` of the page before
 */
export async function newestGroups(
	knex: Knex,
	filter: GroupFilter,
	cursor: number | null,
	most: number,
): Promise<{ ids: number[]; next: number | null }> {
	const { driver, end } = await driverOf(knex, filter);
	let before = cursor ?? end;
	const ids = new Set<number>();
	let size = BATCH;
	for (let looked = 0; looked < MOST_READ; looked += size) {
		if (looked > 0) size = Math.min(size * driver.growth, MOST_READ - looked);
		const { candidates, last, more } = await driver.read(before, size);
		const { matching, older } = await matches(knex, filter, candidates);
		for (const { at, messageId } of candidates) {
			if (!matching.has(messageId) || ids.has(messageId)) continue;
			if (ids.size === most) return { ids: [...ids], next: at + 1 };
			ids.add(messageId);
		}
		if (!more || older) return { ids: [...ids], next: null };
		before = last;
	}
	return { ids: [...ids], next: before };
}

/** The driver for a filter, and the row before which it starts because of `until`. */
async function driverOf(knex: Knex, filter: GroupFilter): Promise<{ driver: Driver; end: number | null }> {
	const { status, guildIds, webhookIds, sku, brand, region, kind, until } = filter;
	if (webhookIds || status || guildIds) {
		const driver = webhookIds ? ofWebhooks(knex, webhookIds) : ofLog(knex, status, guildIds);
		return { driver, end: until === null ? null : await deliveryAfter(knex, until + FANOUT_MS) };
	}
	const eventKind = EVENT_KINDS.find((one) => one === kind) ?? null;
	if (sku !== null || brand || region || eventKind) {
		const driver = oneByOne(async (before, most) => {
			const own = { sku, source: brand, region, kind: eventKind, reachedNobody: false, before };
			const ids = await newestEvents(knex, own, most);
			const rows: { id: number; eventId: number }[] = await knex('messages')
				.whereIn('eventId', ids)
				.select('id', 'eventId');
			const messages = new Map(rows.map((row) => [row.eventId, row.id]));
			return ids.map((at) => ({ at, messageId: messages.get(at) ?? 0 }));
		});
		return { driver, end: until === null ? null : await firstAfter(knex, 'events', 'at', until) };
	}
	const driver = oneByOne(async (before, most) => {
		const query = knex('messages').orderBy('id', 'desc').limit(most).select('id');
		if (before !== null) void query.where('id', '<', before);
		const rows: { id: number }[] = await query;
		return rows.map(({ id }) => ({ at: id, messageId: id }));
	});
	return { driver, end: until === null ? null : await firstAfter(knex, 'messages', 'queuedAt', until) };
}

/** A driver of rows that are read one by one, in batches of the same size. */
function oneByOne(read: (before: number | null, most: number) => Promise<Candidate[]>): Driver {
	return {
		growth: 1,
		async read(before, most) {
			const candidates = await read(before, most);
			return { candidates, last: candidates.at(-1)?.at ?? 0, more: candidates.length === most };
		},
	};
}

/** The messages of webhooks. Their edits are in the groups of other events, and no index has them in order. */
function ofWebhooks(knex: Knex, webhookIds: readonly number[]): Driver {
	return oneByOne(async (before, most) => {
		if (webhookIds.length === 0) return [];
		const parts = webhookIds.map((webhookId) => {
			const query = knex
				.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.edits))
				.where({ webhookId })
				.whereNull('editOf');
			if (before !== null) void query.where('id', '<', before);
			// SQLite takes a limit only in a query of its own.
			return knex.from(query.orderBy('id', 'desc').limit(most).select('id').as('part')).select('id');
		});
		const [first, ...others] = parts as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
		const rows: { id: number }[] = await first.unionAll(others);
		const ids = rows
			.map(({ id }) => id)
			.toSorted((a, b) => b - a)
			.slice(0, most);
		const owners: { id: number; messageId: number }[] = await knex('deliveries')
			.whereIn('id', ids)
			.select('id', 'messageId');
		const messages = new Map(owners.map(({ id, messageId }) => [id, messageId]));
		return ids.map((at) => ({ at, messageId: messages.get(at) as number }));
	});
}

function ofLog(knex: Knex, status: DeliveryStatus | null, guildIds: readonly string[] | null): Driver {
	return {
		// The database groups the rows, so larger batches cost little.
		growth: 4,
		async read(before, most) {
			const filter = { status, topicIds: null, guildIds, messageIds: null, withEdits: true, before };
			const found = await newestMessages(knex, filter, most);
			const count = found.reduce((sum, message) => sum + message.count, 0);
			return {
				candidates: found.map(({ messageId, newest }) => ({ at: newest, messageId })).toSorted((a, b) => b.at - a.at),
				last: Math.min(...found.map(({ oldest }) => oldest)),
				more: count === most,
			};
		},
	};
}

/** Which of the candidates match all facets, and whether they are older than the time asked for. */
async function matches(knex: Knex, filter: GroupFilter, batch: readonly Candidate[]) {
	const { status, guildIds, webhookIds, sku, brand, region, kind, since, until } = filter;
	const ids = [...new Set(batch.map(({ messageId }) => messageId))];
	const query = knex('messages as m').leftJoin('events as e', 'e.id', 'm.eventId').whereIn('m.id', ids);
	if (sku !== null) void query.where('e.sku', sku);
	if (brand) void query.where('e.source', brand);
	if (region) void query.where('e.region', region);
	if (kind) void (EVENT_KINDS.some((one) => one === kind) ? query.where('e.kind', kind) : query.where('m.kind', kind));
	if (since !== null) void query.where('m.queuedAt', '>=', since);
	if (until !== null) void query.where('m.queuedAt', '<=', until);
	const matching = new Set<number>(await query.pluck('m.id'));
	const last = batch.at(-1)?.messageId;
	const oldest = since === null || !last ? undefined : await knex('messages').where('id', last).first('queuedAt');
	const older = oldest !== undefined && (oldest as { queuedAt: number }).queuedAt < Number(since);
	if (!webhookIds || !(status || guildIds)) return { matching, older };

	// The webhooks name the candidates, and the same delivery must match the other facets of deliveries.
	const own = knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.message))
		.whereIn('messageId', [...matching])
		.whereIn('webhookId', [...webhookIds]);
	if (status) void own.where({ status });
	if (guildIds) void own.whereIn('guildId', [...guildIds]);
	return { matching: new Set<number>(await own.distinct().pluck('messageId')), older };
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
