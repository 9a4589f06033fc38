import type { ProductStatus } from '../statuses.ts';
import { DAY_MS, type HistoryPoint, sizesOf } from './points.ts';

/** What history keeps of a product that a check or a report found. A snapshot has these fields. */
export interface FoundProduct {
	price: { current: number; full: number; currency: string } | null;
	/** Set while the price is one that an earlier check read; then the current one is unknown. */
	priceAt?: number | undefined;
	status: ProductStatus | null;
	/** Null is unknown. */
	available: boolean | null;
	/** Empty if the shop lists none. */
	sizes: readonly { size: string; available: boolean | null }[];
	launchAt: number | null;
}

/** A check or a report, with the one before it. */
export interface HistoryCheck {
	/** When the product was found, epoch ms. */
	at: number;
	/** Null if the product is gone. */
	found: FoundProduct | null;
	/** When the check before was, epoch ms; null for none. */
	previousAt: number | null;
	/** What the check before found; null if the product was gone, or was never checked. */
	previous: FoundProduct | null;
	/** Whether the product is on sale since its launch or by a shock drop, so that nothing came back. */
	isLaunch?: boolean;
}

/**
 * The point that a check adds to a product's history; null if it changes nothing. What it does not state is as in the last
 * point: unknown is no change. After a gap it stays unknown.
 */
export function nextPoint(last: HistoryPoint | null, check: HistoryCheck): HistoryPoint | null {
	const point = pointOf(last, check);
	if (last && !isChange(last, point)) return null;
	const noRestock = last ? notBack(last, point, check) : undefined;
	return noRestock === undefined ? point : { ...point, noRestock };
}

/** Whether two states differ in the price, the full price, the currency, the status, the availability or a size. */
function isChange(before: HistoryPoint, after: HistoryPoint): boolean {
	const isEqual = (['price', 'full', 'status', 'available', 'inStock', 'gap'] as const).every(
		(field) => before[field] === after[field],
	);
	// Without a price, the currency is only that of a compacted day.
	if (after.price !== null && before.currency !== after.currency) return true;
	if (!isEqual || (before.sizes === null) !== (after.sizes === null)) return true;
	const had = new Set(before.sizes);
	return had.size !== (after.sizes?.length ?? 0) || (after.sizes ?? []).some((size) => !had.has(size));
}

function pointOf(last: HistoryPoint | null, { at, found }: HistoryCheck): HistoryPoint {
	if (found === null) {
		const nothing = { price: null, full: null, currency: null, status: null };
		return { at, ...nothing, available: false, inStock: 0, sizes: [] };
	}
	const { price, priceAt, status, available } = found;
	const sizes = sizesFound(last, found);
	return {
		at,
		...(price === null || priceAt !== undefined
			? { price: last?.price ?? null, full: last?.full ?? null, currency: last?.currency ?? null }
			: { price: price.current, full: price.full, currency: price.currency }),
		status: status ?? last?.status ?? null,
		available: available ?? last?.available ?? null,
		inStock: sizes?.length ?? null,
		sizes,
	};
}

/** The available sizes; those of which a check states nothing are as they were. */
function sizesFound(last: HistoryPoint | null, { available, sizes }: FoundProduct): readonly string[] | null {
	const known = last?.sizes ?? null;
	if (sizes.length === 0) {
		if (available === false) return known && [];
		// No list says nothing about sizes that were available. If none was, the product itself is what can be bought.
		return known?.length === 0 && available ? null : known;
	}
	if (available === false) return [];
	const had = new Set(known);
	const there = sizes.filter((size) => size.available ?? had.has(size.size)).map(({ size }) => size);
	return [...new Set(there)];
}

/** See `HistoryPoint.noRestock`; undefined if everything came back that is available since the last point. */
function notBack(last: HistoryPoint, point: HistoryPoint, check: HistoryCheck): HistoryPoint['noRestock'] {
	const had = new Set(sizesOf(last));
	const came = sizesOf(point).filter((size) => !had.has(size));
	const isProduct = point.sizes === null && point.available === true && last.available !== true;
	if (came.length === 0 && !isProduct) return undefined;
	const isBack = whatIsBack(check);
	const others = came.filter((size) => !isBack(size));
	if (isProduct) return isBack(null) ? undefined : true;
	if (others.length === 0) return undefined;
	return others.length === came.length ? true : others;
}

/**
 * Whether the check before found a size sold out (null: a product without sizes), so that it came back. Before its launch a
 * product cannot come back (contract: "Buyable").
 */
function whatIsBack({ at, found, previousAt, previous, isLaunch }: HistoryCheck): (size: string | null) => boolean {
	const isAhead = found !== null && found.launchAt !== null && found.launchAt > at;
	if (isLaunch || isAhead || previousAt === null || at - previousAt > DAY_MS) return () => false;
	if (previous === null || previous.available === false) return () => true;
	// A list of sizes without a word about their stock is no evidence.
	if (previous.sizes.every(({ available }) => available === null)) return () => false;
	const had = new Set(previous.sizes.filter(({ available }) => available !== false).map(({ size }) => size));
	return (size) => size !== null && !had.has(size);
}
