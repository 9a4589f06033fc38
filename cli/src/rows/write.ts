import type { Cells } from '@dropwire/bff/contract/rows';
import { stringify } from 'csv-stringify/sync';
import type { Format } from './formats.ts';
import type { RowKind } from './kind.ts';

/** Writes rows in a format, so that reading them and writing them again gives the same bytes. */
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
			rows: (rows) => stringify(rows.map((row) => columns.map((column) => row[column] ?? ''))),
			end: () => '',
		};
	}
	if (format === 'ndjson') {
		return { begin: () => '', rows: (rows) => rows.map((row) => `${line(row)}\n`).join(''), end: () => '' };
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
