import { DAY_MS, type HistoryPoint, watchedMs } from '../points.ts';
import { type PriceSpan, priceSpans } from '../prices.ts';
import { restocksOf } from '../restocks.ts';
import { type Stay, staysOf } from '../stays.ts';
import { type Discount, discountOf } from './discount.ts';
import { type LowestPrice, lowestPrice } from './lowest.ts';
import { type SellOut, sellOutOf } from './sellOut.ts';
import { type UsualWindow, usualWindow } from './usualWindow.ts';
import { priceVerdict, type PriceVerdict, VERDICT_MS } from './verdict.ts';

/** What a product's history says; null where there is too little to say it. */
export interface HistoryStatistics {
	lowest30: LowestPrice | null;
	lowest90: LowestPrice | null;
	lowestEver: LowestPrice | null;
	verdict: PriceVerdict | null;
	discount: Discount | null;
	restocks: RestockStatistics | null;
	sellOut: SellOut[] | null;
}

/** The restocks of the last 365 days. */
export interface RestockStatistics {
	count: number;
	/** With one decimal; null for less than a day of history. */
	per30Days: number | null;
	usualWindow: UsualWindow | null;
}

/** The history from which on prices are compared, ms. */
const MIN_HISTORY_MS = 30 * DAY_MS;
/** How far restocks are counted back, ms. */
const YEAR_MS = 365 * DAY_MS;

/**
 * The statistics of one offer of a product in a region. All prices are in the currency of the current one, or of the last one
 * that was known.
 * @param points the whole history, from the oldest
 * @param now epoch ms; later points are left out
 * @param zone the market's (`MARKET_ZONES`)
 * @param stays of these points, for a caller that needs them, too
 * @returns null without a point
 */
export function historyStatistics(
	points: readonly HistoryPoint[],
	now: number,
	zone: string,
	stays: readonly Stay[] = staysOf(points),
): HistoryStatistics | null {
	const known = points.at(-1)?.at ?? now;
	if (known > now)
		return historyStatistics(
			points.filter(({ at }) => at <= now),
			now,
			zone,
		);
	if (points.length === 0) return null;
	const all = priceSpans(points, now);
	const spans = all.filter(({ currency }) => currency === all.at(-1)?.currency);
	return {
		lowest30: lowestPrice(spans, now - 30 * DAY_MS),
		lowest90: lowestPrice(spans, now - 90 * DAY_MS),
		lowestEver: lowestPrice(spans, -Infinity),
		verdict: verdictNow(points, spans, now),
		discount: discountOf(points, spans),
		restocks: restockStatistics(points, stays, now, zone),
		sellOut: sellOutOf(stays),
	};
}

/**
 * The statistics of a history of which only the newest points are known. What looks back further is unknown.
 * @param since the first known point, epoch ms
 */
export function sincePoint(statistics: HistoryStatistics, since: number, now: number): HistoryStatistics {
	const within = <T>(ms: number, value: T) => (since <= now - ms ? value : null);
	return {
		...statistics,
		lowest30: within(30 * DAY_MS, statistics.lowest30),
		lowest90: within(90 * DAY_MS, statistics.lowest90),
		lowestEver: null,
		verdict: within(VERDICT_MS, statistics.verdict),
		restocks: within(YEAR_MS, statistics.restocks),
	};
}

function verdictNow(points: readonly HistoryPoint[], spans: readonly PriceSpan[], now: number): PriceVerdict | null {
	const price = points.at(-1)?.price ?? null;
	const since = Math.max(spans[0]?.from ?? now, now - VERDICT_MS);
	if (price === null || watchedMs(points, since, now) < MIN_HISTORY_MS) return null;
	return priceVerdict(price, spans, now);
}

function restockStatistics(
	points: readonly HistoryPoint[],
	stays: readonly Stay[],
	now: number,
	zone: string,
): RestockStatistics {
	const since = now - YEAR_MS;
	const times = restocksOf(stays).flatMap(({ at }) => (at >= since ? at : []));
	const compacted = points.reduce((sum, { at, day }) => sum + (day && at >= since ? day.restocks : 0), 0);
	const count = times.length + compacted;
	const days = watchedMs(points, since, now) / DAY_MS;
	return {
		count,
		per30Days: days < 1 ? null : Math.round((count * 300) / days) / 10,
		usualWindow: usualWindow(times, zone),
	};
}
