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
	/** How long the shop asks to wait, ms. */
	retryAfterMs: number | null;
}

/** How far the searches of a watch have read the shop's lists, which can be longer than what one search reads. */
export class SearchProgress {
	/** Where the next search for a phrase goes on. */
	readonly #positions = new Map<string, string>();
	/** The phrases whose list was read to its end. */
	readonly #ended = new Set<string>();

	/** Where to go on; null for the beginning. */
	of(phrase: string): string | null {
		return this.#positions.get(phrase) ?? null;
	}

	/** @param next where the next search goes on; null after the last page @param failed whether a page could not be read */
	note(phrase: string, next: string | null, failed: boolean): void {
		if (next === null && !failed) this.#ended.add(phrase);
		// A position at which the first request failed can be one that the shop does not know any more.
		if (next === null || (failed && next === this.of(phrase))) this.#positions.delete(phrase);
		else this.#positions.set(phrase, next);
	}

	/** Whether the lists of all phrases were read to their ends. */
	isComplete(phrases: readonly string[]): boolean {
		return phrases.every((phrase) => this.#ended.has(phrase));
	}
}

/**
 * Searches a shop's list for each phrase of the keywords: a few pages, from where the last search stopped.
 * @param progress is updated
 * @returns the products that match, each once. If a search failed, those that were found until then, the problem, and how
 *   long the shop asks to wait
 */
export async function searchShop(
	source: Pick<Source, 'search'>,
	{ region, shop }: SearchedPlace,
	keywords: Keywords,
	signal: AbortSignal,
	progress = new SearchProgress(),
): Promise<SearchResult> {
	const found = new Map<string, FoundProduct>();
	const result = (problem: string | null, retryAfterMs: number | null) => {
		return { found: [...found.values()], problem, retryAfterMs };
	};
	for (const phrase of keywords.include) {
		const answer = await source.search?.(region, phrase, signal, shop, progress.of(phrase));
		if (!answer) return result('this shop cannot be searched', null);
		const list = Array.isArray(answer) ? { found: answer, next: null } : answer;
		const failure = 'reason' in list ? list : null;
		for (const product of list.found ?? []) if (matchesKeywords(product, keywords)) found.set(product.sku, product);
		progress.note(phrase, list.next ?? null, failure !== null);
		if (failure) return result(failure.reason, failure.retryAfterMs);
	}
	return result(null, null);
}
