import type { Keywords, Region } from '@dropwire/domain';
import type { FailedSearch, FoundProduct, Source } from '@dropwire/retailers';
import { matchesKeywords } from './matches.ts';

/** Where to search. */
interface SearchedPlace {
	region: Region;
	/** The origin of the shop, for a source that searches any shop. */
	shop: string | null;
}

export interface SearchResult {
	found: FoundProduct[];
	/** Found by phrases alone whose lists are read to their ends for the first time, after the baseline: they are no news. */
	old: FoundProduct[];
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
	/** The phrases whose list could not be read to its end yet, for reasons of its own. */
	readonly #unread: Set<string>;
	readonly #hasBaseline: boolean;

	/** @param unread the phrases without a baseline; null if the watch has none: then it can be any */
	constructor(unread: readonly string[] | null = null) {
		this.#hasBaseline = unread !== null;
		this.#unread = new Set(unread);
	}

	get unread(): string[] {
		return [...this.#unread];
	}

	/** Where to go on; null for the beginning. */
	of(phrase: string): string | null {
		return this.#positions.get(phrase) ?? null;
	}

	/**
	 * @param next where the next search goes on; null after the last page
	 * @param failure of a page that could not be read; null for none
	 */
	note(phrase: string, next: string | null, failure: Pick<FailedSearch, 'isOwn'> | null): void {
		if (next === null && !failure) {
			this.#ended.add(phrase);
			this.#unread.delete(phrase);
		} else if (failure?.isOwn && !this.#hasBaseline && !this.#ended.has(phrase)) this.#unread.add(phrase);
		// A position at which the first request failed can be one that the shop does not know any more.
		if (next === null || (failure && next === this.of(phrase))) this.#positions.delete(phrase);
		else this.#positions.set(phrase, next);
	}

	/** Whether what the list of a phrase has is no news yet. */
	isUnread(phrase: string): boolean {
		return this.#unread.has(phrase);
	}

	/** Whether the lists of all phrases were read to their ends, apart from some that alone cannot be read. */
	isComplete(phrases: readonly string[]): boolean {
		const isEnded = (phrase: string) => this.#ended.has(phrase);
		return phrases.some(isEnded) && phrases.every((phrase) => isEnded(phrase) || this.isUnread(phrase));
	}
}

/**
 * Searches a shop's list for each phrase of the keywords: a few pages, from where the last search stopped. A phrase that
 * fails for reasons of its own does not end the search.
 * @param progress is updated
 * @returns the products that match, each once. If a search failed, those that were found nevertheless, the problem, and how
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
	const old = new Map<string, FoundProduct>();
	let own: FailedSearch | null = null;
	const result = (problem: string | null, retryAfterMs: number | null) => {
		for (const sku of found.keys()) old.delete(sku);
		return { found: [...found.values()], old: [...old.values()], problem, retryAfterMs };
	};
	for (const phrase of keywords.include) {
		const answer = await source.search?.(region, phrase, signal, shop, progress.of(phrase));
		if (!answer) return result('this shop cannot be searched', null);
		const list = Array.isArray(answer) ? { found: answer, next: null } : answer;
		const failure = 'reason' in list ? list : null;
		const matching = progress.isUnread(phrase) ? old : found;
		for (const product of list.found ?? []) if (matchesKeywords(product, keywords)) matching.set(product.sku, product);
		progress.note(phrase, list.next ?? null, failure);
		if (failure && !failure.isOwn) return result(failure.reason, failure.retryAfterMs);
		own ??= failure;
	}
	return result(own?.reason ?? null, own?.retryAfterMs ?? null);
}
