import { absoluteUrl } from '../fields.ts';
import { offeredBy } from './offers.ts';
import { isA, type Thing, textOf, thingsOf, valuesOf } from './thing.ts';

/** Which product of a page is meant. */
export interface PageFacts {
	/** The page's URL: relative links start there, and it names the colour. */
	url: string;
	/** The SKU that the page must describe. Without it, any product will do. */
	sku?: string;
}

/** The products that a page describes. */
export interface PageProducts {
	/** Products and groups, without the variants of these groups. */
	products: Thing[];
	/** The page lists products, as search results and categories do. */
	lists: boolean;
}

const PRODUCT = ['Product', 'ProductGroup', 'IndividualProduct', 'ProductModel', 'SomeProducts'];

/** Finds the products among the objects of a page; those of lists are no products of the page. */
export function productsIn(things: readonly Thing[]): PageProducts {
	const all = things.flatMap((thing) => nested(thing));
	const lists = all.some((thing) => isA(thing, 'ItemList', 'OfferCatalog'));
	const products = all.filter((thing) => isA(thing, ...PRODUCT)).map((product) => withVariants(product, all));
	const variants = new Set(products.flatMap((product) => thingsOf(product, 'hasVariant').map((one) => one['@id'])));
	const roots = products.filter((product) => product['@id'] === undefined || !variants.has(product['@id']));
	return { products: unique(roots), lists };
}

/** An object, and the objects that describe the same page, which pages nest at most a few levels deep. */
function nested(thing: Thing, levels = 4): Thing[] {
	if (levels === 0) return [];
	const within = ['@graph', 'mainEntity', 'mainEntityOfPage'].flatMap((name) => thingsOf(thing, name));
	return [thing, ...within.flatMap((one) => nested(one, levels - 1))];
}

/** A group names its variants in place or by ID, or its variants name it. */
function withVariants(product: Thing, all: readonly Thing[]): Thing {
	const own = thingsOf(product, 'hasVariant').map((variant) => {
		const named = all.find((thing) => thing['@id'] !== undefined && thing['@id'] === variant['@id']);
		return { ...named, ...variant };
	});
	const id = product['@id'];
	const others = all.filter(
		(thing) => id !== undefined && thingsOf(thing, 'isVariantOf').some((one) => one['@id'] === id),
	);
	// Some groups only link to the pages of their other variants.
	const variants = [...own, ...others].filter((one) =>
		['offers', 'size'].some((name) => valuesOf(one, name).length > 0),
	);
	return variants.length > 0 ? { ...product, hasVariant: variants } : product;
}

/** Some pages describe their product twice. */
function unique(products: readonly Thing[]): Thing[] {
	const key = (product: Thing) => JSON.stringify([textOf(product, 'name'), skusOf(product), offeredBy(product).price]);
	return [...new Map(products.map((product) => [key(product), product])).values()];
}

/** All numbers under which a shop, the maker or the trade know a product, the shop's own first. */
export function skusOf(product: Thing): string[] {
	const names = ['sku', 'productID', 'productGroupID', 'inProductGroupWithID', 'mpn', 'gtin13', 'gtin'];
	return names.flatMap((name) => textOf(product, name) ?? []);
}

/** Whether a product is the one that is meant: by its SKU if one is given, else by its URL. */
export function isMeant(product: Thing, { url, sku }: PageFacts): boolean {
	if (sku !== undefined) return skusOf(product).some((one) => bare(one) === bare(sku));
	const pages = [textOf(product, 'url'), offeredBy(product).url];
	return pages.some((page) => isSamePage(absoluteUrl(page, url), url));
}

/** `1203A474-002`, `1203A474_002` and `1203a474.002` are the same SKU. */
function bare(sku: string): string {
	return sku.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

/** Whether a link leads to the page: the same path, and every parameter of the link. */
function isSamePage(link: string | null, page: string): boolean {
	const [a, b] = [URL.parse(link ?? ''), URL.parse(page)];
	const path = (url: URL) => url.pathname.replace(/\/$/, '').toLowerCase();
	return Boolean(
		a && b && path(a) === path(b) && [...a.searchParams].every(([name, value]) => b.searchParams.get(name) === value),
	);
}
