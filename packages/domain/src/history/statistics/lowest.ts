import { toSecond } from '../points.ts';
import type { PriceSpan } from '../prices.ts';

export interface LowestPrice {
	/** Minor units. */
	price: number;
	/** When that price began, in whole seconds, epoch ms; of several times the latest. */
	at: number;
}

/** The lowest price in force at any moment since then, which can have begun earlier; null without one. */
export function lowestPrice(spans: readonly PriceSpan[], since: number): LowestPrice | null {
	let lowest: LowestPrice | null = null;
	for (const { price, from, to } of spans) {
		if ((to > since || from >= since) && (lowest === null || price <= lowest.price))
			lowest = { price, at: toSecond(from) };
	}
	return lowest;
}
