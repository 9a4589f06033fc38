import { blockedReason } from '@dropwire/domain';
import type { Blocked, JsonClient } from '../../fetching/jsonClient.ts';
import type { Unchanged } from '../../snapshot/answer.ts';
import type { FactsOf } from '../../reading/readers.ts';
import type { FeedLookUp, FeedPage, FeedReading } from '../../formats/nikeFeed/feedPage.ts';

/** The readers of the feed, and what each reads of a product. */
interface FeedReaders {
	nikeFeed: FeedReading;
	nikeFeedEntry: FeedLookUp;
}

/**
 * The result of one request: the products by SKU, `unchanged` if the given version is still current, or the reason why
 * there are none. `version` is the ETag of a single-page answer; null if there is no ETag or if there are several pages.
 * `missing` is why the products that were not found are not gone: the feed was not read to its end, or has others only;
 * null if they are gone. `ageMs` is the age of the oldest page.
 */
export type FeedResult<T> =
	| { products: ReadonlyMap<string, T>; missing: string | null; version: string | null; ageMs: number }
	| Unchanged
	| Blocked;

export interface FeedClient {
	/**
	 * Fetches all pages of one path. Rejects only when `signal` is aborted.
	 * @param options.version of an answer that the caller still has, so that Nike need not send it again. The client does
	 * not keep answers: they are large, and the caller keeps the data it needs.
	 */
	fetch<Name extends keyof FeedReaders>(
		path: string,
		options: { reader: Name; facts: FactsOf<Name>; version?: string | null; signal: AbortSignal },
	): Promise<FeedResult<FeedReaders[Name]>>;
}

/** The maximum number of pages. A batch of 25 SKUs has a few pages; a longer answer is not for our request. */
const MAX_PAGES = 10;
const TOO_LONG = blockedReason('changed format', `Nike's feed has more than ${MAX_PAGES} pages`);
const OTHERS = blockedReason('changed format', "Nike's feed has products, but none that was asked for");

export function createFeedClient(client: JsonClient): FeedClient {
	return {
		async fetch<Name extends keyof FeedReaders>(
			path: string,
			{
				reader,
				facts,
				version = null,
				signal,
			}: { reader: Name; facts: FactsOf<Name>; version?: string | null; signal: AbortSignal },
		): Promise<FeedResult<FeedReaders[Name]>> {
			const newest = new Map<string, { age: string; value: FeedReaders[Name] }>();
			const etags: (string | null)[] = [];
			let threads = 0;
			let ageMs = 0;
			let next = path;
			for (let pages = 0; next !== '' && pages < MAX_PAGES; pages++) {
				const answer = await client.read(next, reader, facts, { signal, etag: pages === 0 ? version : null });
				if (!('result' in answer)) return answer;
				const page = answer.result as FeedPage<FeedReaders[Name]>;
				for (const { sku, age, value } of page.found) {
					const other = newest.get(sku);
					if (!other || other.age < age) newest.set(sku, { age, value });
				}
				threads += page.threads;
				ageMs = Math.max(ageMs, answer.ageMs);
				etags.push(answer.etag);
				next = page.next;
			}
			const products = new Map([...newest].map(([sku, { value }]) => [sku, value]));
			const isOthers = threads > 0 && products.size === 0;
			const missing = next === '' ? (isOthers ? OTHERS : null) : TOO_LONG;
			return { products, missing, version: etags.length === 1 ? (etags[0] ?? null) : null, ageMs };
		},
	};
}
