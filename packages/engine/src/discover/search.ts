import type { Keywords, Region } from '@dropwire/domain';
import type { FoundProduct, Source } from '@dropwire/retailers';
import { matchesKeywords } from './matches.ts';

/** Where to search. */
interface SearchedPlace {
	region: Region;
	/** The origin of the shop, for a source that searches any shop. */
	shop: string | null;
}

/**
 * Searches a shop's list for each phrase of the keywords.
 * @returns the products that match, each once; or the problem, if a search failed, and how long the shop asks to wait, ms
 */
export async function searchShop(
	source: Pick<Source, 'search'>,
	{ region, shop }: SearchedPlace,
	keywords: Keywords,
	signal: AbortSignal,
): Promise<{ found: FoundProduct[] } | { problem: string; retryAfterMs: number | null }> {
	const found = new Map<string, FoundProduct>();
	for (const phrase of keywords.include) {
		const products = await source.search?.(region, phrase, signal, shop);
		if (!products) return { problem: 'this shop cannot be searched', retryAfterMs: null };
		if (!Array.isArray(products)) return { problem: products.reason, retryAfterMs: products.retryAfterMs };
		for (const product of products) if (matchesKeywords(product, keywords)) found.set(product.sku, product);
	}
	return { found: [...found.values()] };
}
