import type { Region } from '@dropwire/db/topics';
import { REGIONS } from '@dropwire/db/topics';
import { LRUCache } from 'lru-cache';
import { createFeedClient } from '../sources/nike/fetchFeed.ts';
import { feedPath, MARKETPLACES } from '../sources/nike/marketplaces.ts';
import { type ProductEntry, productEntry } from '../sources/nike/productEntry.ts';

/** How a product stands in every region, and which regions could not be asked. */
export interface ProductAnswer {
	/** In the order of the regions. */
	found: ReadonlyMap<Region, ProductEntry>;
	failed: readonly Region[];
}

export interface ProductQuery {
	/** Asks all regions at once; equal questions share one answer for 30 seconds. Rejects when every region failed. */
	find(sku: string): Promise<ProductAnswer>;
	close(): Promise<void>;
}

const CACHED_MS = 30_000;
/** What failed somewhere is asked again sooner. */
const CACHED_WITH_GAPS_MS = 3000;
const MOST_CACHED = 500;
/** One time for all regions together. */
const BUDGET_MS = 8000;
const PER_HOST = 8;

/** Looks a SKU up at Nike, region by region. */
export function createProductQuery({
	apiUrl,
	budgetMs = BUDGET_MS,
}: {
	apiUrl: string;
	budgetMs?: number;
}): ProductQuery {
	const feed = createFeedClient({ apiUrl, timeoutMs: budgetMs, connections: PER_HOST });

	async function inRegion(region: Region, sku: string, signal: AbortSignal): Promise<ProductEntry | null> {
		for (const marketplace of MARKETPLACES[region]) {
			const answer = await feed.fetch(feedPath(marketplace, [sku]), null, signal);
			if (!('threads' in answer)) throw new Error('blocked' in answer ? answer.blocked : 'Nothing was answered');
			const entry = productEntry(answer.threads, sku);
			if (entry) return entry;
		}
		return null;
	}

	async function ask(sku: string): Promise<ProductAnswer> {
		const signal = AbortSignal.timeout(budgetMs);
		const answers = await Promise.allSettled(REGIONS.map((region) => inRegion(region, sku, signal)));
		const found = new Map<Region, ProductEntry>();
		const failed: Region[] = [];
		for (const [index, answer] of answers.entries()) {
			const region = REGIONS[index] as Region;
			if (answer.status === 'rejected') failed.push(region);
			else if (answer.value) found.set(region, answer.value);
		}
		if (failed.length === REGIONS.length) throw new Error('Nike answers in no region');
		return { found, failed };
	}

	const cache = new LRUCache<string, ProductAnswer>({
		max: MOST_CACHED,
		ttl: CACHED_MS,
		fetchMethod: async (sku, _, { options }) => {
			const answer = await ask(sku);
			if (answer.failed.length > 0) options.ttl = CACHED_WITH_GAPS_MS;
			return answer;
		},
	});

	return {
		find: (sku) => cache.forceFetch(sku),
		close: () => feed.close(),
	};
}
