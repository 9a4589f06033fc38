import { createBudget } from '../limits/budget.ts';
import { GuardedLinkError, type Place } from '../fetching/places.ts';
import type { FetchSettings } from '../fetching/settings.ts';
import { userAgentOf } from '../fetching/userAgent.ts';
import { createWebClient } from '../fetching/webClient.ts';
import { isRefused, type ShopRefusal } from '../formats/reading.ts';
import { ReaderPool, type ReaderPoolOptions } from '../reading/pool.ts';
import type { ReadProduct } from './adapter.ts';
import { LARGEST_ANSWER, MAX_REDIRECTS, REQUESTS_AT_ONCE } from './limits.ts';
import { testShop } from './testShop.ts';

/** The result of a test. `guarded`: the link is not fetched; `problem` continues the field's name. */
export type ShopTest =
	| ({ kind: 'read' } & ReadProduct)
	| ({ kind: 'refused' } & ShopRefusal)
	| { kind: 'guarded'; problem: string };

/** Tests product links. */
export interface ShopTester {
	/**
	 * Fetches a link once, and reports what Dropwire reads there. Stores nothing.
	 * @param list the watch list that the link is for
	 * @throws BudgetError when other tests are under way for too long
	 */
	test(link: string, list?: string): Promise<ShopTest>;
	/** Ends the connections. */
	close(): Promise<void>;
}

const TESTS_AT_ONCE = 2;
const PATIENCE_MS = 5000;
/** The time for a whole test, and for one request of it, ms. */
const TOTAL_MS = 15_000;
const REQUEST_MS = 12_000;

export interface ShopTesterOptions extends FetchSettings {
	/** The addresses of the brands' shops (`sourcePlaces`). */
	places: readonly Place[];
}

interface TesterLimits extends ReaderPoolOptions {
	/** The time for a whole test, ms. */
	totalMs?: number;
	/** How long a test waits for its turn, ms. */
	patienceMs?: number;
}

/** @param limits other limits than the usual ones */
export function createShopTester(
	{ places, PRIVATE_SHOPS: privateShops, PROXY_URLS: proxies, CONTACT_EMAIL }: ShopTesterOptions,
	{ totalMs = TOTAL_MS, patienceMs = PATIENCE_MS, ...pool }: TesterLimits = {},
): ShopTester {
	const turns = createBudget(TESTS_AT_ONCE, patienceMs);
	// Not the pool of the sources: a test of a hostile page must not delay them.
	const readers = new ReaderPool({ threads: TESTS_AT_ONCE, ...pool });
	const client = createWebClient({
		shop: 'The shop',
		userAgent: userAgentOf(CONTACT_EMAIL),
		timeoutMs: REQUEST_MS,
		largest: LARGEST_ANSWER,
		redirects: MAX_REDIRECTS,
		// The calls' own rate limit bounds the requests, and a person who tests again wants a new answer.
		perHost: { concurrent: REQUESTS_AT_ONCE, perMinute: null, circuit: false },
		places,
		privateShops,
		proxies,
		readers,
	});
	return {
		async test(link, list) {
			const leave = await turns.take(1);
			try {
				const answer = await testShop(link, { client, readers, privateShops, list, timeoutMs: totalMs });
				if (!isRefused(answer)) return { kind: 'read', ...answer };
				return { kind: 'refused', code: answer.code, message: answer.message };
			} catch (error) {
				if (error instanceof GuardedLinkError) return { kind: 'guarded', problem: error.message };
				throw error;
			} finally {
				leave();
			}
		},
		close: async () => {
			await Promise.all([client.close(), readers.close()]);
		},
	};
}
