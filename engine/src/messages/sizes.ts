import type { ProductSnapshot, SizeStock } from '../sources/source.ts';
import { sizesBack } from '../monitor/compare.ts';
import { plain } from './texts.ts';

const BAR: Readonly<Record<NonNullable<SizeStock['level']>, string>> = {
	HIGH: '▰▰▰',
	MEDIUM: '▰▰▱',
	LOW: '▰▱▱',
	OOS: '▱▱▱',
};

/**
 * One line per size that one can buy: its stock as a bar or a count, and an arrow where it came back. Sizes that are
 * sold out follow in one line, the newly sold out first and struck through.
 */
export function sizeLines(before: ProductSnapshot | null, after: ProductSnapshot): string[] {
	const back = new Set(before ? sizesBack(before, after).map((size) => size.size) : []);
	const had = new Set(before?.sizes.filter((size) => size.available).map((size) => size.size));
	const lines = after.sizes
		.filter((size) => size.available)
		.map((size) => `${plain(size.size)} ${stock(size)}${back.has(size.size) ? ' ⬆' : ''}`.trim());
	const out = after.sizes.filter((size) => !size.available);
	const lost = out.filter((size) => had.has(size.size)).map((size) => `~~${plain(size.size)}~~`);
	const never = out.filter((size) => !had.has(size.size)).map((size) => plain(size.size));
	if (out.length > 0) lines.push(`Sold out: ${[...lost, ...never].join(', ')}`);
	return lines;
}

function stock({ level, count }: SizeStock): string {
	if (count !== null) return `· ${count}`;
	return level === null ? '' : BAR[level];
}
