import { skuFromHandle } from '@dropwire/domain';
import { isRefused, refuse, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import { ucpShopOf } from '../../shops/ucpShop.ts';
import { isFetchRefusal, isPassing, type Visit } from '../../shops/visit.ts';
import { type ListPage, type Pages, readPages } from '../searchPages.ts';
import type { FoundProduct } from '../../snapshot/answer.ts';

/** The products of one answer: of a UCP catalogue as many as we ask for, of Shopify's list the most that it has (shopify.dev). */
const UCP_FOUND = 50;
const SHOPIFY_LISTED = 250;
/** The pages of one search: the others of a visit's requests are for the shop's profile and its currency. */
const MAX_PAGES = 4;

const NO_PAGE: ListPage = { found: [], isEmpty: true, next: null };

type ReadPage = (position: string | null) => Promise<ListPage | ShopRefusal>;

/**
 * Searches a shop: in its UCP catalogue, else in Shopify's list, which has no search of its own and shows the newest products
 * first.
 * @param shop its origin
 * @param visit for at most six requests
 * @param from where the last search stopped; null for the beginning
 */
export async function searchAnyShop(
	shop: string,
	keywords: string,
	visit: Visit,
	from: string | null,
): Promise<Pages<ShopRefusal>> {
	const known = await ucpShopOf(shop, visit);
	if (isRefused(known)) return { found: [], next: from, failure: known };
	const read = known.catalogue ? ucpPages(shop, keywords, known.catalogue, visit) : shopifyPages(shop, visit);
	return readPages(read, from, MAX_PAGES);
}

/** Pages of a catalogue, by its cursors. */
function ucpPages(
	shop: string,
	query: string,
	{ url, permalink }: { url: string; permalink: string | null },
	visit: Visit,
): ReadPage {
	return async (cursor) => {
		const pagination = { limit: UCP_FOUND, ...(cursor !== null && { cursor }) };
		const answer = await visit.api(`${url}/catalog/search`, { query, pagination });
		if (isRefused(answer)) return answer;
		const page = await visit.read('ucpProducts', answer, { permalink });
		if (isRefused(page)) return page;
		const { products, cursor: next } = page;
		return { found: products.flatMap((reading) => foundAt(shop, reading)), isEmpty: products.length === 0, next };
	};
}

/** Pages of the list, by their numbers. Shopify names no end, so an empty page is. */
function shopifyPages(shop: string, visit: Visit): ReadPage {
	let currency: string | null = null;
	return async (position) => {
		const page = Number(position ?? 1);
		const answer = await visit.api(`${shop}/products.json?limit=${SHOPIFY_LISTED}${page > 1 ? `&page=${page}` : ''}`);
		if (isRefused(answer) && position !== null) return isAfterLast(answer) ? NO_PAGE : answer;
		if (isRefused(answer) && isPassing(answer)) return answer;
		const list = isRefused(answer) ? answer : await visit.read('shopifyList', answer, { url: shop, currency: null });
		if (isRefused(answer) || isRefused(list)) {
			return refuse('no_product', `${new URL(shop).host} has neither a UCP catalogue nor Shopify's product list`);
		}
		if (position === null && list.length > 0) {
			const meta = await visit.api(`${shop}/meta.json`);
			const read = isRefused(meta) ? null : await visit.read('shopifyCurrency', meta, null);
			// Without the currency, the prices stay unknown.
			currency = typeof read === 'string' ? read : null;
		}
		const priced = currency === null ? list : await visit.read('shopifyList', answer, { url: shop, currency });
		if (isRefused(priced)) return priced;
		const found = priced.flatMap((reading) => foundAt(shop, reading));
		return { found, isEmpty: priced.length === 0, next: String(page + 1) };
	};
}

/** Whether Shopify has no page with that number: it lists 25,000 products at most. */
function isAfterLast(refused: ShopRefusal): boolean {
	return isFetchRefusal(refused) && (refused.status === 400 || refused.status === 404);
}

/** A product of the shop itself. It is known by its link until its source has read it. */
function foundAt(shop: string, { title, url: link, price, image }: ShopReading): FoundProduct[] {
	if (link === null || hostOf(link) !== hostOf(shop)) return [];
	return [{ sku: skuFromHandle(link), title, link, price, image }];
}

/** A shop answers with or without `www.`, whatever its watch says. */
function hostOf(link: string): string {
	return new URL(link).host.replace(/^www\./, '');
}
