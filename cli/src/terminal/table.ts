import truncatedWidth from 'fast-string-truncated-width';
import { type Colour, onOut } from './colours.ts';
import { note, safe, writeJson, writeLine } from './output.ts';

export interface Column<Row> {
	title: string;
	of: (row: Row) => string;
	/** Right-aligned, for numbers. */
	right?: true;
	/** Shortened if the terminal is too narrow, down to this width if it is a number; other columns keep their width. */
	shrinks?: true | number;
	/** Which end of a value is left out when it is shortened; by default the end. */
	cut?: 'start';
	/** Omitted if no row has a value, or if shortening is not enough: those with the lowest number first. */
	drops?: number;
	/** The colour of a value; a header has none. */
	paint?: Colour | ((row: Row) => Colour | false | null);
}

const GAP = '  ';
const MIN_WIDTH = 6;
/** The least width of SKUs: that of most brands' SKUs. Links are longer. */
export const SKU_WIDTH = 12;
const ELLIPSIS = '…';

/** Writes an aligned table that fits the terminal. Tables in a pipe or file are never shortened. */
export async function writeTable<Row>(all: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
	const columns = fitColumns(
		all.filter(({ drops, of }) => drops === undefined || rows.some((row) => of(row) !== '')),
		rows,
	);
	const cells = rows.map((row) => columns.map((column) => safe(column.of(row))));
	const widths = fitWidths(
		columns,
		columns.map(({ title }, at) => widestOf(title, cells, (row) => row[at] ?? '')),
	);
	const colours = onOut();
	const line = (texts: readonly string[], paint: (text: string, at: number) => string) =>
		texts
			.map((text, at) => {
				const shown = truncate(text, widths[at] ?? 0, columns[at]?.cut);
				const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(shown)));
				const painted = paint(shown, at);
				if (columns[at]?.right) return space + painted;
				return at === columns.length - 1 ? painted : painted + space;
			})
			.join(GAP)
			.trimEnd();
	await writeLine(
		line(
			columns.map(({ title }) => title),
			colours.bold,
		),
	);
	for (const [index, row] of rows.entries()) {
		const paint = (text: string, at: number) => {
			const wanted = columns[at]?.paint;
			const colour = typeof wanted === 'function' ? wanted(row) : wanted;
			return text && colour ? colours[colour](text) : text;
		};
		await writeLine(line(cells[index] ?? [], paint));
	}
}

/** Writes the rows of a list: as JSON, as a table, or the note that there are none. */
export async function writeList<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	{ json, none }: { json: boolean | undefined; none: string },
): Promise<void> {
	if (json) return writeJson(rows);
	return rows.length === 0 ? note(none) : writeTable(columns, rows);
}

function terminalWidth(): number {
	// Terminals without a size report 0 columns.
	return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** The columns without those that must be omitted for the others to fit, shortened as far as possible. */
function fitColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
	const available = terminalWidth();
	if (available === Number.POSITIVE_INFINITY) return columns;
	const widths = new Map(columns.map((column) => [column, minWidthOf(column, rows)]));
	const dropping = columns
		.filter(({ drops }) => drops !== undefined)
		.toSorted((a, b) => (a.drops ?? 0) - (b.drops ?? 0));
	const total = () => [...widths.values()].reduce((sum, width) => sum + width, GAP.length * (widths.size - 1));
	for (const column of dropping) if (total() > available) widths.delete(column);
	return [...widths.keys()];
}

function minWidthOf<Row>({ title, of, shrinks }: Column<Row>, rows: readonly Row[]): number {
	const full = widestOf(title, rows, (row) => safe(of(row)));
	return shrinks ? Math.min(full, leastOf(shrinks)) : full;
}

function leastOf(shrinks: true | number): number {
	return shrinks === true ? MIN_WIDTH : shrinks;
}

/** The width of a column: an argument of `Math.max` per row would exceed the stack from 120,000 rows on. */
function widestOf<Row>(title: string, rows: readonly Row[], of: (row: Row) => string): number {
	return rows.reduce((widest, row) => Math.max(widest, widthOf(of(row))), widthOf(title));
}

/** Reduces the widths of the columns that shrink, widest first, until the table fits the terminal. */
function fitWidths<Row>(columns: readonly Column<Row>[], widths: readonly number[]): number[] {
	const available = terminalWidth();
	const result = [...widths];
	const total = () => result.reduce((sum, width) => sum + width, GAP.length * (result.length - 1));
	while (total() > available) {
		const widest = columns.reduce<number>((best, { shrinks }, at) => {
			const width = result[at] ?? 0;
			return shrinks && width > leastOf(shrinks) && width > (result[best] ?? 0) ? at : best;
		}, -1);
		if (widest < 0) break;
		result[widest] = (result[widest] ?? 0) - 1;
	}
	return result;
}

/** The terminal columns of a text: East Asian characters and emoji are two columns wide. */
function widthOf(text: string): number {
	return truncatedWidth(text).width;
}

/** Shortens a text to a width in columns, by whole grapheme clusters. */
function truncate(text: string, width: number, cut: 'start' | 'end' = 'end'): string {
	if (widthOf(text) <= width) return text;
	const kept: string[] = [];
	let remaining = width - widthOf(ELLIPSIS);
	const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
	for (const segment of cut === 'end' ? segments : segments.toReversed()) {
		remaining -= widthOf(segment);
		if (remaining < 0) break;
		kept.push(segment);
	}
	return cut === 'end' ? kept.join('') + ELLIPSIS : ELLIPSIS + kept.toReversed().join('');
}
