import { EVENT_KINDS, type EventKind } from '@dropwire/db/topics';
import type { ProductSnapshot, SizeStock } from '../sources/source.ts';

const DAY = 86_400_000;
/** A launch date further ahead than this is a placeholder (Nike's feed has them), so nothing was announced. */
const PLACEHOLDER_AHEAD = 180 * DAY;

/** Whether one can buy it now: on sale, and in a size, where sizes are told. */
export function isBuyable(product: ProductSnapshot | null): boolean {
	if (!product?.available || (product.status !== null && product.status !== 'ACTIVE')) return false;
	return product.sizes.length === 0 || product.sizes.some((size) => size.available);
}

/** Sizes that one can buy after and could not before, in the order of `after`. */
export function sizesBack(before: ProductSnapshot | null, after: ProductSnapshot): SizeStock[] {
	const had = new Set(before?.sizes.filter((size) => size.available).map((size) => size.size));
	return after.sizes.filter((size) => size.available && !had.has(size.size));
}

/**
 * What changed between two looks at one product in one region: the first kind that fits and is watched, in the order
 * of EVENT_KINDS (contract: "Which event goes to which topic"); null when there is nothing to tell. Titles, pictures
 * and addresses are no news; a launch date is (STATUS). Gone counts as STATUS.
 * @param at when `after` was read, epoch ms: a date far beyond it is no announcement
 * @param watched the kinds that the SKU's watch lists yield
 */
export function compare(
	before: ProductSnapshot | null,
	after: ProductSnapshot | null,
	{ at, watched = EVENT_KINDS }: { at: number; watched?: Iterable<EventKind> },
): EventKind | null {
	const wanted = new Set(watched);
	return EVENT_KINDS.find((kind) => wanted.has(kind) && FITS[kind](before, after, at)) ?? null;
}

const FITS: Readonly<
	Record<EventKind, (before: ProductSnapshot | null, after: ProductSnapshot | null, at: number) => boolean>
> = {
	SHOCK_DROP: (before, after, at) => !isBuyable(before) && isBuyable(after) && !wasAnnounced(before, at),
	NEW: (before, after) => before === null && after !== null,
	STATUS: (before, after) => before !== null && (before.status !== after?.status || before.launchAt !== after.launchAt),
	RESTOCK: (before, after) =>
		before !== null &&
		isBuyable(after) &&
		after !== null &&
		(after.sizes.length > 0 ? sizesBack(before, after).length > 0 : !before.available),
	PRICE: (before, after) => before !== null && after !== null && !samePrice(before, after),
	STOCK: (before, after) =>
		before !== null && after !== null && (before.available !== after.available || stock(before) !== stock(after)),
};

/** A launch that lies in the past was announced too: what is sold out and comes back is restocked, not dropped. */
function wasAnnounced(before: ProductSnapshot | null, at: number): boolean {
	return before !== null && before.launchAt !== null && before.launchAt <= at + PLACEHOLDER_AHEAD;
}

function samePrice({ price: a }: ProductSnapshot, { price: b }: ProductSnapshot): boolean {
	return a?.current === b?.current && a?.full === b?.full && a?.currency === b?.currency;
}

/** Every size with its stock, in one order whatever the retailer's. */
function stock({ sizes }: ProductSnapshot): string {
	return JSON.stringify(sizes.map((size) => [size.size, size.available, size.level, size.count].join('|')).sort());
}
