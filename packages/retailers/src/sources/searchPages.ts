import type { Blocked as FailedRequest } from '../fetching/jsonClient.ts';
import type { Blocked, FailedSearch, FoundProduct, PartialSearch } from '../snapshot/answer.ts';

/** A page of a shop's list. */
export interface ListPage {
	found: FoundProduct[];
	/** Whether the shop listed nothing on the page, not even products of other shops. */
	isEmpty: boolean;
	/** The position of the next page; null at the end of the list. */
	next: string | null;
}

/** The pages of a list that one search read. */
export interface Pages<Failure> {
	found: FoundProduct[];
	/** The position of the first page that was not read; null if none is left. */
	next: string | null;
	/** Why the page at that position, or the first one, could not be read. */
	failure: Failure | null;
}

/**
 * Reads the first page of a list, where most shops put new products, and then the pages from a position on. A page that lists
 * nothing new is the end: some shops ignore the position.
 * @param from where the search before this one stopped; null for the second page
 * @param max the number of pages that are read at most
 */
export async function readPages<Failure extends object>(
	read: (position: string | null) => Promise<ListPage | Failure>,
	from: string | null,
	max: number,
): Promise<Pages<Failure>> {
	const found = new Map<string, FoundProduct>();
	let position: string | null = null;
	for (let count = 0; count < max && (count === 0 || position !== null); count++) {
		const page: ListPage | Failure = await read(position);
		if (!('found' in page)) return { found: [...found.values()], next: position ?? from, failure: page };
		const isRepeated = page.found.length > 0 && page.found.every(({ sku }) => found.has(sku));
		for (const product of page.found) found.set(product.sku, product);
		const isLast = page.next === null || page.isEmpty || isRepeated;
		if (isLast) position = null;
		else position = count === 0 && from !== null ? from : page.next;
	}
	return { found: [...found.values()], next: position, failure: null };
}

/** A page of a list that a shop did not send. Only errors of its server or of the whole shop are those of other words, too. */
export function unsentPage({ blocked: reason, retryAfterMs, isAboutHost, status }: FailedRequest): Blocked {
	const isOwn = !isAboutHost && (status ?? 0) < 500;
	return { kind: 'blocked', reason, retryAfterMs, ...(isOwn && { isOwn }) };
}

/** The result of a search whose failure is an answer for operators. */
export function searchResult({ found, next, failure }: Pages<Blocked>): FoundProduct[] | PartialSearch | FailedSearch {
	const rest = next === null ? {} : { next };
	if (failure) return { ...failure, ...(found.length > 0 && { found }), ...rest };
	return next === null ? found : { kind: 'partial', found, next };
}
