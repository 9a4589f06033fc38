import { findSize, showSize, sizeMatches, sortSizes } from '../sizes.ts';
import type { ResaleFee } from './fees.ts';
import { payoutIn, profitOf } from './payout.ts';

/** What a market names for one size of a product. Prices are in minor units. */
export interface MarketPrice {
	market: string;
	size: string;
	currency: string;
	lowestAsk: number | null;
	highestBid: number | null;
	lastSale: number | null;
	/** When it was read, epoch ms. */
	at: number;
}

/** A price with what remains of it. */
export interface MarketOffer extends Omit<MarketPrice, 'size'> {
	/** In minor units; null if there is no such price, or if the market's fixed fees are in another currency. */
	payout: number | null;
	/** Which price the payout is of. */
	basis: 'bid' | 'ask';
}

/** The highest payout of a size. */
export interface BestOffer {
	market: string;
	payout: number;
	/** Against the retail price; null where it is unknown or in another currency. */
	profit: number | null;
	percent: number | null;
}

export interface ResaleSize {
	size: string;
	offers: MarketOffer[];
	best: BestOffer | null;
}

export interface Money {
	amount: number;
	currency: string;
}

/** Older prices are shown, but are never the best. */
export const MARKET_PRICE_FRESH_MS = 7 * 86_400_000;

/**
 * The prices of all markets by size, in the order of sizes, with payouts. A payout is of the highest bid, which sells at
 * once; only where no market of the size has a bid, of the lowest ask. A last sale promises nothing.
 * @param labels the product's own sizes, whose notation the result has
 */
export function compareMarkets(
	prices: readonly MarketPrice[],
	{
		fees,
		retail,
		labels = [],
		now,
	}: { fees: readonly ResaleFee[]; retail: Money | null; labels?: readonly string[]; now: number },
): ResaleSize[] {
	const order = new Map(fees.map((fee, index) => [fee.market, { fee, index }]));
	const sizes = bySize(
		prices.filter(({ market }) => order.has(market)),
		labels,
	).map(({ size, prices: ofSize }) => {
		const fresh = ofSize.filter(({ at }) => isFresh(at, now));
		const hasBid = (fresh.length > 0 ? fresh : ofSize).some(({ highestBid }) => highestBid !== null);
		const basis = hasBid ? 'bid' : 'ask';
		const offers = ofSize
			.toSorted((a, b) => (order.get(a.market)?.index ?? 0) - (order.get(b.market)?.index ?? 0))
			.map((offer): MarketOffer => {
				const price = hasBid ? offer.highestBid : offer.lowestAsk;
				const { fee } = order.get(offer.market) as { fee: ResaleFee };
				return { ...offer, payout: price === null ? null : payoutIn(price, offer.currency, fee), basis };
			});
		return { size, offers, best: bestOf(offers, retail, now) };
	});
	return sortSizes(sizes);
}

/** Prices of one size by whatever name; of one market and currency the newest. */
function bySize(prices: readonly MarketPrice[], labels: readonly string[]) {
	const known = [...labels];
	const groups = new Map<string, Map<string, MarketPrice>>();
	for (const price of prices) {
		const label = labelOf(price.size, known);
		if (!known.includes(label)) known.push(label);
		const group = groups.get(label) ?? new Map<string, MarketPrice>();
		const key = `${price.market} ${price.currency}`;
		if ((group.get(key)?.at ?? 0) <= price.at) group.set(key, price);
		groups.set(label, group);
	}
	return [...groups].map(([size, group]) => ({ size, prices: [...group.values()] }));
}

function labelOf(size: string, known: readonly string[]): string {
	const label = known[findSize(size, known)] ?? known.find((one) => sizeMatches(one, size));
	return label ?? showSize(size);
}

/** Payouts in different currencies are not compared: those in the retail price's count, else all if they have one. */
function bestOf(offers: readonly MarketOffer[], retail: Money | null, now: number): BestOffer | null {
	const sold = offers.flatMap(({ payout, at, market, currency }) =>
		payout !== null && isFresh(at, now) ? [{ market, payout, currency }] : [],
	);
	const own = sold.filter(({ currency }) => currency === retail?.currency);
	const isOneCurrency = new Set(sold.map(({ currency }) => currency)).size === 1;
	const compared = own.length > 0 ? own : isOneCurrency ? sold : [];
	const [first, ...others] = compared;
	if (!first) return null;
	const { market, payout, currency } = others.reduce((best, one) => (one.payout > best.payout ? one : best), first);
	const isComparable = retail !== null && retail.currency === currency;
	return { market, payout, ...(isComparable ? profitOf(payout, retail.amount) : { profit: null, percent: null }) };
}

function isFresh(at: number, now: number): boolean {
	return now - at <= MARKET_PRICE_FRESH_MS;
}
