import { DAY_MS, type HistoryPoint } from './points.ts';

/** A price in force. */
export interface PriceSpan {
	/** From this moment until before that one, epoch ms. */
	from: number;
	to: number;
	/** Minor units. */
	price: number;
	currency: string;
}

/**
 * The prices in force until now, from the oldest; a price that goes on is one span. On a compacted day its lowest price is in
 * force.
 */
export function priceSpans(points: readonly HistoryPoint[], now: number): PriceSpan[] {
	const spans: PriceSpan[] = [];
	const add = (from: number, to: number, price: number | null, currency: string | null) => {
		if (price === null || currency === null || (from >= to && from !== now)) return;
		const last = spans.at(-1);
		if (last?.to === from && last.price === price && last.currency === currency) last.to = to;
		else spans.push({ from, to, price, currency });
	};
	for (const [index, { at, price, currency, day }] of points.entries()) {
		if (at > now) break;
		const end = Math.min(now, points[index + 1]?.at ?? now);
		const dayEnd = day ? Math.min(end, at + DAY_MS) : at;
		if (day) add(at, dayEnd, day.low, currency);
		add(dayEnd, end, price, currency);
	}
	return spans;
}
