import type { Database, Knex } from '@dropwire/db';
import { offerOf } from '@dropwire/domain';
import { offerOfEvent, type ProductEvent, storedEvent } from '../product/event.ts';
import { filterOf, isRestock } from '../publish/subscriptions/filter.ts';
import { decideWatch, type WatchedFacts, watchedFacts, type WatchFilter } from './watchDecision.ts';

/** Watches per transaction: the embedded database is blocked for a few milliseconds. */
const SLICE = 1000;
/** How long a STOCK event edits a notice instead of being one, ms (contract: "Personal watches"). */
const EDITABLE_MS = 10 * 60_000;
/** The minimum time between two edits of a notice, ms. */
const EDIT_GAP_MS = 20_000;

/** Stores with an event that its watches are to be matched, if there is one: the notices follow in slices. */
export async function queueMatching(trx: Knex.Transaction, eventId: number, event: ProductEvent): Promise<void> {
	const { source: brand, sku } = event;
	if (await trx('watches').where({ brand, sku }).first('id')) await trx('watch_fanouts').insert({ eventId });
}

/**
 * Queues the notices of the next watches of the oldest event, in the order of their creation. The position changes in the
 * same transaction, so that a killed process loses and repeats nothing.
 * @returns false if nothing is left to match, or another process does it
 */
export async function continueMatching(db: Database, now = Date.now()): Promise<boolean> {
	const oldest = await db.knex('watch_fanouts').orderBy('eventId').first('eventId');
	if (!oldest) return false;
	return db.transaction(async (trx) => {
		const query = trx('watch_fanouts').where(oldest);
		const fanout = await (db.dialect === 'mysql' ? query.forUpdate().skipLocked() : query).first();
		if (!fanout) return false;
		const { eventId, lastWatchId } = fanout;
		const event = await eventOf(trx, eventId);
		const watches = event === null ? [] : await nextWatches(trx, event, lastWatchId, now);
		if (event !== null && watches.length > 0) await queueNotices(trx, { eventId, event, now }, watches);
		const last = watches.length === SLICE ? watches.at(-1) : undefined;
		if (last) await trx('watch_fanouts').where({ eventId }).update({ lastWatchId: last.id });
		else await trx('watch_fanouts').where({ eventId }).delete();
		return true;
	});
}

/** Null if it was deleted. */
async function eventOf(trx: Knex, id: number): Promise<ProductEvent | null> {
	const row = await trx('events').where({ id }).first('source', 'sku', 'region', 'kind', 'before', 'after', 'at');
	return row ? storedEvent(row) : null;
}

type MatchedWatch = WatchFilter & { id: number };

/** Watches of the product that are neither muted nor snoozed. */
function nextWatches(
	trx: Knex,
	{ source: brand, sku }: ProductEvent,
	after: number,
	now: number,
): Promise<MatchedWatch[]> {
	return trx('watches')
		.where({ brand, sku, muted: 0 })
		.where('id', '>', after)
		.where((awake) => void awake.whereNull('snoozedUntil').orWhere('snoozedUntil', '<=', now))
		.orderBy('id')
		.limit(SLICE)
		.select('id', 'regions', 'maxAmount', 'maxCurrency', 'options');
}

interface Matching {
	eventId: number;
	event: ProductEvent;
	now: number;
}

async function queueNotices(trx: Knex, matching: Matching, watches: readonly MatchedWatch[]): Promise<void> {
	const { eventId, event, now } = matching;
	const facts = watchedFacts(event);
	// A watch that counts the state which the product entered as available gets a restock.
	const editable = watches.filter(({ options }) => !isRestock(filterOf(options), facts.filtered));
	const edited = event.kind === 'STOCK' ? await queueEdits(trx, matching, editable) : new Set<number>();
	const ids = wantedBy(watches, facts).filter((id) => !edited.has(id));
	if (ids.length === 0) return;
	const columns = ['discordId', 'watchId', 'eventId', 'status', 'queuedAt'];
	// The ids are part of the text: binding hundreds of them costs more than the statement itself.
	const rows = trx('watches')
		.whereRaw(`?? in (${ids.join(',')})`, ['id'])
		.orderBy('id')
		.select('discordId', 'id', trx.raw('?', [eventId]), trx.raw(`'queued'`), trx.raw('?', [now]));
	await trx(trx.raw(`?? (${columns.map(() => '??').join(', ')})`, ['watch_notices', ...columns])).insert(rows);
}

/** The ids of the watches that want the event. */
function wantedBy(watches: readonly MatchedWatch[], facts: WatchedFacts): number[] {
	return watches.flatMap((watch) => (decideWatch(watch, facts) === null ? [watch.id] : []));
}

function idsOf(watches: readonly MatchedWatch[]): string {
	return watches.map(({ id }) => id).join(',');
}

interface Editable {
	id: number;
	watchId: number;
	discordId: string;
	editOf: number | null;
	sentAt: number | null;
	queuedAt: number;
	before: string | null;
	after: string | null;
}

/**
 * Queues an edit for each watch that had a notice of the same product in the last minutes, whatever kinds it wants. An edit
 * that still waits is replaced.
 * @returns the watches that get one
 */
async function queueEdits(
	trx: Knex,
	{ eventId, event, now }: Matching,
	watches: readonly MatchedWatch[],
): Promise<Set<number>> {
	if (watches.length === 0) return new Set();
	const recent: Editable[] = await trx('watch_notices as n')
		.join('events as e', 'e.id', 'n.eventId')
		.whereRaw(`?? in (${idsOf(watches)})`, ['n.watchId'])
		.whereIn('n.status', ['queued', 'sent'])
		.where('n.queuedAt', '>', now - EDITABLE_MS)
		.where('e.region', event.region)
		.orderBy('n.id')
		.select('n.id', 'n.watchId', 'n.discordId', 'n.editOf', 'n.sentAt', 'n.queuedAt', 'e.before', 'e.after');
	const ofOffer = recent.filter(({ before, after }) => offerIn(after ?? before) === offerOfEvent(event));
	const newest = new Map(ofOffer.filter(({ editOf }) => editOf === null).map((row) => [row.watchId, row]));
	if (newest.size === 0) return new Set();
	const originals = [...newest.values()];
	const edits = ofOffer.filter(({ editOf }) => editOf !== null);
	const waiting = edits.filter(({ sentAt }) => sentAt === null).map(({ id }) => id);
	if (waiting.length > 0) {
		await trx('watch_notices').whereIn('id', waiting).where({ status: 'queued' }).whereNull('sentWith').delete();
	}
	const lastEdit = new Map(edits.map(({ editOf, sentAt }) => [editOf, sentAt ?? 0]));
	const rows = originals.map(({ id, watchId, discordId }) => ({
		discordId,
		watchId,
		eventId,
		status: 'queued' as const,
		editOf: id,
		queuedAt: now,
		notBefore: lastEdit.has(id) ? Math.max(now, (lastEdit.get(id) ?? 0) + EDIT_GAP_MS) : 0,
	}));
	for (let from = 0; from < rows.length; from += EDITS_PER_STATEMENT) {
		await trx('watch_notices').insert(rows.slice(from, from + EDITS_PER_STATEMENT));
	}
	return new Set(newest.keys());
}

const EDITS_PER_STATEMENT = 200;

function offerIn(snapshot: string | null): string {
	const { category = '' } = JSON.parse(snapshot ?? '{}') as { category?: string };
	return offerOf(category);
}
