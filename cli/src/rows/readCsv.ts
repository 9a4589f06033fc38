import { Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { Failure } from '../failure.ts';
import { nearest } from '../terminal/nearest.ts';
import type { RowKind } from './kind.ts';
import { type ReadRow, rowOf } from './read.ts';
import { LONGEST_ROW } from './text.ts';

/** Rows of a CSV file (RFC 4180) whose first line names the columns, in any order. */
export async function* readCsv(texts: AsyncIterable<string>, kind: RowKind): AsyncGenerator<ReadRow> {
	const parser = Readable.from(texts).pipe(
		parse({
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			max_record_size: LONGEST_ROW,
			record_delimiter: ['\r\n', '\n', '\r'],
		}),
	);
	let header: string[] | null = null;
	try {
		for await (const item of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
			const { record, info } = item;
			if (!header) {
				header = checkedHeader(record, kind);
				continue;
			}
			// The line that the row begins on: the parser counts the one that it ends on.
			const line = info.lines - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
			if (record.length !== header.length) {
				yield { line, problems: { row: `has ${record.length} cells; the first line names ${header.length} columns` } };
				continue;
			}
			yield rowOf(line, Object.fromEntries(header.map((column, at) => [column, record[at]])), kind);
		}
	} catch (error) {
		if (error instanceof CsvError) throw new Failure(wording(error));
		throw error;
	}
	if (!header)
		throw new Failure('The file is empty.', { hint: `Its first line names the columns: ${kind.columns.join(',')}` });
}

function wording(error: CsvError): string {
	const at = `Line ${error['lines'] as number}`;
	const column = typeof error['column'] === 'number' ? `, cell ${error['column'] + 1}` : '';
	switch (error.code) {
		case 'CSV_MAX_RECORD_SIZE':
			return `${at}: the row is longer than ${LONGEST_ROW / 1024} KiB. Is a quote left open?`;
		case 'CSV_QUOTE_NOT_CLOSED':
			return `${at}${column}: a quote is left open.`;
		case 'CSV_INVALID_CLOSING_QUOTE':
		case 'INVALID_OPENING_QUOTE':
			return `${at}${column}: a quote within a cell must be written twice, and the cell be quoted.`;
		default:
			return `${at}: ${error.message}`;
	}
}

/** The names of the columns. @throws Failure naming what is missing, unknown or there twice */
function checkedHeader(record: readonly string[], { columns, optional }: RowKind): string[] {
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
	throw new Failure(`Line 1: ${semicolons ? 'the cells must be separated by commas' : problems.join('; ')}.`, {
		hint: `The columns: ${columns.join(',')}`,
	});
}
