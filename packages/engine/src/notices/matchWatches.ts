import type { Database, Knex, StoredRow } from '@dropwire/db';
import { type Brand, CHECK_KINDS, chunks } from '@dropwire/domain';
import { offerOfEvent, type ProductEvent, storedEvent } from '../product/event.ts';
import { filterOf, isRestock } from '../publish/subscriptions/filter.ts';
import { type Hold, holdOf, storeHolds } from '../why/holds.ts';
import { decideWatch, type WatchedFacts, watchedFacts, type WatchFilter } from './watchDecision.ts';

/**
 * Watches that are read in a transaction, those that are read at a time, and those that get a notice: the embedded database is blocked
 * for that long, and messages to channels wait.
 */
const SLICE = 5000;
const PAGE = 500;
const MAX_NOTICES = 250;
/** How long a STOCK event edits a notice instead of being one, ms (contract: "Personal watches"). */
const EDITABLE_MS = 10 * 60_000;
/** The minimum time between two edits of a notice, ms. */
const EDIT_GAP_MS = 20_000;

/** Stores with an event that its watches are to be matched, if there is one: the notices follow in slices. */
export async function queueMatching(trx: Knex.Transaction, eventId: number, event: ProductEvent): Promise<void> {
	const { source: brand, sku } = event;
	if (!(await trx('watches').where({ brand, sku }).first('id'))) return;
	await trx('watch_fanouts').insert({ eventId, queuedAt: Date.now() });
}

/** The same for events of one brand. */
export async function queueMatchingAll(
	trx: Knex.Transaction,
	brand: Brand,
	events: readonly { id: number; sku: string }[],
): Promise<void> {
	for (const some of chunks(events, PER_STATEMENT)) {
		const skus = some.map(({ sku }) => sku);
		const watched = new Set(await trx('watches').where({ brand }).whereIn('sku', skus).distinct('sku').pluck('sku'));
		const queuedAt = Date.now();
		const rows = some.filter(({ sku }) => watched.has(sku)).map(({ id: eventId }) => ({ eventId, queuedAt }));
		if (rows.length > 0) await trx('watch_fanouts').insert(rows);
	}
}

/**
 * Queues the notices of the next watches of the oldest event, in the order of their creation. The position changes in the
 * same transaction, so that a killed process loses and repeats nothing.
 * @returns false if nothing is left to match, or another process does it
 */
export async function continueMatching(db: Database, now = Date.now()): Promise<boolean> {
	const oldest = await db.knex('watch_fanouts').orderBy('eventId').first('eventId');
	if (!oldest) return false;
	const matchNext = async (trx: Knex.Transaction) => {
		const query = trx('watch_fanouts').where(oldest);
		const fanout = await (db.dialect === 'mysql' ? query.forUpdate().skipLocked() : query).first();
		if (!fanout) return false;
		const { eventId, lastWatchId, queuedAt } = fanout;
		const event = await eventOf(trx, eventId);
		const last = event === null ? null : await matchSlice(trx, { eventId, event, queuedAt, now }, lastWatchId);
		if (last === null) await trx('watch_fanouts').where({ eventId }).delete();
		else await trx('watch_fanouts').where({ eventId }).update({ lastWatchId: last });
		return true;
	};
	// A power failure that undoes a slice undoes its position with it, and no notice of it was sent: that would have put the
	// slice on the disk.
	return db.transaction(matchNext, { durable: false });
}

/** Whether all that is left to match are further watches of one event. */
export async function isInsideLastEvent({ knex }: Database): Promise<boolean> {
	const [one, other] = await knex('watch_fanouts').orderBy('eventId').limit(2).select('lastWatchId');
	return one !== undefined && one.lastWatchId > 0 && other === undefined;
}

/** Null if it was deleted. */
async function eventOf(trx: Knex, id: number): Promise<ProductEvent | null> {
	const row = await trx('events').where({ id }).first('source', 'sku', 'region', 'kind', 'before', 'after', 'at');
	return row ? storedEvent(row) : null;
}

type MatchedWatch = WatchFilter & Pick<StoredRow<'watches'>, 'id' | 'muted' | 'snoozedUntil'>;

/** Watches of the product. */
function nextWatches(trx: Knex, { source: brand, sku }: ProductEvent, after: number): Promise<MatchedWatch[]> {
	return trx('watches')
		.where({ brand, sku })
		.where('id', '>', after)
		.orderBy('id')
		.limit(PAGE)
		.select('id', 'regions', 'maxAmount', 'maxCurrency', 'options', 'muted', 'snoozedUntil');
}

/** What holds an event back from a watch; null if nothing does. */
function holdFrom(watch: MatchedWatch, facts: WatchedFacts, now: number): Hold | null {
	if (watch.muted) return 'muted';
	if (watch.snoozedUntil !== null && watch.snoozedUntil > now) return 'snoozed';
	const rule = decideWatch(watch, facts);
	return rule && holdOf(rule);
}

interface Matching {
	eventId: number;
	event: ProductEvent;
	/** When the event was queued, epoch ms: its notices are as old, however late they are matched. */
	queuedAt: number;
	now: number;
	/** The watch after which these begin. */
	after: number;
}

/** @returns the last watch that was matched; null if it was the last of all */
async function matchSlice(trx: Knex, matching: Omit<Matching, 'after'>, after: number): Promise<number | null> {
	let last = after;
	let queued = 0;
	for (let read = 0; read < SLICE && queued < MAX_NOTICES; read += PAGE) {
		const watches = await nextWatches(trx, matching.event, last);
		const page = await queueNotices(trx, { ...matching, after: last }, watches, MAX_NOTICES - queued);
		if (page.last === null) return null;
		last = page.last;
		queued += page.queued;
	}
	return last;
}

/**
 * @param max the most notices
 * @returns the last watch that was matched, null if it was the last of all; and the number of notices
 */
async function queueNotices(
	trx: Knex,
	matching: Matching,
	watches: readonly MatchedWatch[],
	max: number,
): Promise<{ last: number | null; queued: number }> {
	const { eventId, event, queuedAt, now, after } = matching;
	const facts = watchedFacts(event);
	// A watch that counts the state which the product entered as available gets a restock.
	const canEdit = (watch: MatchedWatch) => !isRestock(filterOf(watch.options), facts.filtered);
	const editable = event.kind === 'STOCK' ? await editableNotices(trx, matching, watches) : NONE;
	const [edits, ids]: [Editable[], number[]] = [[], []];
	const holds = new Map<number, Hold>();
	let last: MatchedWatch | undefined;
	for (const watch of watches) {
		if (edits.length + ids.length === max) break;
		last = watch;
		const hold = holdFrom(watch, facts, now);
		const edited = hold === 'muted' || hold === 'snoozed' ? undefined : editable.originals.get(watch.id);
		if (edited && canEdit(watch)) edits.push(edited);
		else if (hold === null) ids.push(watch.id);
		else holds.set(watch.id, hold);
	}
	await storeHolds(trx, { eventId, owners: 'watch', after }, holds);
	if (edits.length > 0) await queueEdits(trx, matching, edits, editable.edits);
	if (ids.length > 0) await insertNotices(trx, ids, eventId, queuedAt);
	const isMore = last !== watches.at(-1) || watches.length === PAGE;
	return { last: last && isMore ? last.id : null, queued: edits.length + ids.length };
}

async function insertNotices(trx: Knex, ids: readonly number[], eventId: number, queuedAt: number): Promise<void> {
	const columns = ['discordId', 'watchId', 'eventId', 'status', 'queuedAt'];
	// The ids are part of the text: binding hundreds of them costs more than the statement itself.
	const rows = trx('watches')
		.whereRaw(`?? in (${ids.join(',')})`, ['id'])
		.orderBy('id')
		.select('discordId', 'id', trx.raw('?', [eventId]), trx.raw(`'queued'`), trx.raw('?', [queuedAt]));
	await trx(trx.raw(`?? (${columns.map(() => '??').join(', ')})`, ['watch_notices', ...columns])).insert(rows);
}

/** A notice of the last minutes. */
interface Editable {
	id: number;
	watchId: number;
	discordId: string;
	editOf: number | null;
	sentWith: number | null;
	sentAt: number | null;
}

interface EditableNotices {
	/** By watch: its newest notice of the product. */
	originals: ReadonlyMap<number, Editable>;
	edits: readonly Editable[];
}
const NONE: EditableNotices = { originals: new Map(), edits: [] };

/** The notices of these watches about the same product in the minutes before the event. */
async function editableNotices(
	trx: Knex,
	{ event, queuedAt }: Matching,
	watches: readonly MatchedWatch[],
): Promise<EditableNotices> {
	const { source, sku, region } = event;
	const [first, last] = [watches[0], watches.at(-1)];
	if (!first || !last) return NONE;
	const eventIds: number[] = await trx('events')
		.where({ source, sku, region, offer: offerOfEvent(event) })
		// The notice of a release shows no stock.
		.whereIn('kind', [...CHECK_KINDS])
		.where('at', '>', queuedAt - EDITABLE_MS)
		.pluck('id');
	if (eventIds.length === 0) return NONE;
	const recent: Editable[] = await trx('watch_notices')
		.whereIn('eventId', eventIds)
		.whereBetween('watchId', [first.id, last.id])
		.whereIn('status', ['queued', 'sent'])
		.where('queuedAt', '>', queuedAt - EDITABLE_MS)
		.orderBy('id')
		.select('id', 'watchId', 'discordId', 'editOf', 'sentWith', 'sentAt');
	return {
		originals: new Map(recent.filter(({ editOf }) => editOf === null).map((row) => [row.watchId, row])),
		edits: recent.filter(({ editOf }) => editOf !== null),
	};
}

/** Queues an edit of each notice, whatever kinds its watch wants. An edit that still waits is replaced. */
async function queueEdits(
	trx: Knex,
	{ eventId, queuedAt, now }: Matching,
	originals: readonly Editable[],
	edits: readonly Editable[],
): Promise<void> {
	const own = new Set(originals.map(({ id }) => id));
	const ofThese = edits.filter(({ editOf }) => own.has(editOf ?? 0));
	const waiting = ofThese.filter(({ sentAt, sentWith }) => sentAt === null && sentWith === null).map(({ id }) => id);
	if (waiting.length > 0) await trx('watch_notices').whereIn('id', waiting).where({ status: 'queued' }).delete();
	const lastEdit = new Map<number | null, number>();
	for (const { editOf, sentAt, sentWith } of ofThese) {
		// One that was tried can arrive now.
		const at = sentAt ?? (sentWith === null ? 0 : now);
		lastEdit.set(editOf, Math.max(lastEdit.get(editOf) ?? 0, at));
	}
	const rows = originals.map(({ id, watchId, discordId }) => ({
		discordId,
		watchId,
		eventId,
		status: 'queued' as const,
		editOf: id,
		queuedAt,
		notBefore: (lastEdit.get(id) ?? 0) + EDIT_GAP_MS,
	}));
	for (const some of chunks(rows, PER_STATEMENT)) await trx('watch_notices').insert(some);
}

const PER_STATEMENT = 200;
