import { blockedReason } from '@dropwire/domain';
import { z } from 'zod';
import type { JsonClient } from '../../fetching/jsonClient.ts';
import { lenient } from '../../formats/fields.ts';
import { priceOf } from '../../formats/money.ts';
import { type ListPage, readPages, searchResult, unsentPage } from '../searchPages.ts';
import type { Blocked, FailedSearch, FoundProduct, PartialSearch } from '../../snapshot/answer.ts';
import type { Site } from './sites.ts';

/**
 * adidas' search, `/api/search/taxonomy`. KNOWN ONLY FROM CODE that calls it (ten public projects, the newest of 2026); no
 * answer is recorded. Each guess is one line.
 */
const GUESS = {
	/** The products of one page, and the parameter with the number of those before it. */
	pageSize: 48,
	path: ({ sitePath }: Site, query: string, start: number) =>
		`/api/search/taxonomy?${new URLSearchParams({ sitePath, query, start: String(start) })}`,
	/** The words of a category that a search is sent to: the last part of a path (`/us/samba`). */
	category: (redirect: string) => redirect.split('?')[0]?.replace(/\/$/, '').split('/').at(-1) ?? '',
	/** `salePrice` is the current price, `price` the full one, both in the main unit. */
	price: ({ price: full, salePrice: current = full }: Item) => ({ current, full: full ?? current }),
};

const Item = z.object({
	productId: z.string().min(1),
	displayName: lenient(z.string()),
	price: lenient(z.number().positive()),
	salePrice: lenient(z.number().positive()),
	link: lenient(z.string()),
	image: lenient(z.object({ src: lenient(z.string()) })),
});
type Item = z.infer<typeof Item>;
const Answer = z.object({ itemList: z.object({ items: z.array(Item), count: lenient(z.number()) }) });
const Redirect = z.object({ 'redirect-url': z.string().min(1) });

/** adidas' website, for the relative links of the answer. */
const SITE = 'https://www.adidas.com';
/** The maximum number of pages of one search. */
const MAX_PAGES = 4;

/** The products that adidas' search finds. Shop errors never cause a rejection; only an aborted `signal` does. */
export async function search(
	client: JsonClient,
	site: Site,
	{ keywords, from, signal }: { keywords: string; from: string | null; signal: AbortSignal },
): Promise<FoundProduct[] | PartialSearch | FailedSearch> {
	let query = keywords;
	const get = async (start: number) => client.get(GUESS.path(site, query, start), signal);
	const readPage = async (position: string | null): Promise<ListPage | Blocked> => {
		const start = Number(position ?? 0);
		let answer = await get(start);
		const redirect = start === 0 && 'json' in answer ? Redirect.safeParse(answer.json).data : undefined;
		if (redirect) {
			query = GUESS.category(redirect['redirect-url']);
			answer = await get(start);
		}
		const list = Answer.safeParse('json' in answer ? answer.json : undefined).data?.itemList;
		if (!list) return blockedBy(answer);
		const end = start + GUESS.pageSize;
		return {
			found: list.items.map((item) => foundProduct(item, site)),
			isEmpty: list.items.length === 0,
			next: end < (list.count ?? 0) ? String(end) : null,
		};
	};
	return searchResult(await readPages(readPage, from, MAX_PAGES));
}

function blockedBy(answer: Awaited<ReturnType<JsonClient['get']>>): Blocked {
	if ('blocked' in answer) return unsentPage(answer);
	const reason = blockedReason('changed format', 'adidas answered with something other than its search JSON');
	return { kind: 'blocked', reason, retryAfterMs: null, isOwn: true };
}

function foundProduct(item: Item, { currency }: Site): FoundProduct {
	const { current, full } = GUESS.price(item);
	return {
		sku: item.productId,
		title: item.displayName ?? item.productId,
		link: item.link === undefined ? null : (URL.parse(item.link, SITE)?.href ?? null),
		price: priceOf(current, full, currency),
		image: item.image?.src ?? null,
	};
}
