import { beginOf, checkHeader, CSV_READING, type ReadRow, rowOfRecord } from '@dropwire/bff/contract/rows';
import { Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { Failure } from '../failure.ts';
import type { RowKind } from './kind.ts';
import { LONGEST_ROW } from './text.ts';

/** Rows of a CSV file (RFC 4180) whose first line names the columns, in any order. */
export async function* readCsv(texts: AsyncIterable<string>, kind: RowKind): AsyncGenerator<ReadRow> {
	const parser = Readable.from(texts).pipe(
		parse({ ...CSV_READING, record_delimiter: [...CSV_READING.record_delimiter], max_record_size: LONGEST_ROW }),
	);
	let header: string[] | null = null;
	try {
		for await (const item of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
			const { record, info } = item;
			if (header) yield rowOfRecord(beginOf(record, info.lines), record, header, kind);
			else {
				const checked = checkHeader(record, kind);
				if ('problem' in checked)
					throw new Failure(checked.problem, { hint: `The columns: ${kind.columns.join(',')}` });
				header = checked;
			}
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
