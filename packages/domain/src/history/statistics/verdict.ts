import { DAY_MS } from '../points.ts';
import type { PriceSpan } from '../prices.ts';

/** How a product's price is compared with its prices of the last 180 days. */
export const PRICE_VERDICTS = ['low', 'typical', 'high'] as const;
export type PriceVerdict = (typeof PRICE_VERDICTS)[number];

/** How far the verdict looks back, ms. */
export const VERDICT_MS = 180 * DAY_MS;

/**
 * How a price is compared with the quartiles of the last 180 days: the smallest prices at which the time in force, summed
 * from the lowest price, reaches 25, 50 and 75 %. Null if no price was in force.
 * @param spans of the price's currency
 */
export function priceVerdict(price: number, spans: readonly PriceSpan[], now: number): PriceVerdict | null {
	const times = spans
		.map((span) => ({ price: span.price, ms: span.to - Math.max(span.from, now - VERDICT_MS) }))
		.filter(({ ms }) => ms > 0)
		.sort((a, b) => a.price - b.price);
	const totalMs = times.reduce((sum, { ms }) => sum + ms, 0);
	const quartiles = [1, 2, 3].map((quarters) => {
		let reachedMs = 0;
		return times.find(({ ms }) => (reachedMs += ms) * 4 >= totalMs * quarters)?.price;
	});
	const [lower, median, upper] = quartiles;
	if (lower === undefined || median === undefined || upper === undefined) return null;
	if (price <= lower && price < median) return 'low';
	return price >= upper && price > median ? 'high' : 'typical';
}
