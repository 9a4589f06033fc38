import { lastPart } from '@dropwire/domain';
import { isRefused, productSoldAs, type ShopReading, type ShopRefusal } from '../formats/reading.ts';
import { withWooStock, type WooStock } from '../formats/wooCommerce/product.ts';
import type { Adapter } from './adapter.ts';
import { isAnotherProduct, otherProduct } from './identity.ts';
import { formatAnswer, isFetchRefusal, isPassing, type Visit } from './visit.ts';

/** A page with data in schema.org's vocabulary. */
export const schemaOrg: Adapter = async (link, visit) => {
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	if (isAnotherProduct(link, page.url)) {
		const other = await visit.read('schemaOrg', page, { url: page.url });
		return otherProduct(isRefused(other) ? { sku: null, title: '', url: page.url } : other, link);
	}
	return visit.read('schemaOrg', page, { url: page.url });
};

/** A page that describes its product for links in other sites only. */
export const openGraph: Adapter = async (link, visit) => {
	const page = await visit.page(link);
	return isRefused(page) ? page : visit.read('openGraph', page, { url: page.url });
};

/**
 * A path that ends with `/products/{handle}`: Shopify's JSON of the product. The currency comes from the page, which can be a
 * market's, else from the shop.
 */
export const shopify: Adapter = async (link, visit) => {
	if (!/\/products\/[^/]+\/?$/.test(new URL(link).pathname)) return null;
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	const url = new URL(page.url);
	if (!/\/products\/[^/]+\/?$/.test(url.pathname)) return null;
	const answer = await formatAnswer(new URL(`${url.pathname.replace(/\/$/, '')}.js`, url).href, visit);
	if (!answer || isRefused(answer)) return answer;
	const described = await visit.read('schemaOrg', page, { url: page.url });
	const { price = null, state: ofVariant } = isRefused(described) ? {} : described;
	// What is said of the variant in the link does not count for the others.
	const bare = new URL(url);
	bare.searchParams.delete('variant');
	const whole = ofVariant ? await visit.read('schemaOrg', page, { url: bare.href }) : described;
	const stated = isRefused(whole) ? described : whole;
	const { available = null, state } = isRefused(stated) ? {} : stated;
	// A page that describes stock was read with what it shows.
	const shown = state === undefined && available !== true ? await visit.read('soldAs', page, { url: page.url }) : null;
	if (shown !== null && typeof shown !== 'string') return shown;
	const ofPage = price?.currency ?? (await visit.read('pageCurrency', page, null));
	if (ofPage !== null && typeof ofPage !== 'string') return ofPage;
	const facts = { url: page.url, currency: ofPage, state: state ?? shown ?? undefined };
	const product = await visit.read('shopify', answer, facts);
	if (isRefused(product)) return product.code === 'several_products' ? product : null;
	if (facts.currency !== null) return product;
	// A path that begins with a locale can be in another currency than the shop's.
	if (!/^\/(products|collections)\//.test(url.pathname)) return product;
	const meta = await visit.api(new URL('/meta.json', url).href);
	if (isRefused(meta)) return isPassing(meta) ? meta : product;
	const currency = await visit.read('shopifyCurrency', meta, null);
	return currency === null || typeof currency !== 'string'
		? product
		: visit.read('shopify', answer, { ...facts, currency });
};

/** A page that links to the Store API of WooCommerce. */
export const wooCommerce: Adapter = async (link, visit) => {
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	const api = await visit.read('storeApi', page, { url: page.url });
	if (typeof api !== 'string') return api;
	const product = await wooProduct(api, page.url, visit);
	if (!product || isRefused(product)) return product;
	const isInStock = [product, ...product.sizes].some(({ available }) => available === true);
	const shown = isInStock ? await visit.read('soldAs', page, { url: page.url }) : null;
	return shown !== null && typeof shown !== 'string' ? shown : productSoldAs(shown ?? undefined, product);
};

async function wooProduct(api: string, url: string, visit: Visit): Promise<ShopReading | ShopRefusal | null> {
	const slug = lastPart(url);
	const answer = await formatAnswer(`${api}/products/${slug}`, visit);
	if (!answer || isRefused(answer)) return answer;
	const product = await visit.read('woo', answer, { url });
	if (isRefused(product)) return null;
	// The shop takes a number for the ID of a product, which can be another one than that of this slug.
	if (/^\d+$/.test(slug) && product.url !== null && lastPart(product.url) !== slug) return null;
	const parent = product.sizes.length > 0 ? await visit.read('wooParent', answer, null) : null;
	if (parent === null || isRefused(parent)) return product;
	const pages = Math.ceil(parent.sizes.length / VARIATIONS_PER_PAGE);
	// Sizes of which only some are known, and not always the same ones, would be restocks that are none.
	if (pages > MAX_VARIATION_PAGES) return product;
	const list = `${api}/products?type=variation&parent=${parent.id}&per_page=${VARIATIONS_PER_PAGE}`;
	const stock: WooStock[] = [];
	for (let number = 1; number <= pages; number++) {
		// Without an order, a variation could be on two pages, and another one on none.
		const variations = await visit.api(pages === 1 ? list : `${list}&orderby=id&order=asc&page=${number}`);
		const more = isRefused(variations) ? variations : await visit.read('wooVariations', variations, null);
		// A shop without variations leaves the stock of the sizes unknown; a page instead of them says nothing.
		if (isRefused(more)) return isFetchRefusal(more) && !isPassing(more) && more.code !== 'wall' ? product : more;
		stock.push(...more.stock);
	}
	return withWooStock(product, parent, stock);
}

/** The documented maximum of `per_page`. */
const VARIATIONS_PER_PAGE = 100;
/** As many as a visit has requests for. A product with more sizes than its 300 variations is not read by size anyway. */
const MAX_VARIATION_PAGES = 3;
