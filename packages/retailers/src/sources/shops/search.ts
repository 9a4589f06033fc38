import { skuFromHandle } from '@dropwire/domain';
import { isRefused, refuse, type ShopReading, type ShopRefusal } from '../../formats/reading.ts';
import { ucpShopOf } from '../../shops/ucpShop.ts';
import { isPassing, type Visit } from '../../shops/visit.ts';
import type { FoundProduct } from '../source.ts';

/** The products of one answer: of a UCP catalogue as many as we ask for, of Shopify's list the most that it has (shopify.dev). */
const UCP_FOUND = 50;
const SHOPIFY_LISTED = 250;

/**
 * Searches a shop: in its UCP catalogue, else in the newest products of Shopify's list, which has no search of its own.
 * @param shop its origin
 * @param visit for at most four requests
 */
export async function searchAnyShop(
	shop: string,
	keywords: string,
	visit: Visit,
): Promise<FoundProduct[] | ShopRefusal> {
	const readings = (await searchUcp(shop, keywords, visit)) ?? (await listShopify(shop, visit));
	return isRefused(readings) ? readings : readings.flatMap((reading) => foundAt(shop, reading));
}

/** Null if the shop has no catalogue for us. */
async function searchUcp(shop: string, query: string, visit: Visit): Promise<ShopReading[] | ShopRefusal | null> {
	const known = await ucpShopOf(shop, visit);
	if (isRefused(known)) return known;
	if (!known.catalogue) return null;
	const { url, permalink } = known.catalogue;
	const answer = await visit.api(`${url}/catalog/search`, { query, pagination: { limit: UCP_FOUND } });
	if (isRefused(answer)) return answer;
	const page = await visit.read('ucpProducts', answer, { permalink });
	return isRefused(page) ? page : page.products;
}

async function listShopify(shop: string, visit: Visit): Promise<ShopReading[] | ShopRefusal> {
	const answer = await visit.api(`${shop}/products.json?limit=${SHOPIFY_LISTED}`);
	if (isRefused(answer) && isPassing(answer)) return answer;
	const list = isRefused(answer) ? answer : await visit.read('shopifyList', answer, { url: shop, currency: null });
	if (isRefused(list)) {
		return refuse('no_product', `${new URL(shop).host} has neither a UCP catalogue nor Shopify's product list`);
	}
	if (isRefused(answer) || list.length === 0) return list;
	const meta = await visit.api(`${shop}/meta.json`);
	const currency = isRefused(meta) ? null : await visit.read('shopifyCurrency', meta, null);
	// Without the currency, the prices stay unknown.
	return typeof currency === 'string' ? visit.read('shopifyList', answer, { url: shop, currency }) : list;
}

/** A product of the shop itself. It is known by its link until its source has read it. */
function foundAt(shop: string, { title, url: link, price, image }: ShopReading): FoundProduct[] {
	if (link === null || new URL(link).origin !== shop) return [];
	return [{ sku: skuFromHandle(link), title, link, price, image }];
}
