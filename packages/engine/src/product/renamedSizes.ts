import { stockStateOf } from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';

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
		: new Map(gone.map(({ size }) => [size, added.find((one) => bare(one.size) === bare(size))?.size]));
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
			return (
				stockStateOf(was) === stockStateOf(now) && (hasWordsOf(now.size, was.size) || hasWordsOf(was.size, now.size))
			);
		})
	);
}

/** Whether a label has all words of another one: `M 8 / W 9.5` those of `8`. */
function hasWordsOf(label: string, other: string): boolean {
	const [words, others] = [wordsOf(label), wordsOf(other)];
	return others.length > 0 && others.every((word) => words.includes(word));
}

/** `m`, `8.5` */
function wordsOf(label: string): string[] {
	const plain = label.toLowerCase().replaceAll(/(\d)[,-](?=\d)/g, '$1.');
	return plain.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
}

/** A label without what shops separate its parts with: `EU 42.5`, `EU42-5`. */
function bare(size: string): string {
	return size.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

function labelsOf(sizes: readonly SizeStock[]): ReadonlySet<string> {
	return new Set(sizes.map(({ size }) => size));
}
