import {
	beginOf,
	checkHeader,
	CSV_READING,
	delimiterOf,
	isEndRecord,
	type RowColumns,
	rowOfRecord,
} from '@dropwire/contract/rows';
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { Failure } from '../failure.ts';
import { afterEnd, LONGEST_ROW, type ReadFile } from './ending.ts';

/** Reads rows of a CSV file (RFC 4180). The first line names the columns, in any order. */
export function readCsv(text: string, kind: RowColumns): ReadFile {
	const [first, ...records] = recordsOf(text);
	const columns = kind.columns.join(',');
	if (!first) throw new Failure('The file is empty.', { hint: `Its first line names the columns: ${columns}` });
	const header = checkHeader(first.record, kind);
	if ('problem' in header) throw new Failure(header.problem, { hint: `The columns: ${columns}` });
	const end = records.findIndex(({ record }) => isEndRecord(record));
	const extra = end === -1 ? undefined : records[end + 1];
	if (extra) throw afterEnd(beginOf(extra.record, extra.info.lines));
	const rows = end === -1 ? records : records.slice(0, end);
	return {
		rows: rows.map(({ record, info }) => rowOfRecord(beginOf(record, info.lines), record, header, kind)),
		complete: end !== -1,
	};
}

function recordsOf(text: string): { record: string[]; info: InfoRecord }[] {
	try {
		return parse(text, {
			...CSV_READING,
			delimiter: delimiterOf(text),
			record_delimiter: [...CSV_READING.record_delimiter],
			max_record_size: LONGEST_ROW,
		}) as unknown as { record: string[]; info: InfoRecord }[];
	} catch (error) {
		if (error instanceof CsvError) throw new Failure(wording(error));
		throw error;
	}
}

function wording(error: CsvError): string {
	const at = `Line ${error['lines'] as number}`;
	const column = typeof error['column'] === 'number' ? `, cell ${error['column'] + 1}` : '';
	switch (error.code) {
		case 'CSV_MAX_RECORD_SIZE':
			return `${at}: the row is longer than ${LONGEST_ROW / 1024} KiB. Is a quote unclosed?`;
		case 'CSV_QUOTE_NOT_CLOSED':
			return `${at}${column}: unclosed quote.`;
		case 'CSV_INVALID_CLOSING_QUOTE':
		case 'INVALID_OPENING_QUOTE':
			return `${at}${column}: unescaped quote (write "" inside a quoted cell).`;
		default:
			return `${at}: ${error.message}`;
	}
}
