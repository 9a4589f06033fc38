import truncatedWidth from 'fast-string-truncated-width';
import { onOut } from './colours.ts';
import { safe, writeLine } from './output.ts';

export interface Column<Row> {
	title: string;
	of: (row: Row) => string;
	/** Numbers stand on the right. */
	right?: true;
	/** Gives way first when the terminal is too narrow; a column without it keeps its width. */
	shrinks?: true;
	paint?: (text: string, row: Row) => string;
}

const GAP = '  ';
const NARROWEST = 6;
const ELLIPSIS = '…';

/** Rows as an aligned table that fits the terminal; into a pipe or a file it is as wide as it needs to be. */
export async function writeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
	const cells = rows.map((row) => columns.map((column) => safe(column.of(row))));
	const widths = fitted(
		columns,
		columns.map((column, at) => Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[at] ?? '')))),
	);
	const { bold } = onOut();
	const line = (texts: readonly string[], paint: (text: string, at: number) => string) =>
		texts
			.map((text, at) => {
				const shown = cut(text, widths[at] ?? 0);
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

/** The widths as they fit: those that may shrink share what is missing, widest first. */
function fitted<Row>(columns: readonly Column<Row>[], widths: readonly number[]): number[] {
	const room = process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
	const result = [...widths];
	const total = () => result.reduce((sum, width) => sum + width, GAP.length * (result.length - 1));
	while (total() > room) {
		const widest = columns.reduce<number>(
			(best, column, at) =>
				column.shrinks && (result[at] ?? 0) > Math.max(NARROWEST, best < 0 ? 0 : (result[best] ?? 0)) ? at : best,
			-1,
		);
		if (widest < 0) break;
		result[widest] = (result[widest] ?? 0) - 1;
	}
	return result;
}

/** Columns that a terminal needs for a text: East Asian characters and emoji take two. */
function widthOf(text: string): number {
	return truncatedWidth(text).width;
}

/** A text that fits, by whole characters as a reader sees them. */
function cut(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let kept = '';
	let room = width - widthOf(ELLIPSIS);
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		room -= widthOf(segment);
		if (room < 0) break;
		kept += segment;
	}
	return kept + ELLIPSIS;
}
