import { absoluteUrl } from '../fields.ts';
import { type Offered, offeredBy } from './offers.ts';
import { isA, isThing, type Thing, textOf, textsOf, thingsOf, valuesOf } from './thing.ts';

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
	const page = objectsOf(things.flatMap((thing) => nested(thing)));
	const lists = page.all.some((thing) => isA(thing, 'ItemList', 'OfferCatalog'));
	const products = page.all.filter((thing) => isA(thing, ...PRODUCT)).map((product) => withVariants(product, page));
	const variants = new Set(products.flatMap((product) => thingsOf(product, 'hasVariant').map((one) => one['@id'])));
	const ids = new Set(products.flatMap((product) => (textOf(product, 'name') === null ? [] : product['@id'])));
	const isVariant = ({ '@id': own, ...product }: Thing) =>
		(own !== undefined && variants.has(own)) ||
		thingsOf(product, 'isVariantOf').some(({ '@id': id }) => id !== undefined && id !== own && ids.has(id));
	const roots = products.filter((product) => !isVariant(product));
	return { products: roots, lists };
}

/** An object, and the objects that describe the same page, which pages nest at most a few levels deep. */
function nested(thing: Thing, levels = 4): Thing[] {
	if (levels === 0) return [];
	const within = ['@graph', 'mainEntity', 'mainEntityOfPage'].flatMap((name) => thingsOf(thing, name));
	return [thing, ...within.flatMap((one) => nested(one, levels - 1)), ...offeredIn(thing)];
}

/** The product of an offer that is the page's own object. */
function offeredIn(offer: Thing): Thing[] {
	return thingsOf(offer, 'itemOffered').map((product) => ({ ...product, offers: product['offers'] ?? offer }));
}

/** The objects of a page, which can name each other by ID. */
interface PageObjects {
	all: readonly Thing[];
	byId: ReadonlyMap<unknown, Thing>;
	/** The offers that name a product, by its ID. */
	offers: ReadonlyMap<unknown, readonly Thing[]>;
}

function objectsOf(all: readonly Thing[]): PageObjects {
	// What names an object only has an ID, too.
	const typed = all.filter((thing) => thing['@type'] !== undefined);
	return {
		all,
		byId: new Map(typed.toReversed().map((thing) => [thing['@id'], thing])),
		offers: Map.groupBy(typed, (offer) => thingsOf(offer, 'itemOffered')[0]?.['@id']),
	};
}

/** An object with what the page says about its ID elsewhere. */
function described(thing: Thing, { byId }: PageObjects): Thing {
	return thing['@id'] === undefined ? thing : { ...byId.get(thing['@id']), ...thing };
}

/** A group names its variants in place or by ID, or its variants name it. */
function withVariants(product: Thing, page: PageObjects): Thing {
	const own = thingsOf(product, 'hasVariant').map((variant) => described(variant, page));
	const id = product['@id'];
	const known = new Set([product, ...own].map((one) => one['@id']));
	const isOther = (thing: Thing) =>
		(thing['@id'] === undefined || !known.has(thing['@id'])) &&
		thingsOf(thing, 'isVariantOf').some((one) => one['@id'] === id);
	const others = id === undefined ? [] : page.all.filter(isOther);
	const complete = (thing: Thing) => withOffers(withImages(thing, page), page);
	const variants = [...own, ...others].map(complete);
	return complete(variants.length > 0 ? { ...product, hasVariant: variants } : product);
}

function withImages(thing: Thing, page: PageObjects): Thing {
	const image = valuesOf(thing, 'image').map((one) => (isThing(one) ? described(one, page) : one));
	return image.length > 0 ? { ...thing, image } : thing;
}

/** A product names its offers in place or by ID, or they name it. So does a range of offers. */
function withOffers(thing: Thing, page: PageObjects, levels = 2): Thing {
	const own = thingsOf(thing, 'offers');
	const others = thing['@id'] === undefined ? [] : (page.offers.get(thing['@id']) ?? []);
	const offers = own.length > 0 ? own : others;
	if (levels === 0 || offers.length === 0) return thing;
	return { ...thing, offers: offers.map((offer) => withOffers(described(offer, page), page, levels - 1)) };
}

/** The variants that a group describes; some groups only link to the pages of the others. */
export function variantsOf(product: Thing): Thing[] {
	return thingsOf(product, 'hasVariant').filter((one) =>
		['offers', 'size'].some((name) => valuesOf(one, name).length > 0),
	);
}

/** A page that describes more products is not about one of them. */
const MAX_COMPARED = 50;

/**
 * The different products among several. Themes and review apps describe the same one, under other numbers and with less: its
 * name is the same, and no price, stock, size or colour differs.
 */
export function differentProducts(products: readonly Thing[]): Thing[] {
	if (products.length > MAX_COMPARED) return [...products];
	const all = products.map((thing) => ({ thing, offered: offeredBy(thing) }));
	const known = ({ offered }: (typeof all)[number]) =>
		Number(offered.available !== null) + Number(offered.price !== null);
	const different: typeof all = [];
	// Those that say most come first, in the page's order.
	for (const one of all.toSorted((a, b) => known(b) - known(a))) {
		if (!different.some((other) => isSame(one, other))) different.push(one);
	}
	return products.filter((thing) => different.some((one) => one.thing === thing));
}

type Described = { thing: Thing; offered: Offered };

function isSame(a: Described, b: Described): boolean {
	const agree = (one: unknown, other: unknown) => one === null || other === null || one === other;
	const [price, otherPrice] = [a.offered.price, b.offered.price];
	return (
		textOf(a.thing, 'name') === textOf(b.thing, 'name') &&
		agree(
			price && `${price.current} ${price.currency}`,
			otherPrice && `${otherPrice.current} ${otherPrice.currency}`,
		) &&
		agree(a.offered.available, b.offered.available) &&
		a.offered.state === b.offered.state &&
		['size', 'color'].every((name) => agree(textOf(a.thing, name), textOf(b.thing, name))) &&
		variantsOf(a.thing).length === variantsOf(b.thing).length
	);
}

/** All numbers under which a shop, the maker or the trade know a product, the shop's own first. */
export function skusOf(product: Thing): string[] {
	const own = ['sku', 'productID', 'productGroupID', 'inProductGroupWithID', 'mpn'];
	const ofTrade = ['gtin13', 'gtin', 'gtin12', 'gtin14', 'gtin8'];
	return [...own, ...ofTrade].flatMap((name) => textOf(product, name) ?? []);
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

/** The first picture of a product that has an http(s) address. @param url the page's URL */
export function imageOf(product: Thing, url: string): string | null {
	const addresses = valuesOf(product, 'image').flatMap((image) => (isThing(image) ? addressesOf(image) : image));
	const absolute = addresses.map((address) => absoluteUrl(typeof address === 'string' ? address : null, url));
	return absolute.find((address) => address !== null) ?? null;
}

/** The ID of a picture can be its address; one with a fragment is that of an object of a page. */
function addressesOf(image: Thing): string[] {
	const ids = textsOf(image, '@id').filter((id) => !id.includes('#'));
	return [...textsOf(image, 'contentUrl'), ...textsOf(image, 'url'), ...ids];
}
