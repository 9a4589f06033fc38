import truncatedWidth from 'fast-string-truncated-width';
import { onOut } from './colours.ts';
import { safe, writeLine } from './output.ts';

export interface Column<Row> {
	title: string;
	of: (row: Row) => string;
	/** Right-aligned, for numbers. */
	right?: true;
	/** Shortened if the terminal is too narrow; other columns keep their width. */
	shrinks?: true;
	/** Omitted if shortening is not enough, or if no row has a value. */
	drops?: true;
	paint?: (text: string, row: Row) => string;
}

const GAP = '  ';
const MIN_WIDTH = 6;
const ELLIPSIS = '…';

/** Writes an aligned table that fits the terminal. Tables in a pipe or file are never shortened. */
export async function writeTable<Row>(all: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
	const filled = all.filter(({ drops, of }) => !drops || rows.some((row) => of(row) !== ''));
	const columns = minWidthOf(filled, rows) > terminalWidth() ? filled.filter(({ drops }) => !drops) : filled;
	const cells = rows.map((row) => columns.map((column) => safe(column.of(row))));
	const widths = fitWidths(
		columns,
		columns.map(({ title }, at) => widestOf(title, cells, (row) => row[at] ?? '')),
	);
	const { bold } = onOut();
	const line = (texts: readonly string[], paint: (text: string, at: number) => string) =>
		texts
			.map((text, at) => {
				const shown = truncate(text, widths[at] ?? 0);
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
			bold,
		),
	);
	for (const [index, row] of rows.entries()) {
		await writeLine(line(cells[index] ?? [], (text, at) => (text && columns[at]?.paint?.(text, row)) || text));
	}
}

function terminalWidth(): number {
	// Terminals without a size report 0 columns.
	return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** The table's width with all columns shortened as far as possible. */
function minWidthOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number {
	const widths = columns.map(({ title, of, shrinks }) => {
		const full = widestOf(title, rows, (row) => safe(of(row)));
		return shrinks ? Math.min(full, MIN_WIDTH) : full;
	});
	return widths.reduce((sum, width) => sum + width, GAP.length * (columns.length - 1));
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
		const widest = columns.reduce<number>(
			(best, column, at) =>
				column.shrinks && (result[at] ?? 0) > Math.max(MIN_WIDTH, best < 0 ? 0 : (result[best] ?? 0)) ? at : best,
			-1,
		);
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
function truncate(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let kept = '';
	let remaining = width - widthOf(ELLIPSIS);
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		remaining -= widthOf(segment);
		if (remaining < 0) break;
		kept += segment;
	}
	return kept + ELLIPSIS;
}
