import { minorDigits, type OtherState } from '@dropwire/domain';
import { z } from 'zod';
import { absoluteUrl, amount, id, lenient, plainText, readAs } from '../fields.ts';
import { currencyCode, lowestPrice, priceInMinor, priceOf } from '../money.ts';
import {
	isRefused,
	namedBy,
	refuse,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	soldAs,
	type Stock,
} from '../reading.ts';
import { colourOf, requestedVariants, sizesAmong } from '../variants.ts';

/**
 * Shopify's storefront, documented: `/products/{handle}.js` (a product; prices are numbers), `/products/{handle}.json`
 * (`{ product }`) and `/products.json` (`{ products }`; prices are decimal texts, and `available` is often missing).
 */
const Variant = z.object({
	id,
	option1: lenient(z.string()),
	option2: lenient(z.string()),
	option3: lenient(z.string()),
	sku: lenient(z.string()),
	available: lenient(z.boolean()),
	inventory_management: lenient(z.string().nullable()),
	inventory_policy: lenient(z.string()),
	inventory_quantity: lenient(z.number()),
	price: lenient(amount),
	compare_at_price: lenient(amount),
});
const Image = z.union([z.string(), z.object({ src: z.string() }).transform(({ src }) => src)]);
const Product = z.object({
	title: z.string(),
	handle: z.string(),
	available: lenient(z.boolean()),
	options: lenient(z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))),
	variants: z.array(Variant),
	featured_image: lenient(Image),
	images: lenient(z.array(Image)),
});
type Product = z.infer<typeof Product>;

/** Numbers are hundredths in every currency, also in yen: 1000 yen are 100000. */
const HUNDREDTHS = 100;

/** The beginning of the paths of a market or a language: its prices are in its own currency. */
const LOCALE = /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/i;

export interface ShopifyFacts {
	/** The product's page, or the shop for a list. `?variant=` names a colour or a model. */
	url: string;
	/** The shop's currency, which no product contains (`readShopifyCurrency`); null leaves out the prices. */
	currency: string | null;
	/** How the page says that the product is sold, which no product contains; unset for one on sale. */
	state?: OtherState | undefined;
}

/** Reads the answer to `/products/{handle}.js` or `.json`. */
export function readShopifyProduct(json: unknown, facts: ShopifyFacts): ShopReading | ShopRefusal {
	const answer = readAs(z.union([z.object({ product: Product }), Product]), json, "Shopify's product JSON");
	if (isRefused(answer)) return answer;
	const product = 'product' in answer.data ? answer.data.product : answer.data;
	const wanted = variantIn(facts.url);
	if (wanted && requestedVariants(variantsOf(product, facts)).several) {
		return refuse('several_products', `The product has no variant ${wanted}, but several others`);
	}
	return reading(product, facts);
}

/** Reads a page of `/products.json` or `/collections/{handle}/products.json`; an empty list is its end. */
export function readShopifyProducts(json: unknown, facts: ShopifyFacts): ShopReading[] | ShopRefusal {
	const answer = readAs(z.object({ products: z.array(Product) }), json, "Shopify's product list");
	return isRefused(answer) ? answer : answer.data.products.map((product) => reading(product, facts));
}

/** Reads the shop's currency from `/meta.json` or `/cart.js`; null if it has none. */
export function readShopifyCurrency(json: unknown): string | null {
	return currencyCode(z.object({ currency: z.string() }).safeParse(json).data?.currency);
}

/** The variant that a link names. */
function variantIn(url: string): string | null {
	return URL.parse(url)?.searchParams.get('variant') ?? null;
}

function variantsOf({ variants, options }: Product, { url, state }: ShopifyFacts) {
	const wanted = variantIn(url);
	return variants.map((variant) => ({
		...variant,
		options: [variant.option1, variant.option2, variant.option3].flatMap((value, index) =>
			value === undefined ? [] : [{ name: options?.[index] ?? '', value }],
		),
		chosen: variant.id === wanted,
		stock: stockIn(variant, state),
	}));
}

function reading(product: Product, facts: ShopifyFacts): ShopReading {
	const { url, currency, state } = facts;
	const [locale = ''] = LOCALE.exec(URL.parse(url)?.pathname ?? '') ?? [];
	const page = absoluteUrl(`${locale}/products/${encodeURIComponent(product.handle)}`, url);
	const { variants, several } = requestedVariants(variantsOf(product, facts));
	const sizes = sizesAmong(variants, several, ({ id: variantId, stock }) => ({
		...stock,
		variantId,
		// Documented as a cart permalink: one piece of the variant.
		url: absoluteUrl(`/cart/${variantId}:1`, url),
	}));
	const skus = new Set(variants.map(({ sku }) => sku));
	const color = colourOf(variants);
	return shopReading({
		...namedBy(
			(skus.size === 1 && variants[0]?.sku) || null,
			product.variants.map(({ sku }) => sku),
		),
		title: plainText(product.title) ?? product.handle,
		...(color && { color }),
		image: absoluteUrl(product.featured_image ?? product.images?.[0], url),
		url: page,
		price: lowestPrice(variants.map((variant) => variantPrice(variant, currency))),
		...(sizes.length === 0 && { stock: onlyStock(variants[0]?.stock, product, state) }),
		sizes,
	});
}

/** A variant that is sold on although none is left is a back order, unless the shop does not count its pieces. */
function stockIn(
	{
		available,
		inventory_management: counted,
		inventory_policy: policy,
		inventory_quantity: quantity,
	}: z.infer<typeof Variant>,
	state: OtherState | undefined,
): Stock {
	const isOversold = counted !== null && policy === 'continue' && quantity !== undefined && quantity <= 0;
	return soldAs(state ?? (isOversold ? 'backorder' : undefined), { available: available ?? null });
}

/** The stock of a product without sizes: that of its variant, or else its own. */
function onlyStock(stock: Stock | undefined, { available }: Product, state: OtherState | undefined): Stock {
	return stock && stock.available !== null ? stock : soldAs(state, { available: available ?? null });
}

function variantPrice(
	{ price, compare_at_price: full }: Pick<z.infer<typeof Variant>, 'price' | 'compare_at_price'>,
	currency: string | null,
) {
	if (typeof price !== 'number') return priceOf(price, full, currency);
	const factor = 10 ** minorDigits(currencyCode(currency) ?? '') / HUNDREDTHS;
	return priceInMinor(
		Math.round(price * factor),
		typeof full === 'number' ? Math.round(full * factor) : null,
		currency,
	);
}
