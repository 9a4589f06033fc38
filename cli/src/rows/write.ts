import { type Cells, END_OBJECT, endRecord, neutralCell } from '@dropwire/contract/rows';
import { stringify } from 'csv-stringify/sync';
import type { Format } from './formats.ts';
import type { RowKind } from './kind.ts';

/**
 * Writes rows in a format. Reading the result and writing it again gives the same bytes. The end of every format shows
 * that the file is complete, and no CSV cell is a formula.
 */
export interface RowWriter {
	begin(): string;
	rows(rows: readonly Cells[]): string;
	end(): string;
}

export function rowWriter(format: Format, { columns }: RowKind): RowWriter {
	const ordered = (row: Cells) => Object.fromEntries(columns.map((column) => [column, row[column] ?? '']));
	const line = (row: Cells) => JSON.stringify(ordered(row));
	if (format === 'csv') {
		return {
			begin: () => `${columns.join(',')}\n`,
			rows: (rows) => stringify(rows.map((row) => columns.map((column) => neutralCell(row[column] ?? '')))),
			end: () => stringify([endRecord(columns)]),
		};
	}
	if (format === 'ndjson') {
		return {
			begin: () => '',
			rows: (rows) => rows.map((row) => `${line(row)}\n`).join(''),
			end: () => `${JSON.stringify(END_OBJECT)}\n`,
		};
	}
	let first = true;
	return {
		begin: () => '[',
		rows(rows) {
			const text = rows.map((row, at) => `${first && at === 0 ? '' : ','}\n\t${line(row)}`).join('');
			if (rows.length > 0) first = false;
			return text;
		},
		end: () => '\n]\n',
	};
}
