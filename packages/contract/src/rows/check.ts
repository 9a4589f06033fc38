import { OPTION_LIMITS } from '@dropwire/domain';
import type { RowColumns } from './columns.ts';
import { plainCell } from './formulas.ts';
import { nearest } from './nearest.ts';

/** A row of a file: the cells of all columns, by column. */
export type Cells = Readonly<Record<string, string>>;
/** A row as the file has it, or its problems by column. */
export type ReadRow = { line: number; cells: Cells } | { line: number; problems: Readonly<Record<string, string>> };

/** Limit of characters per cell. The server's limits per column are lower. */
const LONGEST_CELL = 4096;
/** The column that can be longer: JSON, which a file of JSON can also have as an object. */
const JSON_COLUMN = 'options';

/**
 * csv-parse options for files from spreadsheets and people (RFC 4180, any line ending); each record comes with its
 * position.
 */
export const CSV_READING = {
	info: true,
	relax_column_count: true,
	skip_empty_lines: true,
	/** Lines of empty cells, as spreadsheets append them. */
	skip_records_with_empty_values: true,
	record_delimiter: ['\r\n', '\n', '\r'],
} as const;

/** What separates the cells of a CSV file: commas, or what spreadsheets of other countries write in the first line. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
	const first = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
	if (first.includes(',')) return ',';
	return first.includes(';') ? ';' : first.includes('\t') ? '\t' : ',';
}

/** The column that rows of the server's export have, too. A file describes the wanted state, so it can only be SET. */
const ACTION = 'action';

/** The line where a record begins; csv-parse reports the line where it ends. */
export function beginOf(record: readonly string[], endLine: number): number {
	return endLine - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/**
 * Checks the first line of a CSV file. Returns the columns in their order, or the missing, unknown or repeated columns.
 */
export function checkHeader(
	record: readonly string[],
	{ columns, optional, defaults = {} }: RowColumns,
): string[] | { problem: string } {
	const names = withoutEmptyEnd(record).map((name) => name.trim().toLowerCase());
	const expected = columns.map((column) => column.toLowerCase());
	const header = names.map((name) => columns[expected.indexOf(name)] ?? (name === ACTION ? ACTION : ''));
	const problems = [
		...names.flatMap((name, at) => {
			if (header[at]) return names.indexOf(name) < at ? [`"${name}" occurs twice`] : [];
			const close = nearest(name, columns);
			return [`"${record[at]}" is not a column${close ? ` (did you mean ${close}?)` : ''}`];
		}),
		...columns
			.filter((column) => !header.includes(column) && !optional.includes(column) && !(column in defaults))
			.map((column) => `"${column}" is missing`),
	];
	return problems.length === 0 ? header : { problem: `Line 1: ${problems.join('; ')}.` };
}

/** Cells without the empty ones at the end, which spreadsheets append. */
function withoutEmptyEnd(record: readonly string[], atLeast = 0): readonly string[] {
	const last = record.findLastIndex((cell) => cell.trim() !== '');
	return record.slice(0, Math.max(last + 1, atLeast));
}

/** Converts a CSV record to a row, using the columns of the first line. */
export function rowOfRecord(
	line: number,
	record: readonly string[],
	header: readonly string[],
	kind: RowColumns,
): ReadRow {
	const cells = withoutEmptyEnd(record, header.length);
	if (cells.length !== header.length) {
		return { line, problems: { row: `has ${cells.length} cells; the first line names ${header.length} columns` } };
	}
	return rowOf(line, Object.fromEntries(header.map((column, at) => [column, plainCell(cells[at] ?? '')])), kind);
}

/** Converts a value of a JSON file to a row. */
export function rowOfValue(line: number, value: unknown, kind: RowColumns): ReadRow {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject
		? rowOf(line, value as Record<string, unknown>, kind)
		: { line, problems: { row: 'must be an object' } };
}

function isSet(action: unknown): boolean {
	return typeof action === 'string' && ['', 'SET'].includes(action.trim().toUpperCase());
}

/** A row with all its cells, or its problems. */
function rowOf(line: number, given: Readonly<Record<string, unknown>>, { columns, defaults }: RowColumns): ReadRow {
	const problems: Record<string, string> = {};
	const cells: Record<string, string> = {};
	for (const column of columns) {
		const isJson = column === JSON_COLUMN;
		const raw = given[column] ?? defaults?.[column] ?? '';
		const value = isJson && typeof raw === 'object' ? JSON.stringify(raw) : raw;
		const longest = isJson ? OPTION_LIMITS.json : LONGEST_CELL;
		if (typeof value !== 'string') problems[column] = 'must be text';
		else if (value.length > longest) problems[column] = `must have at most ${longest} characters`;
		else cells[column] = value;
	}
	for (const name of Object.keys(given)) {
		if (columns.includes(name)) continue;
		if (name !== ACTION) problems[name] = `is not a column; columns: ${columns.join(', ')}`;
		else if (!isSet(given[name])) problems[name] = 'must be SET or empty: a file lists the rows that remain';
	}
	return Object.keys(problems).length > 0 ? { line, problems } : { line, cells };
}
