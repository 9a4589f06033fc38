import { isSameSize, sizeMatches, stockStateOf } from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';

/** The key of the product's own availability, which can be gone although none of its sizes is. */
const PRODUCT = '';

/** The sizes that the previous check found gone. */
export type GoneSizes = Pick<ReadonlySet<string>, 'has'>;

/** For answers that are true at once: every size counts as found gone before. */
export const ALL_SIZES_GONE: GoneSizes = { has: () => true };

interface Confirmed {
	/** The answer, with the sizes that only this check found gone as they were before. */
	snapshot: ProductSnapshot;
	/** The sizes that this check found gone; unset for none. */
	goneSizes?: ReadonlySet<string>;
}

/**
 * A size counts as gone only after two checks in a row, so that one that flickers is no news. So does a product of which
 * no size is gone, or that lists none. A size whose stock is unknown now is not gone. Of a product that could not be bought,
 * nothing goes.
 * @param before the stored snapshot
 * @param gone the sizes that the previous check found gone
 */
export function confirmSizes(before: ProductSnapshot, after: ProductSnapshot, gone?: GoneSizes): Confirmed {
	if (before.available === false) return { snapshot: after };
	const notGone = new Set(after.sizes.filter((size) => size.available !== false).map((size) => size.size));
	const missing = before.sizes.filter((size) => size.available && !notGone.has(size.size));
	if (missing.length === 0) {
		if (!before.available || after.available !== false) return { snapshot: after };
		const snapshot = gone?.has(PRODUCT) ? after : withStock(after, true, withoutNew(before, after));
		return { snapshot, goneSizes: new Set([PRODUCT]) };
	}
	const goneSizes = new Set(missing.map(({ size }) => size));
	const held = missing.filter(({ size }) => !gone?.has(size));
	if (held.length === 0) return { snapshot: after, goneSizes };
	const sizes = putBack(before.sizes, withoutNew(before, after), held);
	return { snapshot: withStock(after, after.available || before.available, sizes), goneSizes };
}

/** The answer with stock as it was before, which has no other state. */
function withStock(answer: ProductSnapshot, available: true | null, sizes: SizeStock[]): ProductSnapshot {
	const { state: _, ...after } = answer;
	return { ...after, available, sizes };
}

/**
 * The sizes after the change. If the shop says that the product cannot be bought, those that it lists as available for the first
 * time are not: shops load the stock of a product that they have taken off.
 */
function withoutNew(before: ProductSnapshot, after: ProductSnapshot): SizeStock[] {
	if (after.available !== false) return after.sizes;
	const had = new Set(before.sizes.filter(({ available }) => available).map(({ size }) => size));
	return after.sizes.map((size) => (size.available && !had.has(size.size) ? { ...size, available: false } : size));
}

/** The sizes after the change with some as they were; one that is no longer listed returns to its place. */
function putBack(before: readonly SizeStock[], after: readonly SizeStock[], held: readonly SizeStock[]): SizeStock[] {
	const old = new Map(held.map((size) => [size.size, size]));
	const sizes = after.map((size) => old.get(size.size) ?? size);
	const listed = new Set(after.map(({ size }) => size));
	for (const [index, size] of before.entries()) {
		if (old.has(size.size) && !listed.has(size.size)) sizes.splice(index, 0, size);
	}
	return sizes;
}

/**
 * The product before a check, with the names that its sizes have now: a shop that writes `8-5` as `8.5`, or that changes the
 * notation of all sizes, has restocked none.
 */
export function withNewNames(before: ProductSnapshot, after: ProductSnapshot): ProductSnapshot {
	const [old, now] = [labelsOf(before.sizes), labelsOf(after.sizes)];
	const gone = before.sizes.filter(({ size }) => !now.has(size));
	const added = after.sizes.filter(({ size }) => !old.has(size));
	if (gone.length === 0 || added.length === 0) return before;
	const names = isAnotherNotation(before.sizes, after.sizes, added)
		? new Map(before.sizes.map(({ size }, index) => [size, after.sizes[index]?.size]))
		: new Map(gone.map(({ size }) => [size, added.find((one) => isSameSize(one.size, size))?.size]));
	return { ...before, sizes: before.sizes.map((size) => ({ ...size, size: names.get(size.size) ?? size.size })) };
}

/**
 * Whether all sizes have longer or shorter names (`8` and `M 8 / W 9.5`), and are in the same order and as available as
 * before. Other names can be other sizes, which a shop lists once they are in stock.
 */
function isAnotherNotation(before: readonly SizeStock[], after: readonly SizeStock[], added: readonly SizeStock[]) {
	return (
		before.length === after.length &&
		added.length === after.length &&
		before.every((was, index) => {
			const now = after[index] as SizeStock;
			const isSame = sizeMatches(was.size, now.size) || sizeMatches(now.size, was.size);
			return stockStateOf(was) === stockStateOf(now) && isSame;
		})
	);
}

function labelsOf(sizes: readonly SizeStock[]): ReadonlySet<string> {
	return new Set(sizes.map(({ size }) => size));
}
