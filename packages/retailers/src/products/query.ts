import { type Brand, type Region, REGIONS } from '@dropwire/domain';
import { LRUCache } from 'lru-cache';
import type { LookedUp } from '../snapshot/answer.ts';
import type { Source } from '../sources/source.ts';

/** A product as a shop's answer describes it. */
export type QueriedProduct = LookedUp & { source: Brand };

/** A product in all regions, and the regions in which no shop answered. */
export interface ProductAnswer {
	/** In the order of the regions. */
	found: ReadonlyMap<Region, QueriedProduct>;
	failed: readonly Region[];
}

export interface ProductQuery {
	/**
	 * Queries every source that supports `find`, or only the named source, in all its regions at once. Identical
	 * queries share one answer for 30 seconds. Rejects when no shop answered in any region.
	 */
	find(sku: string, source?: Brand): Promise<ProductAnswer>;
	close(): Promise<void>;
}

const CACHED_MS = 30_000;
/** Answers with failed regions are cached for a shorter time. */
const CACHED_WITH_GAPS_MS = 3000;
const MAX_CACHED = 500;
/** The time limit for all regions together. */
const BUDGET_MS = 8000;

type Finder = Source & Required<Pick<Source, 'find'>>;

/** Looks up a SKU at the shops, in all regions. Takes ownership of the sources: closing the query closes them. */
export function createProductQuery(sources: readonly Source[], { budgetMs = BUDGET_MS } = {}): ProductQuery {
	const finders = sources.filter((source): source is Finder => source.find !== undefined);

	async function ask(sku: string, name: Brand | null): Promise<ProductAnswer> {
		const signal = AbortSignal.timeout(budgetMs);
		const asked = finders
			.filter((source) => (name === null || source.name === name) && source.skus?.test(sku) !== false)
			.flatMap((source) => source.regions.map((region) => ({ source, region })));
		const answers = await Promise.allSettled(asked.map(({ source, region }) => source.find(region, sku, signal)));
		const [found, failed] = [new Map<Region, QueriedProduct>(), new Set<Region>()];
		for (const [index, { source, region }] of asked.entries()) {
			const answer = answers[index] as (typeof answers)[number];
			if (answer.status === 'rejected') failed.add(region);
			else if (answer.value) found.set(region, { ...answer.value, source: source.name });
		}
		if (asked.length > 0 && answers.every(({ status }) => status === 'rejected')) {
			throw new Error('No shop answered in any region');
		}
		const inOrder = REGIONS.flatMap((region) => {
			const product = found.get(region);
			return product ? [[region, product] as const] : [];
		});
		return { found: new Map(inOrder), failed: REGIONS.filter((region) => failed.has(region) && !found.has(region)) };
	}

	const cache = new LRUCache<string, ProductAnswer>({
		max: MAX_CACHED,
		ttl: CACHED_MS,
		fetchMethod: async (key, _, { options }) => {
			const { sku, name } = JSON.parse(key) as { sku: string; name: Brand | null };
			const answer = await ask(sku, name);
			if (answer.failed.length > 0) options.ttl = CACHED_WITH_GAPS_MS;
			return answer;
		},
	});

	return {
		find: (sku, name) => cache.forceFetch(JSON.stringify({ sku, name: name ?? null })),
		async close() {
			await Promise.all(sources.map((source) => source.close()));
		},
	};
}
