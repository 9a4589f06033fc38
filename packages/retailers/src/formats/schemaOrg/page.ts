import { siteOf } from '@dropwire/domain';
import { absoluteUrl } from '../fields.ts';
import { lowestPrice } from '../money.ts';
import { soldAsIn } from '../html/soldAs.ts';
import { withoutData } from '../html/walls.ts';
import {
	anyOf,
	isRefused,
	namedBy,
	refuse,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	soldAs,
	type Stock,
} from '../reading.ts';
import { isSizeName, isSizeValue, requestedColour, sizesAmong } from '../variants.ts';
import { jsonLdIn } from './jsonLd.ts';
import { microdataIn } from './microdata.ts';
import { firstLaunch, offeredBy } from './offers.ts';
import { differentProducts, imageOf, isMeant, type PageFacts, productsIn, skusOf, variantsOf } from './products.ts';
import { type Thing, textOf, thingsOf } from './thing.ts';

/**
 * Reads the product that a page describes in schema.org's vocabulary: JSON-LD; microdata if that has no offers. It gives name, price,
 * image and one availability; sizes only where the page describes each as a variant.
 */
export function readSchemaOrgPage(html: string, facts: PageFacts): ShopReading | ShopRefusal {
	const jsonLd = jsonLdIn(html);
	const inJsonLd = productsIn(jsonLd.things);
	const isOffered = inJsonLd.products.some((product) => [product, ...variantsOf(product)].some(hasOffers));
	const inMicrodata = isOffered ? null : productsIn(microdataIn(html));
	const products = withMicrodata(inJsonLd.products, inMicrodata?.products ?? []);
	if (products.length === 0) {
		return nothingIn(html, jsonLd.broken.length, inJsonLd.lists || inMicrodata?.lists === true);
	}
	const named = products.filter((product) => textOf(product, 'name') !== null);
	if (named.length === 0) return refuse('unreadable', 'The page describes a product without a name');
	const product = chosen(named, facts);
	if (isRefused(product)) return product;
	const lost = inJsonLd.products.length > 0 && jsonLd.broken.some((text) => text.includes('Product'));
	if (lost && !describes(product, facts)) {
		return refuse('unreadable', 'The page describes several products, one of them in JSON-LD that cannot be parsed');
	}
	return readProduct(product, facts, html);
}

function hasOffers(product: Thing): boolean {
	return thingsOf(product, 'offers').length > 0;
}

/** The products of JSON-LD, and what microdata says about them: a review app can describe a theme's product without its offers. */
function withMicrodata(inJsonLd: readonly Thing[], inMicrodata: readonly Thing[]): readonly Thing[] {
	const names = new Set(inJsonLd.map((product) => textOf(product, 'name')));
	const same = inMicrodata.filter((product) => names.has(textOf(product, 'name')));
	return inJsonLd.length > 0 ? [...inJsonLd, ...same] : inMicrodata;
}

function nothingIn(html: string, broken: number, lists: boolean): ShopRefusal {
	if (broken > 0) return refuse('unreadable', `${broken} of the page's JSON-LD blocks cannot be parsed`);
	if (lists) return refuse('several_products', 'The page is a list of products');
	return withoutData(html, 'The page contains no product data');
}

function chosen(products: readonly Thing[], facts: PageFacts): Thing | ShopRefusal {
	const meant = differentProducts(products.filter((product) => describes(product, facts)));
	const different = differentProducts(products);
	const [only, ...more] = facts.sku === undefined && different.length === 1 ? different : meant;
	if (only && more.length === 0) return only;
	const names = different.map((product) => textOf(product, 'name'));
	if (facts.sku !== undefined && !only)
		return refuse('no_product', `The page describes ${list(names)}, not ${facts.sku}`);
	return refuse('several_products', `The page describes ${different.length} products: ${list(names)}`);
}

function describes(product: Thing, facts: PageFacts): boolean {
	return [product, ...thingsOf(product, 'hasVariant')].some((one) => isMeant(one, facts));
}

function readProduct(product: Thing, facts: PageFacts, html: string): ShopReading | ShopRefusal {
	const all = variantsOf(product).map((thing) => ({
		thing,
		options: ['size', 'color'].flatMap((name) => {
			const value = textOf(thing, name);
			return value === null ? [] : [{ name, value }];
		}),
		offered: offeredBy(thing),
		chosen: isMeant(thing, facts),
	}));
	const { variants: ofColour, several } = requestedColour(all);
	if (several) {
		const colours = [...new Set(all.map(({ thing }) => textOf(thing, 'color') ?? textOf(thing, 'name')))];
		return refuse('several_products', `The page describes ${colours.length} colours: ${list(colours)}`);
	}
	const variants = meantAmong(ofColour, product);
	const own = offeredBy(product);
	const isShown = [own, ...variants.map(({ offered }) => offered)].some(isInStock);
	const state = isShown ? soldAsIn(html, facts.url) : undefined;
	const sold = (stock: Stock) => soldAs<Stock>(state, isInStock(stock) && state ? { available: true } : stock);
	const sizes = sizesAmong(variants, several, ({ thing, offered }) => ({
		...sold({ available: offered.available, ...(offered.state && { state: offered.state }) }),
		variantId: skusOf(thing)[0],
		url: absoluteUrl(textOf(thing, 'url') ?? offered.url, facts.url),
	}));
	// A colour without sizes is the product.
	const [colour] = sizes.length === 0 && variants.length === 1 ? variants : [];
	const self = colour?.thing ?? product;
	const saysStock = variants.some(({ thing }) => thingsOf(thing, 'offers').length > 0);
	const offers = saysStock ? variants.map(({ offered }) => offered) : [own];
	const launchAt = firstLaunch(offers);
	const colours = new Set(variants.map(({ thing }) => textOf(thing, 'color')));
	const color = textOf(self, 'color') ?? (colours.size === 1 ? [...colours][0] : null);
	return shopReading({
		...namedBy(
			skusOf(self)[0] ?? skusOf(product)[0] ?? null,
			codesOf([self, product, ...all.map(({ thing }) => thing)]),
		),
		title: textOf(self, 'name') ?? textOf(product, 'name') ?? '',
		...(color && { color }),
		image: imageOf(self, facts.url) ?? imageOf(variants[0]?.thing ?? product, facts.url),
		url: partnerOf(product, facts) ?? absoluteUrl(textOf(self, 'url') ?? colour?.offered.url, facts.url) ?? facts.url,
		price: lowestPrice(offers.map(({ price }) => price)) ?? own.price,
		stock: sold(anyOf(offers)),
		sizes,
		...(launchAt !== null && { launchAt }),
	});
}

/** Whether something is in stock, or will be: a page can say that it is ordered before. */
function isInStock({ available, state }: Stock): boolean {
	return available === true || state === 'preview';
}

/**
 * The variants of a colour that the link means: those with the pattern and material of the one that it names, and that one
 * alone if they do not differ in size, such as a laptop's configurations. All if it names none.
 */
function meantAmong<T extends { thing: Thing; chosen: boolean }>(variants: readonly T[], group: Thing): readonly T[] {
	const chosen = variants.filter((variant) => variant.chosen);
	if (chosen.length === 0) return variants;
	const things = variants.map(({ thing }) => thing);
	return canDifferInSize(things, group)
		? variants.filter((one) => chosen.some((other) => isAlike(one.thing, other.thing)))
		: chosen;
}

/**
 * Whether variants differ in size, which can also be a property of the shop's own, or a part of their names. They can if
 * not even their names differ.
 */
function canDifferInSize(variants: readonly Thing[], group: Thing): boolean {
	const sizes = new Set(variants.map((thing) => textOf(thing, 'size') ?? propertyOf(thing, isSizeName)));
	const names = new Set(variants.map((thing) => textOf(thing, 'name')));
	return sizes.size > 1 || names.size < 2 || [...names].some((name) => addsSize(name, textOf(group, 'name')));
}

function propertyOf(thing: Thing, isMeantBy: (name: string) => boolean): string | null {
	const property = thingsOf(thing, 'additionalProperty').find((one) => isMeantBy(textOf(one, 'name') ?? ''));
	return property ? textOf(property, 'value') : null;
}

/** Whether the name of a variant has a size beside that of its group: `Shoe - 8`. */
function addsSize(name: string | null, group: string | null): boolean {
	const [before, ...after] = group === null ? [] : (name?.split(group) ?? []);
	if (before === undefined || after.length === 0) return false;
	const parts = [before, ...after].flatMap((part) => part.split(' / '));
	return parts.map((part) => part.replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')).some(isSizeValue);
}

function isAlike(a: Thing, b: Thing): boolean {
	return ['pattern', 'material'].every((name) => {
		const [one, other] = [textOf(a, name), textOf(b, name)];
		return one === null || other === null || one === other;
	});
}

/** All codes of a product, its variants and their offers. */
function codesOf(things: readonly Thing[]): string[] {
	const offers = things.flatMap((thing) => thingsOf(thing, 'offers'));
	return [...things, ...offers, ...offers.flatMap((range) => thingsOf(range, 'offers'))].flatMap(skusOf);
}

/** Sites that visitors of a shop do not see, although its templates can name them. */
const TECHNICAL = /(?:^|\.)(?:localhost|myshopify\.com)$/;

/** The page of an offer at another site than the product's, as that of a partner; null for none. */
function partnerOf(product: Thing, { url }: PageFacts): string | null {
	const offered = absoluteUrl(offeredBy(product).url, url);
	const own = absoluteUrl(textOf(product, 'url'), url) ?? url;
	const isOwn = !offered || siteOf(offered) === siteOf(own) || TECHNICAL.test(new URL(offered).hostname);
	return isOwn ? null : offered;
}

/** The first names, for a message. */
function list(names: readonly (string | null)[]): string {
	const shown = names.slice(0, 3).map((name) => (name ?? '?').slice(0, 60));
	return [...shown, ...(names.length > 3 ? ['…'] : [])].join(', ');
}
