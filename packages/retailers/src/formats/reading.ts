import {
	type Evidence,
	OTHER_STATES,
	type OtherState,
	type ShopRefusalCode,
	stockOf,
	type StockState,
	stockStateOf,
} from '@dropwire/domain';
import type { Price, SizeStock } from '../snapshot/snapshot.ts';

/** Whether something is in stock, and how it can be had if not. */
export type Stock = Pick<SizeStock, 'available' | 'state'>;

/** Stock of one size. */
export interface ShopSize extends SizeStock {
	/** The shop's ID of the size: what a cart contains, or at Nike the gtin. */
	variantId?: string;
}

/** A product as one answer of a shop describes it. Plain JSON: it can be read in a worker. */
export interface ShopReading {
	/** The shop's own SKU; null if the answer has none, or one per size. */
	sku: string | null;
	/** All codes by which the answer names the product, its sizes and its offers. Unset where `sku` is the only one. */
	skus?: string[];
	/** The IDs by which the shop is asked for new offers: HP's number of the product, UCP's variants. Unset where it cannot be. */
	offerIds?: string[];
	/** Plain text. */
	title: string;
	/** Plain text, as the shop names it; unset or null where it does not. */
	color?: string | null;
	image: string | null;
	/** The product's page at the shop. */
	url: string | null;
	/** Null without a currency. If sizes differ in price, the lowest, whether that size is available or not. */
	price: Price | null;
	/** Whether the product is in stock; null is unknown. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState;
	/** In the shop's order; empty if the answer lists none. */
	sizes: ShopSize[];
	evidence: Evidence;
	/** The announced start of the sale, epoch ms; unset where the format has no such date. */
	launchAt?: number | null;
}

/** Why an answer is not a reading of one product. */
export interface ShopRefusal {
	code: ShopRefusalCode;
	/** For operators: what the answer contains instead. */
	message: string;
	/** Set for a `wall` that is a queue: it ends with the sale, and the shop expects that visitors come back. */
	queue?: true;
	/** Set if the answer has no data in the format at all: another format can have some. */
	noData?: true;
}

export function refuse(code: ShopRefusalCode, message: string): ShopRefusal {
	return { code, message };
}

/** Type guard: whether an answer could not be read. */
export function isRefused(answer: object): answer is ShopRefusal {
	return 'code' in answer && 'message' in answer;
}

/** What a reader knows about a product; the rest of a reading follows from it. */
interface Facts extends Omit<ShopReading, 'available' | 'state' | 'evidence'> {
	/** What the shop says about the whole product; unset if only its sizes say something. */
	stock?: Stock | undefined;
}

/** Completes a reading with what follows from its sizes. */
export function shopReading({ stock, ...facts }: Facts): ShopReading {
	const sizes = mergedSizes(facts.sizes);
	const all = productStock(stock, sizes);
	return { ...facts, sizes, ...all, evidence: evidenceOf(all.available, sizes) };
}

/**
 * A product's stock: what its shop says about it, unless that says less than its sizes. If none of them is in stock, and one
 * can be pre-ordered, the product can be pre-ordered; if one is in stock, the product is.
 */
export function productStock(own: Stock | undefined, sizes: readonly Stock[]): Stock {
	const ofSizes = anyOf(sizes);
	if (own === undefined) return ofSizes;
	const saysMore = own.state === undefined ? ofSizes.state !== undefined : ofSizes.available === true;
	return saysMore ? ofSizes : own;
}

/** What is in stock of a product that cannot be bought now, or is only sold in another way; unset for one on sale. */
export function soldAs<T extends Stock>(state: StockState | undefined, part: T): T {
	return state !== undefined && part.available === true ? { ...part, ...stockOf(state) } : part;
}

/** The same for a product and its sizes. */
export function productSoldAs(state: StockState | undefined, product: ShopReading): ShopReading {
	if (state === undefined) return product;
	const { available, state: own } = product;
	return renewed(product, {
		stock: soldAs<Stock>(state, { available, ...(own && { state: own }) }),
		sizes: product.sizes.map((size) => soldAs(state, size)),
	});
}

/** A reading with newer facts. */
export function renewed(
	{ available: _available, state: _state, evidence: _evidence, ...known }: ShopReading,
	facts: Partial<Facts>,
): ShopReading {
	return shopReading({ ...known, ...facts });
}

/** A size in stock counts before one in another state, that before an unknown one. */
const STATES_BY_WORTH = ['in_stock', ...OTHER_STATES, 'unknown', 'out'] as const;

/**
 * The sizes, each once: shops list one per width or warehouse, too, whose stock would be a change of each other. One in
 * stock counts before the others, then one in another state, then one whose stock is unknown. The counts of those
 * that are as good are added up.
 */
export function mergedSizes<T extends SizeStock>(sizes: readonly T[]): T[] {
	return [...Map.groupBy(sizes, ({ size }) => size).values()].map((same) => {
		const state = STATES_BY_WORTH.find((one) => same.some((size) => stockStateOf(size) === one));
		const alike = same.filter((size) => stockStateOf(size) === state);
		const [best] = alike as [T, ...T[]];
		const counts = alike.flatMap(({ count }) => count ?? []);
		if (alike.length === 1 || counts.length < alike.length) return best;
		const isMinimum = alike.some(({ countIsMinimum }) => countIsMinimum);
		return {
			...best,
			count: counts.reduce((sum, count) => sum + count, 0),
			...(isMinimum && { countIsMinimum: true }),
		};
	});
}

/** A product's SKU with all its codes, unless the SKU is the only one. */
export function namedBy(sku: string | null, codes: readonly (string | undefined)[]): Pick<ShopReading, 'sku' | 'skus'> {
	const skus = [...new Set(codes.flatMap((code) => code || []))];
	return { sku, ...(skus.some((code) => code !== sku) && { skus }) };
}

/** In stock if a part is; sold out only if all are. If none is in stock or unknown, a part's other state counts. */
export function anyOf(parts: readonly Stock[]): Stock {
	if (parts.some(({ available }) => available === true)) return { available: true };
	if (parts.length === 0 || parts.some(({ available }) => available === null)) return { available: null };
	const state = OTHER_STATES.find((one) => parts.some((part) => part.state === one));
	return stockOf(state ?? 'out');
}

/** The most precise statement about stock: counts before levels, those before sizes, those before the whole product. */
export function evidenceOf(available: boolean | null, sizes: readonly SizeStock[]): Evidence {
	if (sizes.some(({ count }) => count !== null)) return 'count';
	if (sizes.some(({ level }) => level !== null)) return 'level';
	if (sizes.some((size) => size.available !== null)) return 'size';
	return available === null ? 'none' : 'product';
}
