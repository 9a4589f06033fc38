import { EVENT_KINDS, type EventKind, isOther, minorDigits, type OtherState, sizeStateOf } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { statesEntered } from '../../product/compare.ts';
import { isStockEvent } from '../../product/evaluate.ts';
import { wordKey } from '../../product/words.ts';
import type { ProductEvent } from '../../product/event.ts';

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
	/**
	 * The states besides in stock that the product or a size entered. A subscription that counts one as available gets the
	 * event as a restock; none for kinds that come before a restock.
	 */
	entered: ReadonlySet<OtherState>;
	/** The sizes that are in a state besides in stock. */
	sizesIn: ReadonlyMap<OtherState, ReadonlySet<string>>;
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
		entered: statesToCount({ kind, before, after }),
		sizesIn: sizesIn(product),
		price: price && price.current / 10 ** minorDigits(price.currency),
		discount: price && price.full > 0 ? Math.floor(((price.full - price.current) * 100) / price.full) : null,
	};
}

/** See `EventFacts.entered`. */
export function statesToCount({
	kind,
	before,
	after,
}: Pick<ProductEvent, 'kind' | 'before' | 'after'>): ReadonlySet<OtherState> {
	const comesAfterRestock = EVENT_KINDS.indexOf(kind) > EVENT_KINDS.indexOf('RESTOCK');
	return comesAfterRestock ? statesEntered(before, after) : new Set();
}

/** A size label as it is compared: in any letter case. */
export function sizeKey(size: string): string {
	return size.trim().toLowerCase();
}

function colorOf(product: ProductSnapshot | null): string {
	return product?.color ?? '';
}

function sizesIn(product: ProductSnapshot | null): ReadonlyMap<OtherState, ReadonlySet<string>> {
	const found = new Map<OtherState, Set<string>>();
	for (const size of product?.sizes ?? []) {
		const state = sizeStateOf(product as ProductSnapshot, size);
		if (isOther(state)) found.set(state, (found.get(state) ?? new Set()).add(sizeKey(size.size)));
	}
	return found;
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

/** The stock that a shop lists for a size of a product that is not in stock is in the product's state. */
function statesOf(product: ProductSnapshot | null): Map<string, string> {
	return new Map(
		product?.sizes.map((size) => [sizeKey(size.size), `${sizeStateOf(product, size)} ${size.level} ${size.count}`]),
	);
}
