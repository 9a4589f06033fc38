import { withDeadline } from '../../limits/deadline.ts';
import type { JsonClient } from '../../fetching/jsonClient.ts';
import { readNikeStock } from '../../formats/nike/stock.ts';
import { isRefused } from '../../formats/reading.ts';
import type { Found } from '../../formats/nikeFeed/feed.ts';
import type { Stock } from '../../formats/nikeFeed/snapshot.ts';

/** The number of requests to the feed for each one to the stock service: both are one budget. */
export const FEED_REQUESTS_PER_STOCK_REQUEST = 10;
/** The maximum number of stock requests that can be saved up: about as many as Nike allows in six seconds. */
const MAX_SAVED = 30;
/** The service has less time than the feed, because its answer only completes the feed's. */
const TIMEOUT_MS = 3000;
/** The pause after a failure, unless Nike asks for a longer one. */
const PAUSE_MS = 5 * 60_000;

/** Nike's stock service, as far as the budget allows. */
export interface StockLevels {
	/** Notes a request to the feed. */
	noteFeedRequest(): void;
	/**
	 * The stock of one product, and how long a cache has kept the answer; undefined if the service fails or the budget is
	 * used up. Rejects only when `signal` is aborted.
	 */
	read(found: Found, signal: AbortSignal): Promise<{ stock: Stock; ageMs: number } | undefined>;
}

export function createStockLevels(client: JsonClient): StockLevels {
	let credit = MAX_SAVED * FEED_REQUESTS_PER_STOCK_REQUEST;
	let pausedUntil = 0;

	function mayAsk(): boolean {
		if (performance.now() < pausedUntil || credit < FEED_REQUESTS_PER_STOCK_REQUEST) return false;
		credit -= FEED_REQUESTS_PER_STOCK_REQUEST;
		return true;
	}

	function pause(ms: number | null): undefined {
		pausedUntil = performance.now() + Math.max(PAUSE_MS, ms ?? 0);
	}

	return {
		noteFeedRequest() {
			credit = Math.min(credit + 1, MAX_SAVED * FEED_REQUESTS_PER_STOCK_REQUEST);
		},
		async read({ product }, signal) {
			const { styleColor, merchGroup } = product.merchProduct ?? {};
			if (styleColor === undefined || merchGroup === undefined || !mayAsk()) return undefined;
			const address = path(styleColor, merchGroup);
			const answer = await withDeadline(signal, TIMEOUT_MS, (ending) => client.get(address, ending)).catch(() => null);
			signal.throwIfAborted();
			if (answer === null || !('json' in answer)) {
				return pause(answer && 'blocked' in answer ? answer.retryAfterMs : null);
			}
			const stock = readNikeStock(answer.json, styleColor);
			return isRefused(stock) ? pause(null) : { stock, ageMs: answer.ageMs };
		},
	};
}

function path(styleColor: string, merchGroup: string): string {
	const filters = [`styleColor(${styleColor})`, `merchGroup(${merchGroup})`];
	return `/deliver/available_gtins/v3?${new URLSearchParams(filters.map((filter) => ['filter', filter]))}`;
}
