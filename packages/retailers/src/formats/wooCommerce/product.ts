import { minorDigits, stockOf } from '@dropwire/domain';
import { z } from 'zod';
import type { Price } from '../../snapshot/snapshot.ts';
import { absoluteUrl, id, lenient, plainText, readAs } from '../fields.ts';
import { currencyCode, priceInMinor } from '../money.ts';
import {
	isRefused,
	refuse,
	renewed,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	type ShopSize,
	type Stock,
} from '../reading.ts';
import { colourOf, requestedColour, sizesAmong } from '../variants.ts';

/**
 * WooCommerce's Store API, documented: `/wp-json/wc/store/v1/products/{id or slug}`, and the variations of a product at
 * `/products?type=variation&parent={id}`. No answer of a real shop is recorded; the tests use the documentation's example.
 */
const Prices = z.object({
	currency_code: lenient(z.string()),
	currency_minor_unit: lenient(z.number().int()),
	price: lenient(z.string()),
	regular_price: lenient(z.string()),
});
const Product = z.object({
	id,
	name: z.string(),
	sku: lenient(z.string()),
	permalink: lenient(z.string()),
	images: lenient(z.array(z.object({ src: z.string() }))),
	prices: lenient(Prices),
	is_in_stock: lenient(z.boolean()),
	is_purchasable: lenient(z.boolean()),
	is_on_backorder: lenient(z.boolean()),
	stock_availability: lenient(z.object({ class: lenient(z.string()) })),
	low_stock_remaining: lenient(z.number().int()),
	attributes: z
		.array(z.object({ name: z.string(), terms: z.array(z.object({ name: z.string(), slug: z.string() })).catch([]) }))
		.catch([]),
	variations: lenient(
		z.array(z.object({ id, attributes: z.array(z.object({ name: z.string(), value: z.string().nullable() })) })),
	),
});
type Product = z.infer<typeof Product>;
const Failure = z.object({ code: z.string(), message: z.string(), data: lenient(z.object({ status: z.number() })) });

/** Reads a product. Its sizes are listed without stock: that is in the variations. */
export function readWooProduct(json: unknown, { url }: { url: string }): ShopReading | ShopRefusal {
	const failure = Failure.safeParse(json).data;
	if (failure) return failed(failure);
	const answer = readAs(Product, json, "WooCommerce's product JSON");
	return isRefused(answer) ? answer : reading(answer.data, url);
}

function reading(product: Product, url: string): ShopReading {
	const color = colourOf(variantsOf(product));
	return shopReading({
		sku: product.sku || null,
		title: plainText(product.name) ?? product.id,
		...(color && { color }),
		image: absoluteUrl(product.images?.[0]?.src, url),
		url: absoluteUrl(product.permalink, url) ?? url,
		price: priceIn(product.prices),
		stock: stockNow(product),
		sizes: variationsOf(product),
	});
}

/** The size of each variation, whose stock the product does not say. */
function variationsOf(product: Product): ShopSize[] {
	const { variants, several } = requestedColour(variantsOf(product));
	return sizesAmong(variants, several, ({ variantId }) => ({ available: null, variantId }));
}

function variantsOf(product: Product) {
	return (product.variations ?? []).map(({ id: variantId, attributes }) => ({
		variantId,
		options: attributes.flatMap(({ name, value }) => (value ? [{ name, value: labelOf(product, name, value) }] : [])),
	}));
}

/** The label of a variation's value, which is the slug of a term of the product's attribute: `8-5` is that of `8.5`. */
function labelOf({ attributes }: Product, name: string, value: string): string {
	const terms = attributes.find((attribute) => attribute.name === name)?.terms;
	return plainText(terms?.find(({ slug }) => slug === value)?.name) ?? value;
}

/** What a product's variations are found by. */
export interface WooParent {
	id: string;
	/** One per variation: some are the same size, in another width. */
	sizes: ShopSize[];
}

/** The ID by which a product's variations are found, and their sizes; null for an answer without one. */
export function readWooParent(json: unknown): WooParent | null {
	const product = Product.safeParse(json).data;
	return product ? { id: product.id, sizes: variationsOf(product) } : null;
}

/** The stock of a variation. */
export interface WooStock extends Pick<ShopSize, 'available' | 'state' | 'count'> {
	variantId: string;
}

/** Reads a page of a product's variations. */
export function readWooVariations(json: unknown): { stock: WooStock[] } | ShopRefusal {
	const variations = readAs(z.array(Product), json, "WooCommerce's list of variations");
	if (isRefused(variations)) return variations;
	const stockOf = (variation: Product): WooStock => ({
		variantId: variation.id,
		...stockNow(variation),
		count: variation.low_stock_remaining ?? null,
	});
	return { stock: variations.data.map(stockOf) };
}

/** Adds the stock of the variations to a product's sizes; a variation without stock stays unknown. */
export function withWooStock(product: ShopReading, { sizes }: WooParent, stock: readonly WooStock[]): ShopReading {
	const byId = new Map(stock.map((one) => [one.variantId, one]));
	const { available, state } = product;
	return renewed(product, {
		stock: { available, ...(state && { state }) },
		sizes: sizes.map((size) => ({ ...size, ...byId.get(size.variantId ?? '') })),
	});
}

function failed({ code, message, data }: z.infer<typeof Failure>): ShopRefusal {
	const gone = data?.status === 404 && code !== 'rest_no_route';
	return refuse(gone ? 'gone' : 'unreadable', `The shop answered ${code}: ${message.slice(0, 200)}`);
}

/** A product that cannot be put into a cart (sold elsewhere, or without a price) cannot be ordered here. */
function stockNow(product: Product): Stock {
	const {
		is_purchasable: purchasable,
		is_in_stock: inStock,
		is_on_backorder: later,
		stock_availability: words,
	} = product;
	if (purchasable === false || inStock === false) return stockOf('out');
	if (later === true || words?.class === 'available-on-backorder') return stockOf('backorder');
	return stockOf(inStock === true ? 'in_stock' : 'unknown');
}

/** The shop chooses the number of decimals of its amounts. */
function priceIn(prices: Product['prices']): Price | null {
	const currency = currencyCode(prices?.currency_code);
	const unit = prices?.currency_minor_unit;
	if (!currency || unit === undefined) return null;
	const minor = (text: string | undefined) =>
		text ? Math.round(Number(text) * 10 ** (minorDigits(currency) - unit)) : null;
	return priceInMinor(minor(prices?.price), minor(prices?.regular_price), currency);
}
