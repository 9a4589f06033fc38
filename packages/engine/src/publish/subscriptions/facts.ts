import { type EventKind, minorDigits } from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import { isStockEvent } from '../../watch/evaluate.ts';
import { wordKey } from '../../words.ts';
import type { ProductEvent } from '../event.ts';

/** What filters need to know about an event, computed once for all subscriptions. */
export interface EventFacts {
	kind: EventKind;
	/** Title, SKU and color for whole-word search; phrases do not span two of them. */
	words: string;
	/**
	 * The sizes of which a filter must name one: those that changed for RESTOCK and STOCK, those that are available for
	 * other kinds. Null if the event passes any filter of sizes: the product of another kind lists none.
	 */
	sizes: ReadonlySet<string> | null;
	/** In the main unit of the product's currency; null if unknown. */
	price: number | null;
	/** In percent, rounded down; null without a price. */
	discount: number | null;
}

export function factsOf({ kind, sku, before, after }: Omit<ProductEvent, 'source' | 'region' | 'at'>): EventFacts {
	const product = after ?? before;
	const price = product?.price ?? null;
	return {
		kind,
		words: [product?.title ?? '', sku, colorOf(product)].map(wordKey).join(''),
		sizes: isStockEvent(kind) ? changedSizes(before, after) : availableSizes(product),
		price: price && price.current / 10 ** minorDigits(price.currency),
		discount: price && price.full > 0 ? Math.floor(((price.full - price.current) * 100) / price.full) : null,
	};
}

/** A size label as it is compared: in any letter case. */
export function sizeKey(size: string): string {
	return size.trim().toLowerCase();
}

/** Only some monitors report a color. */
function colorOf(product: (ProductSnapshot & { color?: unknown }) | null): string {
	return typeof product?.color === 'string' ? product.color : '';
}

function availableSizes(product: ProductSnapshot | null): ReadonlySet<string> | null {
	if (!product || product.sizes.length === 0) return null;
	return new Set(product.sizes.filter(({ available }) => available).map(({ size }) => sizeKey(size)));
}

function changedSizes(before: ProductSnapshot | null, after: ProductSnapshot | null): ReadonlySet<string> {
	const had = statesOf(before);
	const has = statesOf(after);
	const all = new Set([...had.keys(), ...has.keys()]);
	return new Set([...all].filter((size) => had.get(size) !== has.get(size)));
}

/** No size of a product that is sold out is available, whatever stock the shop lists. */
function statesOf(product: ProductSnapshot | null): Map<string, string> {
	const state = ({ available, level, count }: SizeStock) =>
		`${available && product?.available !== false} ${level} ${count}`;
	return new Map(product?.sizes.map((size) => [sizeKey(size.size), state(size)]));
}
