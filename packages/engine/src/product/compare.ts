import {
	CHECK_KINDS,
	type CheckKind,
	isOther,
	type OtherState,
	sizeStateOf,
	type Stated,
	stockStateOf,
} from '@dropwire/domain';
import type { Price, ProductSnapshot, SizeStock } from '@dropwire/retailers';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * A launch date further ahead than this is a placeholder (Nike's feed has them), so it does not count as an
 * announcement.
 */
const PLACEHOLDER_AHEAD = 180 * DAY;
/** A product that appears for the first time longer after its start than this is not a surprise. */
const LATEST_SHOCK_DROP = DAY;
/** A product that becomes buyable at most this long after its launch is live; later it is a restock. */
const LATEST_LIVE = 10 * MINUTE;
/** For how long Nike's feed can lack a product after a change (its documentation). */
const LONGEST_ABSENCE = 15 * MINUTE;

/**
 * Whether the product can be bought at a moment: its launch has passed, it is on sale and, if the shop reports stock per
 * size, at least one size is available. Feeds list stock days before a launch (contract: "Buyable").
 */
export function isBuyable(product: ProductSnapshot | null, at: number): boolean {
	if (!product?.available || !isOnSale(product)) return false;
	if (!product.launchIsAgain && isAnnounced(product, at) && Number(product.launchAt) > at) return false;
	return !hasSizeStock(product) || product.sizes.some((size) => size.available);
}

/** Whether the shop does not say that a product which is not buyable is sold out: one of its sizes can be in stock. */
export function isUnknown(product: ProductSnapshot | null): boolean {
	if (product === null || product.available === false) return false;
	return product.available === null || product.sizes.some(({ available }) => available === null);
}

/** Whether the shop sells the product at all. One without statuses does. */
export function isOnSale({ status }: Pick<ProductSnapshot, 'status'>): boolean {
	return status === null || status === 'ACTIVE' || status === 'CLOSEOUT';
}

/** Whether the shop has taken the product off sale for good. One on hold can come back. */
export function isOver({ status }: Pick<ProductSnapshot, 'status'>): boolean {
	return status === 'INACTIVE' || status === 'CANCEL';
}

/** Whether anything is known about the stock of single sizes. A list of sizes without it is no evidence. */
function hasSizeStock({ sizes }: ProductSnapshot): boolean {
	return sizes.some(({ available }) => available !== null);
}

/**
 * Sizes that came back, in the order of `after`: available now, and sold out or not listed before. A size whose stock was
 * unknown before did not come back, nor did any size of a product whose stock was unknown. Of a product that was sold out,
 * no size could be bought, whatever stock the shop listed.
 */
export function sizesBack(before: ProductSnapshot | null, after: ProductSnapshot): SizeStock[] {
	const available = after.sizes.filter((size) => size.available);
	if (before?.available === false) return available;
	if (before && !hasSizeStock(before)) return [];
	const had = new Set(before?.sizes.filter((size) => size.available !== false).map((size) => size.size));
	return available.filter((size) => !had.has(size.size));
}

/** The sizes that can be bought: none of a product that is sold out, whatever stock the shop lists. */
export function availableSizes(product: ProductSnapshot | null): string[] {
	if (product === null || product.available === false) return [];
	return product.sizes.filter(({ available }) => available).map(({ size }) => size);
}

/**
 * The states besides in stock that the product or one of its sizes entered, in which they can be had although they are not
 * in stock. What was unknown before entered none.
 */
export function statesEntered(before: ProductSnapshot | null, after: ProductSnapshot | null): ReadonlySet<OtherState> {
	if (before === null || after === null) return new Set();
	const entered = new Set<OtherState>();
	if (after.state !== undefined && differ(known(before), known(after))) entered.add(after.state);
	for (const { state } of sizesEntered(before, after)) entered.add(state);
	return entered;
}

/** The sizes that entered a state besides in stock, and those that are listed in one for the first time. */
function sizesEntered(before: ProductSnapshot, after: ProductSnapshot): { size: string; state: OtherState }[] {
	const wasOut = stockStateOf(before) === 'out';
	if (!wasOut && !hasSizeStock(before)) return [];
	const old = new Map(before.sizes.map((size) => [size.size, sizeStateOf(before, size)]));
	return after.sizes.flatMap((size) => {
		const [was, state] = [old.get(size.size), sizeStateOf(after, size)];
		const isEntered = isOther(state) && was !== state && (was !== 'unknown' || wasOut);
		return isEntered ? [{ size: size.size, state }] : [];
	});
}

export interface Comparison {
	/** When `after` was read, epoch ms. */
	at: number;
	/** When `before` was read, epoch ms. */
	previousAt: number;
	/** When a check last found that the product had become buyable, epoch ms; null if it was never seen buyable. */
	buyableSince: number | null;
	/** Set by the source. If it never announces launches, no drop is a surprise, so there are no shock drops. */
	announcesLaunches: boolean;
	/** The event kinds that the SKU's watch lists publish; all kinds if unset. */
	watched?: Iterable<CheckKind>;
}

/**
 * The change between two checks of one product in one region: the first kind, in the order of CHECK_KINDS, that matches
 * and is watched (contract: "Kinds of event"); null when there is nothing to publish. Changes of titles, images and URLs
 * are ignored. Two equal snapshots differ when the launch moment lies between them.
 */
export function compare(
	before: ProductSnapshot | null,
	after: ProductSnapshot | null,
	{ watched = CHECK_KINDS, ...facts }: Comparison,
): CheckKind | null {
	const wanted = new Set(watched);
	return CHECK_KINDS.find((kind) => wanted.has(kind) && FITS[kind](before, after, facts)) ?? null;
}

type Facts = Omit<Comparison, 'watched'>;

const FITS: Readonly<
	Record<CheckKind, (before: ProductSnapshot | null, after: ProductSnapshot | null, facts: Facts) => boolean>
> = {
	SHOCK_DROP: (before, after, { at, announcesLaunches, buyableSince }) =>
		announcesLaunches &&
		buyableSince === null &&
		after !== null &&
		isBuyable(after, at) &&
		isSurprise(before, after, at),
	LIVE: (before, after, facts) =>
		isAnnounced(before, facts.at) &&
		!(before?.launchIsAgain && isBuyable(before, facts.previousAt)) &&
		isBuyable(after, facts.at) &&
		justLaunched(after, facts) &&
		!wasOnSale(before, facts),
	NEW: (before, after) => before === null && after !== null,
	STATUS: (before, after) =>
		before !== null && (after === null || differ(before.status, after.status) || before.launchAt !== after.launchAt),
	RESTOCK: (before, after, { at, buyableSince }) =>
		after !== null &&
		isBuyable(after, at) &&
		// A product that was gone is NEW, except on lists without that kind.
		(before === null ? buyableSince !== null : before.available === false || sizesBack(before, after).length > 0),
	PRICE: (before, after) => priceChanged(before?.price ?? null, after?.price ?? null),
	STOCK: (before, after) =>
		before !== null && after !== null && (differ(known(before), known(after)) || stockDiffers(before, after)),
};

/** Whether nothing announced that the product, which can be bought now, would be sold. */
function isSurprise(before: ProductSnapshot | null, after: ProductSnapshot, at: number): boolean {
	// A product whose stock was unknown may have been on sale all along.
	if (before !== null) return before.available !== null && !isAnnounced(before, at);
	return after.launchAt === null || at - after.launchAt < LATEST_SHOCK_DROP;
}

/** Whether the product has a launch date, past or ahead, that is no placeholder. */
function isAnnounced(product: ProductSnapshot | null, at: number): boolean {
	return product !== null && product.launchAt !== null && !product.launchIsPlaceholder && !isFarAhead(product, at);
}

/** Whether the launch date is too far ahead to be an announcement. */
export function isFarAhead({ launchAt }: Pick<ProductSnapshot, 'launchAt'>, at: number): boolean {
	return launchAt !== null && launchAt > at + PLACEHOLDER_AHEAD;
}

/**
 * Whether the launch lies between the two checks, or a few minutes back without a check since then that found the
 * product buyable.
 */
function justLaunched(after: ProductSnapshot | null, { at, previousAt, buyableSince }: Facts): boolean {
	return after !== null && canBeLive({ launchAt: after.launchAt, checkedAt: previousAt, buyableSince }, at);
}

/** Whether a check since the product's former launch found that it could be bought: then only the date was corrected. */
function wasOnSale(before: ProductSnapshot | null, { previousAt, buyableSince }: Facts): boolean {
	return isBuyable(before, previousAt) && buyableSince !== null && buyableSince >= (before?.launchAt ?? 0);
}

/**
 * Whether a product with this launch may have become live since its last check, by the clock alone. An unchanged answer
 * of such a product must be compared all the same.
 */
export function canBeLive(
	{ launchAt, checkedAt, buyableSince }: { launchAt: number | null; checkedAt: number; buyableSince: number | null },
	at: number,
): boolean {
	if (launchAt === null || launchAt > at) return false;
	if (buyableSince !== null && buyableSince >= launchAt) return false;
	return launchAt > checkedAt || at - launchAt <= LATEST_LIVE;
}

/**
 * Whether a product that is not found may return to a launch: shops change it around that moment, and it would return as a
 * product without an announcement.
 */
export function isAroundLaunch({ launchAt }: ProductSnapshot, at: number): boolean {
	return launchAt !== null && at >= launchAt - LONGEST_ABSENCE && at <= launchAt + LATEST_LIVE;
}

/** Whether both prices are known and differ. A price in another currency is not comparable, so it is no change. */
function priceChanged(a: Price | null, b: Price | null): boolean {
	return isComparable(a, b) && (a?.current !== b?.current || a?.full !== b?.full);
}

/** Whether both prices are known and in the same currency. */
export function isComparable(a: Price | null | undefined, b: Price | null | undefined): boolean {
	return a != null && b != null && a.currency === b.currency;
}

/** The state; null if it is unknown. */
function known(product: Stated) {
	const state = stockStateOf(product);
	return state === 'unknown' ? null : state;
}

/** Whether two statements differ. What is unknown differs from nothing: unknown is never news. */
function differ<T>(before: T | null, after: T | null): boolean {
	return before !== null && after !== null && before !== after;
}

/** Whether the stock of a size changed, or a size with known stock was added or removed. The retailer's order does not matter. */
function stockDiffers(before: ProductSnapshot, after: ProductSnapshot): boolean {
	if (!hasSizeStock(before) || !hasSizeStock(after)) return false;
	const byName = ({ sizes }: ProductSnapshot) => new Map(sizes.map((size) => [size.size, size]));
	return changedSizes(byName(before), byName(after)).length > 0;
}

/** The sizes, by any key, of which what is known changed, and those with known stock that are listed on one side only. */
export function changedSizes(
	before: ReadonlyMap<string, SizeStock>,
	after: ReadonlyMap<string, SizeStock>,
): readonly SizeStock[] {
	const removed = [...before].filter(([key, size]) => size.available !== null && !after.has(key));
	const changed = [...after].filter(([key, size]) => {
		const was = before.get(key);
		if (was === undefined) return size.available !== null;
		return (
			differ(known(was), known(size)) || (['level', 'count'] as const).some((fact) => differ(was[fact], size[fact]))
		);
	});
	return [...removed, ...changed].map(([, size]) => size);
}
