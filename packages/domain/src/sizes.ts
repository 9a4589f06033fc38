/**
 * What a size is, everywhere: in filters, in links that select a size, in the order of sizes and in suggestions.
 *
 * A size has one or more names (`readSize.ts`). What a filter leaves out is not compared, with three rules:
 * - A number alone is compared with the first name of a label, which is on the scale of that product: `9` is
 *   `M 9 / W 10.5` and also `W 9 / M 7.5`, a women's shoe that other shops print as `9`, but not `M 7.5 / W 9`. `M 9` and
 *   `W 9` say which one is meant. In the same way `US 9` is compared with the first name of that system.
 * - Sizes of children are named as such: `9` is not `9C`.
 * - A filter with several names, such as `S/M` or `32x34`, is a label with exactly these names.
 */
import { readSize, type SizeName } from './readSize.ts';

/** From the youngest. */
const CHILDREN: readonly (string | null)[] = ['C', 'T', 'K', 'Y'];
/** A number without a system is a US shoe size below this … */
const US_BELOW = 20;
/** … and one of the EU from this to that. */
const EU = { from: 34, to: 52 };

/** Labels repeat from product to product, and in each comparison of a sort. */
const MAX_KNOWN = 5000;

function remembered<Reading>(read: (label: string) => Reading): (label: string) => Reading {
	const known = new Map<string, Reading>();
	return (label) => {
		let reading = known.get(label);
		if (reading === undefined) {
			if (known.size >= MAX_KNOWN) known.clear();
			known.set(label, (reading = read(label)));
		}
		return reading;
	};
}

/** What a filter names, for a comparison with `sizeKeys`. */
export const sizeKey = remembered((filter) =>
	readSize(filter)
		.map((name) => keyOf(complete(name)))
		.sort()
		.join('&'),
);

/** The key of every filter that a label matches. */
export const sizeKeys = remembered<readonly string[]>(makeKeys);

/** Whether a filter such as `9`, `M 9` or `XL` matches a shop's label. */
export function sizeMatches(filter: string, label: string): boolean {
	return sizeKeys(label).includes(sizeKey(filter));
}

/** Three or more whole numbers with nothing but commas between them. */
const WHOLE_NUMBERS = /(?<![\d.]|\d,)\d+(?:,\d+){2,}(?![\d.]|,\d)/g;

/**
 * Sizes in a text, separated by commas, semicolons or lines. A comma between digits before a 5 is a decimal one, `9,5`, unless
 * each of three or more numbers follows the one before: `4,5,6`.
 */
export function splitSizes(text: string): string[] {
	return text
		.replaceAll(WHOLE_NUMBERS, (run) => {
			const numbers = run.split(',').map(Number);
			const isRising = numbers.every((number, index) => index === 0 || number === Number(numbers[index - 1]) + 1);
			return isRising ? numbers.join(';') : run;
		})
		.split(/[;\n]|(?<!\d),|,(?!5(?!\d))/)
		.map((size) => size.trim())
		.filter((size) => size !== '');
}

/** The sizes of a filter that match none of the labels. */
export function unseenSizes(filters: readonly string[], labels: readonly string[]): string[] {
	const seen = new Set(labels.flatMap(sizeKeys));
	return filters.filter((filter) => !seen.has(sizeKey(filter)));
}

/** Whether two labels are the same size in another notation: `EU 42.5` and `42,5 EU`. */
export function isSameSize(label: string, other: string): boolean {
	return label === other || sizeKey(label) === sizeKey(other);
}

/**
 * The index of the label that is meant by the size of a link: the same text, else the first that the size matches, else,
 * where no label names a system, the one with the number.
 * @returns -1 for none
 */
export function findSize(wanted: string, labels: readonly string[]): number {
	const exact = labels.findIndex((label) => isSameSize(wanted, label));
	if (exact >= 0) return exact;
	const matching = labels.findIndex((label) => sizeMatches(wanted, label));
	if (matching >= 0) return matching;
	const [name, ...others] = readSize(wanted);
	const isNamed = labels.some((label) => readSize(label).some(({ system }) => system !== null));
	if (!name?.system || others.length > 0 || isNamed) return -1;
	const bare = keyOf({ ...name, system: null });
	return labels.findIndex((label) => sizeKeys(label).includes(bare));
}

/** Sorts labels: children's sizes, numbers, letters. Texts that are no sizes come last, in their order. */
export function compareSizes(label: string, other: string): number {
	const [names, others] = [sizesOf(label), sizesOf(other)];
	for (const [index, name] of names.entries()) {
		const compared = others[index];
		if (!compared) return 1;
		const difference = compareNames(name, compared);
		if (difference !== 0) return difference;
	}
	return names.length - others.length;
}

/** A copy of sizes, sorted by their labels. */
export function sortSizes<Size extends { size: string }>(sizes: readonly Size[]): Size[] {
	return sizes.toSorted((a, b) => compareSizes(a.size, b.size));
}

/** A size in the product's notation: `9½` is shown as `9.5`, `xxl` as `2XL`, `w32 l34` as `32x34`. A text stays. */
export function showSize(size: string): string {
	const names = readSize(size);
	if (names.every(({ kind }) => kind === 'text')) return size.trim();
	const [waist, length] = names;
	if (waist?.system === 'WAIST' && length?.system === 'LENGTH') return `${waist.value}x${length.value}`;
	return names.map(showName).join(names.every(({ kind }) => kind === 'letter') ? '/' : ' / ');
}

/** The sizes that filters can name among the labels, sorted: the first name of each. */
export function suggestedSizes(labels: Iterable<string>): string[] {
	const found = new Map<string, string>();
	for (const label of labels) {
		const [name] = sizesOf(label);
		if (name && name.kind !== 'text')
			found.set(keyOf(name), name.system === 'WAIST' ? showSize(label) : showName(name));
	}
	return [...new Set(found.values())].sort(compareSizes);
}

/** The names of a label without the texts beside them, such as a color; the text if there is no other. */
const sizesOf = remembered<readonly SizeName[]>((label) => {
	const names = readSize(label);
	const sizes = names.filter(({ kind }) => kind !== 'text');
	return sizes.length > 0 ? sizes : names;
});

/** Numbers for men and women without a system are US sizes. */
function complete(name: SizeName): SizeName {
	return name.kind === 'number' && name.audience !== null && name.system === null ? { ...name, system: 'US' } : name;
}

/** The system of a label's number, as shops print it. */
function systemOf(name: SizeName): string | null {
	const value = Number(name.value);
	if (name.kind !== 'number' || name.system !== null) return name.system;
	if (name.audience !== null || value < US_BELOW) return 'US';
	return value >= EU.from && value <= EU.to ? 'EU' : null;
}

function keyOf({ kind, value, system, audience, width }: SizeName): string {
	const number = kind === 'number' ? Number(value).toFixed(2) : value;
	return [kind, number, system, audience, width].map((part) => part ?? '').join(' ');
}

function makeKeys(label: string): string[] {
	const keys = new Set([sizeKey(label)]);
	const systems = new Set<string | null>();
	for (const [index, name] of sizesOf(label).entries()) {
		const system = systemOf(name);
		const isFirst = !systems.has(system);
		systems.add(system);
		const add = (of: Pick<SizeName, 'system' | 'audience'>) => {
			for (const width of [null, name.width]) keys.add(keyOf({ ...name, ...of, width }));
		};
		add({ system, audience: name.audience });
		if (CHILDREN.includes(name.audience)) {
			if (name.kind === 'letter') add({ system: null, audience: name.audience });
			continue;
		}
		if (name.kind !== 'number') for (const audience of [null, name.audience]) add({ system: null, audience });
		if (isFirst) add({ system, audience: null });
		if (index === 0) add({ system: null, audience: null });
	}
	return [...keys];
}

const KINDS: readonly SizeName['kind'][] = ['one', 'number', 'letter', 'text'];

function compareNames(name: SizeName, other: SizeName): number {
	const ageOf = (audience: string | null) =>
		CHILDREN.includes(audience) ? CHILDREN.indexOf(audience) - CHILDREN.length : 0;
	const rank = ({ kind, audience }: SizeName) => KINDS.indexOf(kind) * 2 * CHILDREN.length + ageOf(audience);
	if (rank(name) !== rank(other)) return rank(name) - rank(other);
	if (name.kind === 'text' || other.kind === 'text') return 0;
	return (
		Number(name.value) - Number(other.value) ||
		order(name.width, other.width) ||
		order(name.audience, other.audience) ||
		order(name.system, other.system)
	);
}

function order(text: string | null, other: string | null): number {
	return (text ?? '') < (other ?? '') ? -1 : Number(text !== other);
}

function showName({ kind, value, system, audience, width }: SizeName): string {
	if (kind === 'one') return 'One size';
	if (kind === 'text') return String(value);
	const isChild = CHILDREN.includes(audience);
	const text = kind === 'letter' ? letters(Number(value)) : numberText(Number(value));
	const child = kind === 'number' ? `${text}${audience}` : `Youth ${text}`;
	const shown = isChild ? child : [audience, text].filter(Boolean).join(' ');
	const scale = system === 'WAIST' ? 'W' : system === null || system === 'LENGTH' ? '' : `${system} `;
	return `${scale}${shown}${width === null ? '' : ` ${width.length > 2 ? width.charAt(0) + width.slice(1).toLowerCase() : width}`}`;
}

function letters(far: number): string {
	if (far === 2.5) return '1X';
	if (far === 0) return 'M';
	const times = far < 0 ? -far - 1 : far - 1;
	return `${times > 2 || (far > 0 && times > 1) ? `${times}X` : 'X'.repeat(times)}${far < 0 ? 'S' : 'L'}`;
}

function numberText(value: number): string {
	const thirds = Math.round((value % 1) * 3 * 100) / 100;
	if (thirds === 1 || thirds === 2) return `${Math.floor(value)} ${thirds}/3`;
	return String(Math.round(value * 100) / 100);
}
