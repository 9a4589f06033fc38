import { siteOf } from '@dropwire/domain';
import { absoluteUrl } from '../fields.ts';
import { lowestPrice } from '../money.ts';
import {
	anyAvailable,
	isRefused,
	namedBy,
	refuse,
	type ShopReading,
	shopReading,
	type ShopRefusal,
} from '../reading.ts';
import { wallOf } from '../wallOf.ts';
import { requestedColour, sizesAmong } from '../variants.ts';
import { jsonLdIn } from './jsonLd.ts';
import { microdataIn } from './microdata.ts';
import { offeredBy } from './offers.ts';
import { isMeant, type PageFacts, productsIn, skusOf } from './products.ts';
import { isThing, type Thing, textOf, thingsOf, valuesOf } from './thing.ts';

/**
 * Reads the product that a page describes in schema.org's vocabulary: JSON-LD, else microdata. It gives name, price,
 * image and one availability; sizes only where the page describes each as a variant.
 */
export function readSchemaOrgPage(html: string, facts: PageFacts): ShopReading | ShopRefusal {
	const jsonLd = jsonLdIn(html);
	const found = productsIn(jsonLd.things);
	const products = found.products.length > 0 ? found.products : productsIn(microdataIn(html)).products;
	if (products.length === 0) return nothingIn(html, jsonLd.things.length, jsonLd.broken.length, found.lists);
	const named = products.filter((product) => textOf(product, 'name') !== null);
	if (named.length === 0) return refuse('unreadable', 'The page describes a product without a name');
	const product = chosen(named, facts);
	if (isRefused(product)) return product;
	const lost = found.products.length > 0 && jsonLd.broken.some((text) => text.includes('Product'));
	if (lost && !describes(product, facts)) {
		return refuse('unreadable', 'The page describes several products, one of them in JSON-LD that cannot be parsed');
	}
	return readProduct(product, facts);
}

function nothingIn(html: string, things: number, broken: number, lists: boolean): ShopRefusal {
	if (broken > 0) return refuse('unreadable', `${broken} of the page's JSON-LD blocks cannot be parsed`);
	if (lists) return refuse('several_products', 'The page is a list of products');
	if (things > 0) return refuse('no_product', 'The page describes no product');
	const wall = wallOf(html);
	if (wall === 'queue') return { ...refuse('wall', 'The page is a queue'), isQueue: true };
	return refuse(wall ?? 'no_product', 'The page contains no product data');
}

function chosen(products: readonly Thing[], facts: PageFacts): Thing | ShopRefusal {
	const meant = products.filter((product) => describes(product, facts));
	const [only, ...more] = facts.sku === undefined && products.length === 1 ? products : meant;
	if (only && more.length === 0) return only;
	const names = products.map((product) => textOf(product, 'name'));
	if (facts.sku !== undefined && !only)
		return refuse('no_product', `The page describes ${list(names)}, not ${facts.sku}`);
	return refuse('several_products', `The page describes ${products.length} products: ${list(names)}`);
}

function describes(product: Thing, facts: PageFacts): boolean {
	return [product, ...thingsOf(product, 'hasVariant')].some((one) => isMeant(one, facts));
}

function readProduct(product: Thing, facts: PageFacts): ShopReading | ShopRefusal {
	const all = thingsOf(product, 'hasVariant').map((thing) => ({
		thing,
		options: ['size', 'color'].flatMap((name) => {
			const value = textOf(thing, name);
			return value === null ? [] : [{ name, value }];
		}),
		offered: offeredBy(thing),
		chosen: isMeant(thing, facts),
	}));
	const { variants, several } = requestedColour(all);
	if (several) {
		const colours = [...new Set(all.map(({ thing }) => textOf(thing, 'color') ?? textOf(thing, 'name')))];
		return refuse('several_products', `The page describes ${colours.length} colours: ${list(colours)}`);
	}
	const sizes = sizesAmong(variants, several, ({ thing, offered }) => ({
		available: offered.available,
		variantId: skusOf(thing)[0],
		url: absoluteUrl(textOf(thing, 'url') ?? offered.url, facts.url),
	}));
	// A colour without sizes is the product.
	const [colour] = sizes.length === 0 && variants.length === 1 ? variants : [];
	const self = colour?.thing ?? product;
	const offers = variants.length > 0 ? variants.map(({ offered }) => offered) : [offeredBy(product)];
	return shopReading({
		sku: skusOf(self)[0] ?? skusOf(product)[0] ?? null,
		...namedBy(codesOf([self, product, ...all.map(({ thing }) => thing)]).map((sku) => ({ sku }))),
		title: textOf(self, 'name') ?? textOf(product, 'name') ?? '',
		image: imageOf(self, facts) ?? imageOf(variants[0]?.thing ?? product, facts),
		url: partnerOf(product, facts) ?? absoluteUrl(textOf(self, 'url') ?? colour?.offered.url, facts.url) ?? facts.url,
		price: lowestPrice(offers.map(({ price }) => price)) ?? offeredBy(product).price,
		available: anyAvailable(offers.map(({ available }) => available)),
		sizes,
	});
}

/** All codes of a product, its variants and their offers. */
function codesOf(things: readonly Thing[]): string[] {
	return things.flatMap((thing) => [thing, ...thingsOf(thing, 'offers')]).flatMap(skusOf);
}

/** The page of an offer at another site than the product's, as that of a partner; null for none. */
function partnerOf(product: Thing, { url }: PageFacts): string | null {
	const offered = absoluteUrl(offeredBy(product).url, url);
	const own = absoluteUrl(textOf(product, 'url'), url) ?? url;
	return offered && siteOf(offered) !== siteOf(own) ? offered : null;
}

function imageOf(product: Thing, { url }: PageFacts): string | null {
	const [image] = valuesOf(product, 'image');
	const address = isThing(image) ? textOf(image, 'contentUrl', 'url', '@id') : image;
	return absoluteUrl(typeof address === 'string' ? address : null, url);
}

/** The first names, for a message. */
function list(names: readonly (string | null)[]): string {
	const shown = names.slice(0, 3).map((name) => (name ?? '?').slice(0, 60));
	return [...shown, ...(names.length > 3 ? ['…'] : [])].join(', ');
}
