import type { Keywords, Region } from '@dropwire/domain';
import type { FoundProduct, Source } from '@dropwire/retailers';
import { matchesKeywords } from './matches.ts';

/** Where to search. */
interface SearchedPlace {
	region: Region;
	/** The origin of the shop, for a source that searches any shop. */
	shop: string | null;
}

export interface SearchResult {
	found: FoundProduct[];
	problem: string | null;
	retryAfterMs: number | null;
}

/**
 * Searches a shop's list for each phrase of the keywords.
 * @returns the products that match, each once. If a search failed, those that were found until then, the problem, and how
 *   long the shop asks to wait, ms.
 */
export async function searchShop(
	source: Pick<Source, 'search'>,
	{ region, shop }: SearchedPlace,
	keywords: Keywords,
	signal: AbortSignal,
): Promise<SearchResult> {
	const found = new Map<string, FoundProduct>();
	const result = (problem: string | null, retryAfterMs: number | null) => {
		return { found: [...found.values()], problem, retryAfterMs };
	};
	for (const phrase of keywords.include) {
		const answer = await source.search?.(region, phrase, signal, shop);
		if (!answer) return result('this shop cannot be searched', null);
		const products = Array.isArray(answer) ? answer : (answer.found ?? []);
		for (const product of products) if (matchesKeywords(product, keywords)) found.set(product.sku, product);
		if (!Array.isArray(answer)) return result(answer.reason, answer.retryAfterMs);
	}
	return result(null, null);
}
