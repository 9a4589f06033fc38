import { type StockState, stockOf } from '@dropwire/domain';
import { z } from 'zod';
import type { Price } from '../../snapshot/snapshot.ts';
import { absoluteUrl, lenient, plainText, readAs } from '../fields.ts';
import { parsedJson } from '../html/scripts.ts';
import { lowestPrice, priceInMinor } from '../money.ts';
import {
	isRefused,
	namedBy,
	refuse,
	renewed,
	type ShopReading,
	shopReading,
	type ShopRefusal,
	type ShopSize,
	soldAs,
	type Stock,
} from '../reading.ts';
import { colourOf, type Option, requestedColour, sizesAmong } from '../variants.ts';
import { ucpCartLink } from './profile.ts';

/** UCP's catalogue: the answers of `/catalog/search`, `/catalog/lookup` and `/catalog/product`, in REST or MCP. */
const Money = z.object({ amount: z.number().int(), currency: z.string() });
const Labelled = z
	.object({ name: z.string(), label: z.string() })
	.transform(({ name, label }): Option => ({ name, value: label }));
const Availability = z.object({ available: lenient(z.boolean()), status: lenient(z.string()) });
/** What `availability.status` says; other words say nothing. */
const STATES: ReadonlyMap<string | undefined, StockState> = new Map([
	['in_stock', 'in_stock'],
	['limited', 'in_stock'],
	['preorder', 'preorder'],
	['pre_order', 'preorder'],
	['backorder', 'backorder'],
	['made_to_order', 'made_to_order'],
	['out_of_stock', 'out'],
	['sold_out', 'out'],
	['discontinued', 'out'],
]);
const Variant = z.object({
	id: z.string(),
	sku: lenient(z.string()),
	price: lenient(Money),
	list_price: lenient(Money),
	availability: lenient(Availability),
	options: z.array(Labelled).catch([]),
});
type Variant = z.infer<typeof Variant>;
/** `available` and `exists` refer to the selected colour; a search does not have them. */
const Value = z.object({ label: z.string(), available: lenient(z.boolean()), exists: lenient(z.boolean()) });
const Product = z.object({
	id: z.string(),
	title: z.string(),
	url: lenient(z.string()),
	price_range: lenient(z.object({ min: Money })),
	list_price_range: lenient(z.object({ min: Money })),
	media: z.array(z.object({ type: z.string(), url: z.string() })).catch([]),
	options: z.array(z.object({ name: z.string(), values: z.array(Value) })).catch([]),
	selected: z.array(Labelled).catch([]),
	variants: z.array(Variant),
});
type Product = z.infer<typeof Product>;
const Answer = z.object({
	ucp: lenient(z.object({ status: lenient(z.string()) })),
	messages: lenient(z.array(z.object({ code: lenient(z.string()), content: lenient(z.string()) }))),
	product: z.unknown().optional(),
	products: z.unknown().optional(),
	pagination: lenient(z.object({ cursor: lenient(z.string()), has_next_page: lenient(z.boolean()) })),
});

export interface UcpFacts {
	/** `UcpShop.permalink`. */
	permalink: string | null;
}

/** Reads the answer to a request for one product. */
export function readUcpProduct(json: unknown, facts: UcpFacts): ShopReading | ShopRefusal {
	const answer = answerIn(json);
	if (isRefused(answer)) return answer;
	const product = readAs(Product, answer.product ?? null, 'a UCP product');
	return isRefused(product) ? product : reading(product.data, facts);
}

/** Reads a page of a search, or a lookup, in the shop's order. Each product then has one of its variants. */
export function readUcpProducts(
	json: unknown,
	facts: UcpFacts,
): { products: ShopReading[]; cursor: string | null } | ShopRefusal {
	const answer = answerIn(json);
	if (isRefused(answer)) return answer;
	const products = readAs(z.array(Product), answer.products ?? null, 'a UCP catalogue');
	if (isRefused(products)) return products;
	const { cursor = null, has_next_page: more } = answer.pagination ?? {};
	return { products: products.data.map((product) => reading(product, facts)), cursor: more === true ? cursor : null };
}

/** What a lookup says about a variant. */
export interface UcpOffer extends Stock {
	/** That of the product. */
	price: Price | null;
}

/** The offers in a lookup of variants, by their IDs. Products that cannot be read are left out. */
export function readUcpOffers(json: unknown): Map<string, UcpOffer> | ShopRefusal {
	const answer = answerIn(json);
	if (isRefused(answer)) return answer;
	const products = readAs(z.array(lenient(Product)), answer.products ?? null, 'a UCP catalogue');
	if (isRefused(products)) return products;
	const known = products.data.filter((product) => product !== undefined);
	return new Map(
		known.flatMap((product) => {
			const price = priceFrom(product, product.variants);
			return product.variants.map(({ id, availability }) => [id, { ...stockIn(availability), price }]);
		}),
	);
}

/** A product with newer offers of all its variants; null if they say less than was known about its stock or its price. */
export function withUcpOffers(product: ShopReading, offers: ReadonlyMap<string, UcpOffer>): ShopReading | null {
	const { available, offerIds: [first = ''] = [], sizes } = product;
	const stockNow = (id = ''): Stock => {
		const { available: now = null, state } = offers.get(id) ?? {};
		return { available: now, ...(state && { state }) };
	};
	const newer = sizes.map(({ state: _state, ...size }) => ({ ...size, ...stockNow(size.variantId) }));
	const { price } = offers.get(first) ?? { price: null };
	const only = stockNow(first);
	const saysLess =
		(product.price !== null && price === null) ||
		(sizes.length === 0 && available !== null && only.available === null) ||
		newer.some((size, index) => size.available === null && sizes[index]?.available !== null);
	if (saysLess) return null;
	return renewed(product, { price, sizes: newer, ...(sizes.length === 0 && { stock: only }) });
}

/** The ID of the product of a link, in the answer to a search; null if the answer does not have the product. */
export function readUcpProductId(json: unknown, { link }: { link: string }): string | ShopRefusal | null {
	const answer = answerIn(json);
	if (isRefused(answer)) return answer;
	const Named = z.object({ id: z.string(), url: lenient(z.string()) });
	const products = readAs(z.array(Named), answer.products ?? null, 'a UCP catalogue');
	if (isRefused(products)) return products;
	const { origin, pathname } = new URL(link);
	const isMeant = (url: URL | null) => url?.origin === origin && url.pathname === pathname;
	return products.data.find(({ url = '' }) => isMeant(URL.parse(url)))?.id ?? null;
}

/** The answer itself, also from an MCP tool's result; an error of the shop is refused. */
function answerIn(json: unknown): z.infer<typeof Answer> | ShopRefusal {
	const text = z.object({ text: z.string() }).transform((part) => parsedJson(part.text));
	const Result = z.object({ structuredContent: z.unknown().optional(), content: lenient(z.array(text)) });
	const result = z.object({ result: Result }).safeParse(json).data?.result;
	const inner = result && (result.structuredContent ?? result.content?.[0] ?? null);
	const answer = readAs(Answer, result ? inner : json, 'of the UCP catalogue');
	if (isRefused(answer)) return answer;
	if (answer.data.ucp?.status !== 'error') return answer.data;
	const { code = 'error', content = '' } = answer.data.messages?.[0] ?? {};
	return refuse(/not_found/.test(code) ? 'gone' : 'no_product', `The shop answered ${code}: ${content.slice(0, 200)}`);
}

function reading(product: Product, { permalink }: UcpFacts): ShopReading {
	const all = product.variants.map((variant) => ({ ...variant, chosen: isSelected(variant, product) }));
	const { variants, several } = requestedColour(all);
	const known = sizesAmong(variants, several, ({ id, availability }) => ({
		...stockIn(availability),
		variantId: id,
		url: permalink && ucpCartLink(permalink, id),
	}));
	const listed = several ? [] : listedSizes(product);
	const sizes = [
		...listed.map((size) => known.find((one) => one.size === size.size) ?? size),
		...known.filter((size) => !listed.some((one) => one.size === size.size)),
	];
	const [only] = sizes.length === 0 ? variants : [];
	const ids = only ? [only.id] : sizes.flatMap(({ variantId }) => variantId ?? []);
	const color = colourOf(variants);
	return shopReading({
		...namedBy(
			only?.sku ?? null,
			product.variants.map(({ sku }) => sku),
		),
		// A size without a variant cannot be looked up.
		...(ids.length > 0 && ids.length >= sizes.length && { offerIds: ids }),
		title: plainText(product.title) ?? product.id,
		...(color && { color }),
		image: absoluteUrl(product.media.find(({ type }) => type === 'image')?.url),
		url: absoluteUrl(product.url),
		price: priceFrom(product, variants),
		...(only && { stock: stockIn(only.availability) }),
		sizes,
	});
}

function stockIn({ available, status }: z.infer<typeof Availability> = {}): Stock {
	const state = STATES.get(status?.toLowerCase());
	if (available === undefined) return stockOf(state ?? 'unknown');
	return state === 'out' && available ? stockOf('unknown') : soldAs(state, { available });
}

function isSelected({ options }: Variant, { selected }: Product): boolean {
	return selected.every((option) => options.some(({ name, value }) => name === option.name && value === option.value));
}

/** All sizes that exist in the selected colour; an answer does not have to contain a variant for each. */
function listedSizes({ options }: Product): ShopSize[] {
	const values = options.flatMap(({ name, values }) => values.map((value) => ({ ...value, name })));
	const all = values.map(({ name, label, ...value }) => ({ ...value, options: [{ name, value: label }] }));
	const existing = all.filter(({ exists }) => exists !== false);
	return sizesAmong(existing, false, ({ available = null }) => ({ available }));
}

function priceFrom({ price_range: range, list_price_range: full }: Product, variants: readonly Variant[]) {
	const exact = variants.map(({ price, list_price: list }) =>
		priceInMinor(price?.amount, list?.amount, price?.currency),
	);
	const lowest = priceInMinor(range?.min.amount, full?.min.amount, range?.min.currency);
	return lowest ?? lowestPrice(exact);
}
