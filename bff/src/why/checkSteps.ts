import type { WhyRow } from '@dropwire/contract';
import { type Knex, lastCheck, type Product, type WatchEntry } from '@dropwire/db';
import { type Brand, isLate, listsOf, longDurationText, OFFER_IDS, type Region, type WhyCode } from '@dropwire/domain';
import {
	entriesOf,
	type Finding,
	LONGEST_UNSTORED_MS,
	type OfferSpan,
	polledRegions,
	readSpans,
} from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';
import { rowOf } from './rows.ts';

/** A product in a region, and the time that is asked about, epoch ms. */
export interface Asked {
	brand: Brand;
	/** The spellings of the SKU. */
	skus: readonly string[];
	region: Region;
	at: number;
	from: number;
	to: number;
	/** The current time. */
	now: number;
}

/** What happened to a product before it was an event: whether it was listed and polled, what the shop said, what had changed. */
export async function checkSteps(knex: Knex, asked: Asked, isOperator: boolean): Promise<WhyRow[]> {
	const { brand, skus, region, from, to } = asked;
	const [spans, entries, products] = await Promise.all([
		readSpans(knex, { source: brand, skus, region }, from, to),
		entriesIn(knex, asked),
		productsIn(knex, asked),
	]);
	const checks = spans.filter(({ finding }) => finding !== 'unpolled' && finding !== 'late');
	extendToLastCheck(checks, products);
	const monitor = products.find(({ reportedBy }) => reportedBy !== null)?.reportedBy ?? null;
	const listed = listedStep(asked, { entries, monitor, wasChecked: checks.length > 0 }, isOperator);
	const polled = await polledSteps(knex, asked, { spans, checks, products, isListed: entries.length > 0 });
	return [listed, ...polled, ...checks.flatMap(stepsOf)];
}

type Entry = Pick<WatchEntry, 'list' | 'regions' | 'createdAt'>;

async function entriesIn(knex: Knex, { brand, skus, region }: Asked): Promise<Entry[]> {
	const lists = OFFER_IDS.flatMap((offer) => listsOf(brand, offer));
	const entries = await entriesOf(knex, lists, skus);
	return entries.filter(({ regions }) => regions === null || regions.split(',').includes(region));
}

/** The offers of a product with their last checks, and how often they are checked. */
interface CheckedProduct extends Pick<Product, 'offer' | 'reportedBy' | 'checkedAt'> {
	intervalMs: number | null;
}

async function productsIn(knex: Knex, { brand, skus, region }: Asked): Promise<CheckedProduct[]> {
	const products: Knex.QueryBuilder = knex('products');
	return products
		.where({ 'products.source': brand, 'products.region': region })
		.whereIn('products.sku', [...skus])
		.leftJoin('product_batches as pb', 'pb.productId', 'products.id')
		.leftJoin('check_batches as cb', 'cb.id', 'pb.batchId')
		.select('products.offer', 'products.reportedBy', 'cb.intervalMs')
		.select(knex.raw('? as ??', [lastCheck(knex), 'checkedAt']));
}

/** A span that goes on is stored from time to time; the last check is known to the second. */
function extendToLastCheck(checks: readonly OfferSpan[], products: readonly CheckedProduct[]): void {
	for (const { offer, checkedAt } of products) {
		const own = checks.filter((span) => span.offer === offer);
		const last = own.findLast(({ to }) => own.every((other) => other.to <= to));
		const goesOn = last && checkedAt > last.to && checkedAt - last.to <= LONGEST_UNSTORED_MS;
		if (goesOn && (last.finding === 'same' || last.finding === 'gone')) last.to = checkedAt;
	}
}

interface Listing {
	entries: readonly Entry[];
	/** Empty for one without a name; null if none reports the product. */
	monitor: string | null;
	wasChecked: boolean;
}

function listedStep({ at }: Asked, { entries, monitor, wasChecked }: Listing, isOperator: boolean): WhyRow {
	const then = entries.filter(({ createdAt }) => createdAt <= at);
	if (then.length > 0) {
		const lists = [...new Set(then.map(({ list }) => list))].sort().join(', ');
		return rowOf('listed', 'yes', { at: null, detail: isOperator ? lists : null });
	}
	if (monitor !== null) {
		return rowOf('listed', 'yes', { at: null, code: 'monitor', detail: (isOperator && monitor) || null });
	}
	if (wasChecked) return rowOf('listed', 'yes', { at: null });
	return rowOf('listed', 'no', { at: null, code: entries.length > 0 ? 'later' : null });
}

interface Polling {
	spans: readonly OfferSpan[];
	checks: readonly OfferSpan[];
	products: readonly CheckedProduct[];
	isListed: boolean;
}

async function polledSteps(
	knex: Knex,
	asked: Asked,
	{ spans, checks, products, isListed }: Polling,
): Promise<WhyRow[]> {
	const { region, to, now } = asked;
	const detail = `nobody subscribes in ${region}`;
	const unpolled = spans.filter(({ finding }) => finding === 'unpolled');
	const rows: WhyRow[] = [];
	if (checks.length > 0) {
		const at = Math.min(...checks.map((span) => span.from));
		const until = Math.max(...checks.map((span) => span.to));
		const gapMs = Math.max(...checks.map((span) => span.gapMs));
		const count = checks.reduce((sum, span) => sum + span.count, 0);
		const apart = gapMs > 0 ? `at the longest ${longDurationText(gapMs)} apart` : null;
		rows.push(rowOf('polled', 'yes', { at, until, count, detail: apart }));
	}
	if (checks.length === 0 || isListed) {
		for (const span of unpolled) {
			rows.push(rowOf('polled', 'no', { at: span.from, until: span.to, code: 'no_subscriber', detail }));
		}
	}
	for (const span of spans.filter(({ finding }) => finding === 'late')) {
		// Where a region was not polled in between, its products were not late.
		if (unpolled.some((none) => none.from < span.to && none.to > span.from)) continue;
		rows.push(lateStep(span.from, span.to));
	}
	if (!isListed) return rows;
	const isPolled = await isPolledNow(knex, asked);
	const isNow = to >= now;
	const waiting = products.find(({ checkedAt, intervalMs }) => {
		const lastAt = Math.max(checkedAt, ...checks.map((span) => span.to));
		return intervalMs !== null && isLate({ waitingSince: lastAt, roundMs: intervalMs }, now);
	});
	if (isNow && isPolled && waiting) {
		rows.push(lateStep(Math.max(waiting.checkedAt, ...checks.map((span) => span.to)), now));
	}
	if (rows.length > 0) return rows;
	if (isNow && !isPolled) return [rowOf('polled', 'no', { at: null, code: 'no_subscriber', detail })];
	return [rowOf('polled', 'no', { at: null, code: 'no_check' })];
}

function lateStep(at: number, until: number): WhyRow {
	return rowOf('polled', 'late', { at, until, detail: `no check for ${longDurationText(until - at)}` });
}

async function isPolledNow(knex: Knex, { brand, region }: Asked): Promise<boolean> {
	const sources = SOURCES.filter(({ name }) => name === brand);
	const polled = await polledRegions(knex, sources);
	return [...polled.values()].some((regions) => regions.includes(region));
}

/** What a finding says about the answer, and about the comparison with what was known. */
const STEPS: Readonly<
	Record<
		Finding,
		{
			answer?: 'read' | 'gone' | 'blocked';
			compared?: WhyRow['outcome'] & ('changed' | 'baseline' | 'no change' | 'held back');
			code?: WhyCode;
		}
	>
> = {
	same: { answer: 'read', compared: 'no change' },
	gone: { answer: 'gone' },
	blocked: { answer: 'blocked' },
	gone_once: { answer: 'gone', compared: 'held back', code: 'unconfirmed' },
	sizes_once: { answer: 'read', compared: 'held back', code: 'unconfirmed' },
	quiet_time: { answer: 'read', compared: 'held back', code: 'quiet_time' },
	grouped: { answer: 'read', compared: 'held back', code: 'grouped' },
	first: { answer: 'read', compared: 'baseline', code: 'first' },
	first_gone: { answer: 'gone', compared: 'baseline', code: 'first' },
	pause: { answer: 'read', compared: 'baseline', code: 'pause' },
	event: { answer: 'read', compared: 'changed' },
	no_event: { answer: 'read', compared: 'changed', code: 'no_event' },
	late: {},
	unpolled: {},
};

function stepsOf({ finding, from: at, to: until, count, reason: detail }: OfferSpan): WhyRow[] {
	const { answer, compared, code } = STEPS[finding];
	return [
		...(answer ? [rowOf('answer', answer, { at, until, count, detail })] : []),
		...(compared ? [rowOf('compared', compared, { at, until, count, code: code ?? null })] : []),
	];
}
