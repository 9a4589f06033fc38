import { randomUUID } from 'node:crypto';
import { type Database, type Knex, Monitor, Product } from '@dropwire/db';
import { type CheckKind, type Offer, offerOf, type Region } from '@dropwire/domain';
import { announcesLaunches, type Answer, mergedSizes } from '@dropwire/retailers';
import { clockJumps } from '../../process/clockJumps.ts';
import { evaluate, isAfterPause } from '../../product/evaluate.ts';
import { type Digested, type Guarded, MAX_SINGLE, type Publisher } from '../../product/publisher.ts';
import { ALL_SIZES_GONE } from '../../product/sizes.ts';
import { CheckTrails } from '../../why/checkTrails.ts';
import { findingOf, type Found } from '../../why/finding.ts';
import { Products, type StoredProduct } from '../state/products.ts';
import { endRound } from '../../releases/record.ts';
import { type Report, withoutReportedOutage } from './reportedOutage.ts';

/** A report with when the product was read, epoch ms; null for now. `everyMs`: how often the monitor calls; unset if it does not say. */
export type ObservedReport = Report & { observedAt: number | null; everyMs?: number | undefined };

/** An event of a report, as the log has it. `event`: the id that its deliveries name. */
export interface ReportedEvent {
	event: number;
	kind: CheckKind;
	sku: string;
	region: Region;
}

/** A report that is older moves the state and the history of its product, but is no news, ms. */
const OLD_REPORT_MS = 10 * 60_000;

/** By how much the clocks of two servers can differ, ms. */
const LARGEST_SKEW_MS = 60_000;

/** The maximum number of comparisons when other processes keep changing the snapshot. */
const TRIES = 5;

export interface IngestOptions {
	/** Called after an event was stored. */
	onEvent?: (event: ReportedEvent) => void;
	/** Takes a NEW event, which the caller stores. */
	hold?: ((event: Guarded) => void) | null;
	/** See `RecordOptions`. */
	round?: string | null;
	/** Keeps what the report says. */
	trails?: Pick<CheckTrails, 'note'>;
}

/**
 * Ingests an external monitor's report: compares it with the last snapshot of that offer, stores it and sends it in the
 * same way as answers from our sources. The first report of a product is its baseline. A monitor is responsible for its
 * reports, so a removed product counts as gone at once, and its products need not be on a watch list. A report that is
 * not newer than the last one changes nothing, and one that was observed more than ten minutes ago makes no event.
 * @returns the kind of the resulting event, or null if there was none
 */
export async function ingest(
	db: Database,
	report: ObservedReport,
	publisher: Publisher,
	{ hold = null, round = null, trails, onEvent }: IngestOptions = {},
): Promise<CheckKind | null> {
	const { source, sku, region, monitor, observedAt, everyMs = 0 } = report;
	const answer = withEachSizeOnce(report.answer);
	const at = observedAt ?? Date.now();
	const isOld = Date.now() - at > OLD_REPORT_MS;
	const offer = await reportedOffer(db.knex, report);
	// An offer besides new products is not released.
	const launches = offer === 'NEW' ? () => ({ round, isSilent: isOld }) : null;
	const products = new Products(db, source, offer, 'reported', launches);
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		const product = (await products.load(region, [sku])).get(sku);
		// Several reports without a time can arrive in one millisecond.
		// A check far in the future dates from before the clock was set back.
		const isAhead = product && product.checkedAt > Date.now() + LARGEST_SKEW_MS;
		if (product && !isAhead && (at < product.checkedAt || (at === product.checkedAt && observedAt !== null)))
			return null;
		if (product && product.reportedBy !== monitor) await products.markReported(product, monitor);
		const known = product ? vouchedFor(product) : null;
		const jumpedSince = clockJumps.since;
		const aliveSince = product && (await whenAlive(db.knex, product, { at, monitor, everyMs }));
		const isPolled = product !== undefined && (await isPolledNow(db.knex, product, answer));
		// No next check is sure to publish what is held back: a monitor may report only changes.
		const reported = { quietMs: 0, reportedBy: monitor, isPolled };
		const facts = { announcesLaunches: announcesLaunches(source), at, everyMs, aliveSince, jumpedSince, ...reported };
		const decision = evaluate(known, answer, facts);
		const found = findingOf(decision, answer.kind, !known);
		const note = (one: Found = found) => {
			const previousAt = known?.checkedAt ?? null;
			trails?.note({ source, sku, region, offer }, { ...one, at, previousAt, everyMs });
		};
		if (!product) {
			const state = decision.kind === 'baseline' ? decision : { snapshot: null, buyableSince: null };
			const blockedReason = decision.kind === 'blocked' ? decision.reason : null;
			const stored = (await products.insert(region, [{ sku, ...state, blockedReason }], at)).get(sku);
			if (stored) await products.markReported(stored, monitor);
			if (answer.kind === 'read') await products.forgetUnseen(region, sku, monitor);
			note();
			return null;
		}
		if (decision.kind === 'blocked') {
			if (decision.reason !== product.blockedReason) await products.markBlocked([product], decision.reason, at);
			note();
			return null;
		}
		const before = decision.before ?? product.snapshot;
		const change = { region, sku, before, at };
		if (decision.kind === 'same') {
			await products.markChecked(product.id, at);
			if (product.blockedReason !== null) await products.markBlocked([product], null, at);
			note();
			return null;
		}
		if (decision.kind !== 'news' || isOld) {
			const quiet = { ...decision, kind: 'quiet' } as const;
			if (!(await db.transaction((trx) => products.commitState(trx, product, { ...change, decision: quiet }))))
				continue;
			note(decision.kind === 'news' ? { finding: 'no_event' } : found);
			return null;
		}
		const kind = decision.event;
		const event = { source, sku, region, kind, before, after: decision.snapshot, at };
		const commit = (trx: Knex.Transaction) => products.commitState(trx, product, { ...change, decision });
		if (hold && kind === 'NEW') {
			hold({ event, guard: commit });
			note();
			return kind;
		}
		const queued = await publisher.queueEvent(event, commit);
		if (!queued) continue;
		note();
		onEvent?.({ event: queued.eventId, kind, sku, region });
		return kind;
	}
	throw new Error(`${source} ${sku} in ${region} is being changed by too many processes at once`);
}

/**
 * Ingests the reports of one call of an external monitor. Most products of a shop that are gone at once are an outage, and
 * many that are new are one message. A later report of a product that is new is compared with it.
 * @param onEvent called after each event, so that the first is sent while the others are compared
 * @returns the kind of each report's event, null if there was none
 */
export async function ingestAll(
	db: Database,
	reports: readonly ObservedReport[],
	{ publisher, onEvent }: { publisher: Publisher; onEvent: (event: ReportedEvent) => void },
): Promise<(CheckKind | null)[]> {
	const isMany = reports.filter(({ answer }) => answer.kind === 'read').length > MAX_SINGLE;
	const round = isMany ? randomUUID() : null;
	const held = new Map<string, Guarded>();
	const queueHeld = async () => {
		for (const same of Map.groupBy(held.values(), ({ event }) => `${event.source} ${event.region}`).values()) {
			const stored = same.length > MAX_SINGLE ? await publisher.queueDigest(same) : await queueSingle(same);
			for (const {
				event: { sku, region },
				messageEventId,
			} of stored)
				onEvent({ event: messageEventId, kind: 'NEW', sku, region });
		}
		held.clear();
	};
	const queueSingle = async (events: readonly Guarded[]) => {
		const stored: Digested[] = [];
		for (const { event, guard } of events) {
			const queued = await publisher.queueEvent(event, guard);
			if (queued) stored.push({ event, messageEventId: queued.eventId });
		}
		return stored;
	};
	const kinds: (CheckKind | null)[] = [];
	const trails = new CheckTrails(db);
	for (const report of await withoutReportedOutage(db.knex, reports, Date.now())) {
		const key = `${report.source} ${report.region} ${report.sku}`;
		if (held.has(key)) await queueHeld();
		const kind = await ingest(db, report, publisher, {
			hold: isMany ? (event) => void held.set(key, event) : null,
			round,
			trails,
			onEvent,
		});
		kinds.push(kind);
	}
	await queueHeld();
	if (round !== null) await endRound(db.knex, round);
	await trails.store();
	return kinds;
}

/** As Dropwire's readers list sizes: several of one name would be stock changes of each other. */
function withEachSizeOnce(answer: Answer): Answer {
	if (answer.kind !== 'read') return answer;
	const { snapshot } = answer;
	return { ...answer, snapshot: { ...snapshot, sizes: mergedSizes(snapshot.sizes) } };
}

/**
 * One report is enough to count a product or a size as gone: treats the state as if the previous check had found it gone
 * too.
 */
function vouchedFor(product: StoredProduct) {
	return product.seen ? { ...product, goneChecks: Number.POSITIVE_INFINITY, goneSizes: ALL_SIZES_GONE } : null;
}

/**
 * Since when the monitor of a product has called without a long pause: one that reports only changes has none to report of
 * most products for days. Undefined for a product that another one reported last, or that it could not read until now.
 */
async function whenAlive(
	knex: Knex,
	product: StoredProduct,
	{ at, monitor, everyMs }: { at: number; monitor: string; everyMs: number },
): Promise<number | undefined> {
	const isRead = product.reportedBy === monitor && product.blockedSince === null;
	if (!isRead || !isAfterPause(product, at, { everyMs })) return undefined;
	const row = await Monitor.query(knex).findById(monitor).select('aliveSince');
	return row?.aliveSince ?? undefined;
}

/** Whether our source checks a product with a launch ahead, or one of which another date is reported; of others that does not matter. */
async function isPolledNow(
	knex: Knex,
	{ id, launchAt, blockedSince }: StoredProduct,
	answer: Report['answer'],
): Promise<boolean> {
	const now = Date.now();
	const named = answer.kind === 'read' ? answer.snapshot.launchAt : null;
	if (blockedSince !== null || (Number(launchAt) <= now && (named === null || named === launchAt))) return false;
	const batch = knex('product_batches as m').join('check_batches as b', 'b.id', 'm.batchId').where('m.productId', id);
	const last: { checkedAt: number } | undefined = await batch.first('b.checkedAt');
	return last !== undefined && !isAfterPause(last, now);
}

/**
 * The offer that a report is about. A snapshot's category decides it. A report without a snapshot (gone or blocked) is
 * about the offer that it names, else the one that this monitor reported last, else the new one: a monitor that watches
 * only refurbished products must not end a new one that our source watches.
 */
async function reportedOffer(
	knex: Knex,
	{ source, sku, region, offer, answer, monitor: reportedBy }: Report,
): Promise<Offer> {
	if (answer.kind === 'read') return offerOf(answer.snapshot.category);
	if (offer) return offer;
	const last = await Product.query(knex)
		.where({ source, sku, region, reportedBy })
		.orderBy('checkedAt', 'desc')
		.select('offer')
		.first();
	return last?.offer ?? 'NEW';
}
