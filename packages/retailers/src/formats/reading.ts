import type { Evidence, OtherState, ShopRefusalCode } from '@dropwire/domain';
import type { Price, SizeStock } from '../sources/source.ts';

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
	/** Set for a `wall` that is the shop's queue. */
	isQueue?: true;
}

export function refuse(code: ShopRefusalCode, message: string): ShopRefusal {
	return { code, message };
}

/** Type guard: whether an answer could not be read. */
export function isRefused(answer: object): answer is ShopRefusal {
	return 'code' in answer && 'message' in answer;
}

/** What a reader knows about a product; the rest of a reading follows from it. */
interface Facts extends Omit<ShopReading, 'available' | 'evidence'> {
	/** What the shop says about the whole product; unset if only its sizes say something. */
	available?: boolean | null | undefined;
}

/** Completes a reading with what follows from its sizes. */
export function shopReading({ available, ...facts }: Facts): ShopReading {
	const sizes = mergedSizes(facts.sizes);
	const all = available === undefined ? anyAvailable(sizes.map((size) => size.available)) : available;
	return { ...facts, sizes, available: all, evidence: evidenceOf(all, sizes) };
}

/**
 * The sizes, each once: shops list one per width or warehouse, too, whose stock would be a change of each other. One that
 * can be ordered counts before the others, and their counts are added up.
 */
export function mergedSizes<T extends SizeStock>(sizes: readonly T[]): T[] {
	return [...Map.groupBy(sizes, ({ size }) => size).values()].map((same) => {
		const available = anyAvailable(same.map((one) => one.available));
		const best = same.find((one) => one.available === available) as T;
		const counts = same.flatMap(({ count }) => count ?? []);
		return same.length === 1 || counts.length < same.length
			? best
			: { ...best, count: counts.reduce((sum, count) => sum + count, 0) };
	});
}

/** The codes of a product whose variants have several. */
export function namedBy(variants: readonly { sku?: string | undefined }[]): { skus?: string[] } {
	const skus = [...new Set(variants.flatMap(({ sku }) => sku || []))];
	return skus.length > 1 ? { skus } : {};
}

/** True if one is available; false only if none can be. */
export function anyAvailable(parts: readonly (boolean | null)[]): boolean | null {
	if (parts.includes(true)) return true;
	return parts.length === 0 || parts.includes(null) ? null : false;
}

/** The most precise statement about stock: counts before levels, those before sizes, those before the whole product. */
export function evidenceOf(available: boolean | null, sizes: readonly SizeStock[]): Evidence {
	if (sizes.some(({ count }) => count !== null)) return 'count';
	if (sizes.some(({ level }) => level !== null)) return 'level';
	if (sizes.some((size) => size.available !== null)) return 'size';
	return available === null ? 'none' : 'product';
}
