import type { RowColumns } from './columns.ts';
import { nearest } from './nearest.ts';

/** A row of a file: its cells by column, every column there is. */
export type Cells = Readonly<Record<string, string>>;
/** A row as the file has it, or what is wrong with it, by column. */
export type ReadRow = { line: number; cells: Cells } | { line: number; problems: Readonly<Record<string, string>> };

/** More than any cell may have; the server's own limits are narrower and told by column. */
const LONGEST_CELL = 4096;

/** How csv-parse reads what spreadsheets and people write (RFC 4180, any line end), each record with where it stands. */
export const CSV_READING = {
	info: true,
	relax_column_count: true,
	skip_empty_lines: true,
	record_delimiter: ['\r\n', '\n', '\r'],
} as const;

/** The line that a record begins on: csv-parse counts the one that it ends on. */
export function beginOf(record: readonly string[], endLine: number): number {
	return endLine - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** A CSV's first line: the columns in its order, or what is missing, unknown or there twice. */
export function checkHeader(
	record: readonly string[],
	{ columns, optional }: RowColumns,
): string[] | { problem: string } {
	const names = record.map((name) => name.trim().toLowerCase());
	const expected = columns.map((column) => column.toLowerCase());
	const header = names.map((name) => columns[expected.indexOf(name)] ?? '');
	const problems = [
		...names.flatMap((name, at) => {
			if (header[at]) return names.indexOf(name) < at ? [`"${name}" is there twice`] : [];
			const close = nearest(name, columns);
			return [`"${record[at]}" is no column${close ? ` (did you mean ${close}?)` : ''}`];
		}),
		...columns
			.filter((column) => !header.includes(column) && !optional.includes(column))
			.map((column) => `"${column}" is missing`),
	];
	if (problems.length === 0) return header;
	const semicolons = record.length === 1 && /[;\t]/.test(record[0] ?? '');
	return { problem: `Line 1: ${semicolons ? 'the cells must be separated by commas' : problems.join('; ')}.` };
}

/** A record of a CSV as a row, by the columns of its first line. */
export function rowOfRecord(
	line: number,
	record: readonly string[],
	header: readonly string[],
	kind: RowColumns,
): ReadRow {
	if (record.length !== header.length) {
		return { line, problems: { row: `has ${record.length} cells; the first line names ${header.length} columns` } };
	}
	return rowOf(line, Object.fromEntries(header.map((column, at) => [column, record[at]])), kind);
}

/** A value of a JSON file as a row. */
export function rowOfValue(line: number, value: unknown, kind: RowColumns): ReadRow {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject
		? rowOf(line, value as Record<string, unknown>, kind)
		: { line, problems: { row: 'must be an object' } };
}

/** A row of cells, all of them there; or what is wrong. */
function rowOf(line: number, given: Readonly<Record<string, unknown>>, { columns }: RowColumns): ReadRow {
	const problems: Record<string, string> = {};
	const cells: Record<string, string> = {};
	for (const column of columns) {
		const value = given[column] ?? '';
		if (typeof value !== 'string') problems[column] = 'must be text';
		else if (value.length > LONGEST_CELL) problems[column] = `must have at most ${LONGEST_CELL} characters`;
		else cells[column] = value;
	}
	for (const name of Object.keys(given)) {
		if (!columns.includes(name)) problems[name] = `is no column; there are ${columns.join(', ')}`;
	}
	return Object.keys(problems).length > 0 ? { line, problems } : { line, cells };
}
