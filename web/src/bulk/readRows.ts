import {
	beginOf,
	type Cells,
	checkHeader,
	CSV_READING,
	delimiterOf,
	isEndObject,
	isEndRecord,
	type ReadRow,
	type RowColumns,
	rowOfRecord,
	rowOfValue,
} from '@dropwire/contract/rows';
import { CsvError, type InfoRecord, parse } from 'csv-parse/browser/esm/sync';

/** Each row with its first line (in a JSON list, its number), or the reason why the text cannot be read. */
export type Read = { rows: readonly Cells[]; lines: readonly number[] } | { problem: string };

export const NO_ROWS = 'There are no rows.';

/** Maximum number of bad rows that the message lists. */
const NAMED = 5;

/**
 * Reads rows from CSV (the first line names the columns), JSON or NDJSON, with the same rules as the command line. A
 * row may also have an `action`; the default is SET.
 */
export function readRows(text: string, { columns, optional }: RowColumns): Read {
	const content = text.replace(/^\uFEFF/, '');
	if (content.trim() === '') return { problem: NO_ROWS };
	const kind = { columns: ['action', ...columns], optional: ['action', ...optional] };
	const read = /^\s*[[{]/.test(content) ? readJson(content, kind) : readCsv(content, kind);
	return 'problem' in read ? read : settled(read);
}

function settled(read: readonly ReadRow[]): Read {
	if (read.length === 0) return { problem: NO_ROWS };
	const bad = read.flatMap((row) => ('problems' in row ? [row] : []));
	if (bad.length > 0) {
		const named = bad.slice(0, NAMED).map(({ line, problems }) => {
			const said = Object.entries(problems).map(([column, problem]) => `${column} ${problem}`);
			return `Line ${line}: ${said.join('; ')}.`;
		});
		const more = bad.length - named.length;
		return { problem: [...named, ...(more > 0 ? [`${more} more rows like these.`] : [])].join(' ') };
	}
	const rows = read.flatMap((row) => ('cells' in row ? [row.cells] : []));
	return {
		rows: rows.map((cells) => ({ ...cells, action: cells['action']?.trim() || 'SET' })),
		lines: read.map(({ line }) => line),
	};
}

function readJson(content: string, kind: RowColumns): readonly ReadRow[] | { problem: string } {
	try {
		const whole = JSON.parse(content) as unknown;
		const rows = Array.isArray(whole) ? (whole as unknown[]) : ((whole as { rows?: unknown }).rows ?? [whole]);
		if (!Array.isArray(rows)) return { problem: 'The JSON must be a list of rows.' };
		return rows.map((value, at) => rowOfValue(at + 1, value, kind));
	} catch {
		return readNdjson(content, kind);
	}
}

function readNdjson(content: string, kind: RowColumns): readonly ReadRow[] {
	return content.split('\n').flatMap((text, at): ReadRow[] => {
		if (text.trim() === '') return [];
		try {
			const value = JSON.parse(text) as unknown;
			return isEndObject(value) ? [] : [rowOfValue(at + 1, value, kind)];
		} catch {
			return [{ line: at + 1, problems: { row: 'is not JSON' } }];
		}
	});
}

function readCsv(content: string, kind: RowColumns): readonly ReadRow[] | { problem: string } {
	let records: { record: string[]; info: InfoRecord }[];
	try {
		records = parse(content, {
			...CSV_READING,
			delimiter: delimiterOf(content),
			record_delimiter: [...CSV_READING.record_delimiter],
		}) as unknown as typeof records;
	} catch (error) {
		const line = error instanceof CsvError ? (error['lines'] as number) : 0;
		return { problem: `Line ${line}: unclosed or unescaped quote (write "" inside a quoted cell).` };
	}
	const [first, ...rest] = records;
	const header = checkHeader(first?.record ?? [], kind);
	if ('problem' in header) return header;
	// The page does not prune, so the file need not be complete.
	return rest
		.filter(({ record }) => !isEndRecord(record))
		.map(({ record, info }) => rowOfRecord(beginOf(record, info.lines), record, header, kind));
}
