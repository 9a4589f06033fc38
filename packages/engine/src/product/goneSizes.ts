import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';

/** The key of the product's own availability, which can be gone although none of its sizes is. */
const PRODUCT = '';

/** The sizes that the previous check found gone. */
export type GoneSizes = Pick<ReadonlySet<string>, 'has'>;

/** For answers that are true at once: every size counts as found gone before. */
export const EVERY_SIZE: GoneSizes = { has: () => true };

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
