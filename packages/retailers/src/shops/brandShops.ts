import { BRANDS, skuInLastPart } from '@dropwire/domain';
import { type FinishLineIds, idsInLink, skuOf } from '../formats/finishLine/link.ts';
import { withFinishLineSizes } from '../formats/finishLine/sizes.ts';
import { isRefused, refuse } from '../formats/reading.ts';
import type { Adapter } from './adapter.ts';
import { isAbout, isAnotherProduct, otherProduct } from './identity.ts';
import { formatAnswer, type Visit } from './visit.ts';

/** The currency of the brands' shops, which are all in the US. */
const USD = { currency: 'USD' };
/** New Balance's shop in the US. KNOWN ONLY FROM CODE that calls it, as the answer's format. */
const NEW_BALANCE_PRODUCT = '/on/demandware.store/Sites-NBUS-Site/en_US/Wishlist-GetProduct';

/** Nike's product page, of the style and colour at the end of the link. */
export const nike: Adapter = async (link, visit) => {
	const styleColor = skuInLastPart(link, BRANDS.NIKE.skus.pattern);
	if (styleColor === null) return null;
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	return visit.read('nike', page, { url: page.url, styleColor });
};

/** HP's shop in the US, and how its shops in other countries begin their paths. */
const HP_US = /^\/us-en\//i;
const HP_COUNTRY = /^\/[a-z]{2}-[a-z]{2}\//i;

const FOREIGN = "The link leads to HP's shop in another country. Only links with /us-en/ can be read";

function isForeign(link: string): boolean {
	const { pathname } = new URL(link);
	return HP_COUNTRY.test(pathname) && !HP_US.test(pathname);
}

/** HP's product page. */
export const hp: Adapter = async (link, visit) => {
	if (isForeign(link)) return refuse('no_product', FOREIGN);
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	// A link without a country can redirect to the shop of one.
	if (isForeign(page.url)) return refuse('no_product', FOREIGN);
	return visit.read('hp', page, { url: page.url, ...USD });
};

/** JD Sports and Finish Line: stock from the sizes JSON, name and price from the page, or else from their own JSON. */
export const finishLine: Adapter = async (link, visit) => {
	const ids = idsInLink(link);
	if (!ids) return refuse('no_product', 'The link has no product with styleId and colorId');
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	const query = new URLSearchParams({ ...ids });
	const answer = await visit.api(new URL(`/store/browse/json/productSizesJson.jsp?${query}`, page.url).href);
	// The page exists: without the JSON, the shop has changed.
	if (isRefused(answer)) return answer.code === 'gone' ? refuse('unreadable', 'The shop has no sizes JSON') : answer;
	const sizes = await visit.read('finishLineSizes', answer, ids);
	if (isRefused(sizes)) return sizes;
	const described = isAnotherProduct(link, page.url) ? null : await visit.read('schemaOrg', page, { url: page.url });
	const url = described ? page.url : link;
	if (!described || isRefused(described)) {
		const product = await recommended(url, ids, visit);
		return isRefused(product) ? product : withFinishLineSizes(product, sizes, ids);
	}
	if (isAbout(described, skuOf(ids), 'JD') !== false) return withFinishLineSizes(described, sizes, ids);
	// The page can describe another colour of the style, which can be sold in another way, but no other style.
	if (isAbout(described, ids.styleId, null) === false) return otherProduct(described, link);
	const { state: _, ...product } = described;
	return withFinishLineSizes(product, sizes, ids);
};

async function recommended(url: string, ids: FinishLineIds, visit: Visit) {
	const { productId, styleId, colorId } = ids;
	const query = new URLSearchParams({ renderType: 'pdp', products: `${productId}:${styleId}:${colorId}|` });
	const path = `/store/recommendations/json/productRecommendationsEndecaJson.jsp?${query}`;
	const answer = await visit.api(new URL(path, url).href);
	return isRefused(answer) ? answer : visit.read('finishLineProduct', answer, { url, ...USD, ids });
}

/** New Balance: the product JSON by the style in the link. Null without a style, or without that JSON. */
export const sfcc: Adapter = async (link, visit) => {
	const sku = BRANDS.NEWBALANCE.skuOfLink(link);
	if (!sku) return null;
	const url = new URL(`${NEW_BALANCE_PRODUCT}?${new URLSearchParams({ pid: sku })}`, link).href;
	const answer = await formatAnswer(url, visit);
	if (!answer || isRefused(answer)) return answer;
	const reading = await visit.read('sfcc', answer, { sku, url: link, ...USD });
	return isRefused(reading) ? null : reading;
};
