import { isSameSize, sizeMatches, stockOf, stockStateOf } from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import { type Comparison, isBuyable } from './compare.ts';

/** The key of the product's own availability, which can be gone although none of its sizes is. */
const PRODUCT = '';

/** The sizes that the previous check found gone. */
export type GoneSizes = Pick<ReadonlySet<string>, 'has'>;

/** The maximum number of sizes while some are kept: a shop could name other sizes in every answer. */
const MAX_SIZES = 1000;

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

/**
 * The answer; a product or size that was sold out, or could be had in another way, still is where the answer does not state
 * its stock, so that its return is news. One that was in stock is unknown. A list without stock says nothing about the sizes
 * that it lacks.
 * @param before the stored snapshot
 * @param facts as in `Comparison`
 */
export function withKnownStock(
	before: ProductSnapshot,
	answered: ProductSnapshot,
	{ at, buyableSince }: Pick<Comparison, 'at' | 'buyableSince'>,
): ProductSnapshot {
	const isUnstated = answered.available === null && before.available === false;
	const after = isUnstated ? { ...answered, ...stockOf(stockStateOf(before)) } : answered;
	const was = before.sizes.map((size) => (size.available ? unknown(size) : size));
	if (was.every(({ available }) => available === null)) return after;
	const stated = new Map(answered.sizes.map(({ size, available }) => [size, available]));
	const saysNothing = answered.available !== false && answered.sizes.every(({ available }) => available === null);
	const kept = was.filter(({ size, available }) =>
		stated.has(size) ? available === false && stated.get(size) === null : saysNothing,
	);
	const sizes = putBack(was, answered.sizes, kept);
	if (sizes.length > MAX_SIZES) return after;
	const known = { ...after, sizes };
	// That the product can be bought now is newer than what was known about its sizes: any of them can be in stock. Of one
	// that the shop has sold since its launch, and never called sold out, it says nothing new.
	const isNewsOfWhole =
		before.available === false || buyableSince === null || buyableSince < (after.launchAt ?? buyableSince);
	return isNewsOfWhole && isBuyable(after, at) && !isBuyable(known, at)
		? { ...after, sizes: sizes.map(unknown) }
		: known;
}

function unknown({ size, url }: SizeStock): SizeStock {
	return { size, available: null, level: null, count: null, ...(url !== undefined && { url }) };
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
 * notation of all sizes, has restocked none. Nor has one that adds a second colour or deletes one, so that `9` becomes
 * `Red / 9` or the reverse.
 */
export function withNewNames(before: ProductSnapshot, after: ProductSnapshot): ProductSnapshot {
	const [old, now] = [labelsOf(before.sizes), labelsOf(after.sizes)];
	const gone = before.sizes.filter(({ size }) => !now.has(size));
	const added = after.sizes.filter(({ size }) => !old.has(size));
	if (gone.length === 0 || added.length === 0) return before;
	const isEverySize = gone.length === before.sizes.length && added.length === after.sizes.length;
	const rules: SameSize[] = [isSameLink(before, after)];
	if (isAnotherNotation(before.sizes, after.sizes, added)) {
		rules.push((was, size) => before.sizes.indexOf(was) === after.sizes.indexOf(size));
	}
	rules.push((was, { size }) => isSameSize(size, was.size));
	const colour = before.color ?? after.color ?? null;
	if (colour !== null || isEverySize) {
		const isOfColour = isSameOfColour(colour);
		rules.push((was, size) => isOfColour(was, size) && stockStateOf(was) === stockStateOf(size), isOfColour);
	}
	const names = matches(gone, added, rules);
	if (names.size === 0) return before;
	const sizes = before.sizes.map((size) => ({ ...size, size: names.get(size)?.size ?? size.size }));
	if (!isEverySize) return { ...before, sizes };
	// Of a colour that was added or deleted, only stock is news.
	const taken = new Set(names.values());
	return {
		...before,
		sizes: [
			...sizes.filter((size, index) => size.available || names.has(before.sizes[index] as SizeStock)),
			...added.filter((size) => !size.available && !taken.has(size)),
		],
	};
}

/** Whether a size before is one that has another name now. */
type SameSize = (was: SizeStock, now: SizeStock) => boolean;

/** Each size before with the one that it is now, by the first rule that finds one. */
function matches(gone: readonly SizeStock[], added: readonly SizeStock[], rules: readonly SameSize[]) {
	const found = new Map<SizeStock, SizeStock>();
	const left = new Set(added);
	for (const isSame of rules) {
		for (const was of gone) {
			const size = found.has(was) ? undefined : left.values().find((one) => isSame(was, one));
			if (size === undefined) continue;
			found.set(was, size);
			left.delete(size);
		}
	}
	return found;
}

/** By its link to the cart, which names the variant. A link that other sizes have, too, or the page has, does not. */
function isSameLink(before: ProductSnapshot, after: ProductSnapshot): SameSize {
	const isOwn = ({ sizes, url }: ProductSnapshot, link: string) =>
		link !== url && sizes.filter((size) => size.url === link).length === 1;
	return ({ url: link }, now) => link !== undefined && link === now.url && isOwn(before, link) && isOwn(after, link);
}

/** By its name, of which one has a colour or more: `9` and `Red / 9`. @param colour null if it has no name */
function isSameOfColour(colour: string | null): SameSize {
	const parts = (label: string) => ` / ${label} / `;
	return (was, now) => {
		const [short, long] = [parts(was.size), parts(now.size)].toSorted((a, b) => a.length - b.length) as [
			string,
			string,
		];
		return long.includes(short) && (colour === null || long.includes(parts(colour)));
	};
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
