import { DAY_MS, type HistoryPoint, watchedMs } from '../points.ts';
import type { PriceSpan } from '../prices.ts';
import { lowestPrice } from './lowest.ts';

/** A reduction that a shop claims now, and what it is by the EU's rule (Directive 98/6/EC, Article 6a). */
export interface Discount {
	/** In percent of the reference price, towards zero; negative if the price is higher. Null if that price is not known. */
	percent: number | null;
	/** In percent of the shop's full price, rounded down. */
	claimedPercent: number;
	/** Whether the reference price was at least the full price; null if it is not known. */
	claimHolds: boolean | null;
}

/** The time before a reduction in which the lowest price is the reference price, ms (Article 6a, paragraph 2). */
const REFERENCE_MS = 30 * DAY_MS;

/**
 * The discount of the last point's price; null if the shop claims none. The reference price is the lowest of the 30 days
 * before the reduction; less history before it is too little to name one.
 * @param spans the prices in that point's currency
 */
export function discountOf(points: readonly HistoryPoint[], spans: readonly PriceSpan[]): Discount | null {
	const { price, full } = points.at(-1) ?? {};
	const begin = reductionBegin(points);
	if (price == null || full == null || begin === null) return null;
	const claimedPercent = Math.floor(((full - price) * 100) / full);
	const before = spans.filter(({ from }) => from < begin).map((span) => ({ ...span, to: Math.min(span.to, begin) }));
	const historyMs = watchedMs(points, before[0]?.from ?? begin, begin);
	const reference = historyMs < REFERENCE_MS ? null : (lowestPrice(before, begin - REFERENCE_MS)?.price ?? null);
	if (reference === null) return { percent: null, claimedPercent, claimHolds: null };
	return { percent: percentBelow(reference, price), claimedPercent, claimHolds: reference >= full };
}

/** The first point since which every price was below its full price without a break; null if the last one is not. */
function reductionBegin(points: readonly HistoryPoint[]): number | null {
	const currency = points.at(-1)?.currency;
	let begin: number | null = null;
	for (const { at, price, full, day, ...point } of points.toReversed()) {
		if (price === null || full === null || price >= full || point.currency !== currency) break;
		begin = at;
		// On a compacted day whose highest price was the full one, the reduction began.
		if (day && day.high !== null && day.high >= full) break;
	}
	return begin;
}

function percentBelow(reference: number, price: number): number | null {
	// Without the sum, a small increase would be -0.
	return reference === 0 ? null : Math.trunc(((reference - price) * 100) / reference) + 0;
}
