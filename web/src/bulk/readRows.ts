import { CsvError, parse } from 'csv-parse/browser/esm/sync';

export const COLUMNS = ['action', 'brand', 'category', 'region', 'status', 'label', 'value'] as const;
export type FileRow = Record<(typeof COLUMNS)[number], string>;

/** What was read: each row with the line that it begins on, or why nothing can be. */
export type Read = { rows: readonly FileRow[]; lines: readonly number[] } | { problem: string };

/** Rows of webhooks from CSV (RFC 4180, the first line names the columns), JSON or NDJSON; `action` is SET where it is not said. */
export function readRows(text: string): Read {
	const content = text.replace(/^\uFEFF/, '');
	if (content.trim() === '') return { problem: 'There is nothing to read.' };
	return /^\s*[[{]/.test(content) ? readJson(content) : readCsv(content);
}

function readJson(content: string): Read {
	try {
		const whole = JSON.parse(content) as unknown;
		const rows = Array.isArray(whole) ? whole : ((whole as { rows?: unknown }).rows ?? [whole]);
		return fromObjects(rows as unknown[], (n) => n + 1);
	} catch {
		const texts = content.split('\n');
		const objects: unknown[] = [];
		const lines: number[] = [];
		for (const [n, one] of texts.entries()) {
			if (one.trim() === '') continue;
			try {
				objects.push(JSON.parse(one));
				lines.push(n + 1);
			} catch {
				return { problem: `Line ${n + 1} is not valid JSON.` };
			}
		}
		return fromObjects(objects, (n) => lines[n] ?? n + 1);
	}
}

function fromObjects(objects: unknown[], lineOf: (index: number) => number): Read {
	if (!Array.isArray(objects)) return { problem: 'The JSON must be a list of rows.' };
	const bad = objects.findIndex((one) => typeof one !== 'object' || one === null || Array.isArray(one));
	if (bad >= 0) return { problem: `Row ${lineOf(bad)} must be an object with ${COLUMNS.join(', ')}.` };
	return {
		rows: objects.map((one) => rowOf((column) => (one as Record<string, unknown>)[column])),
		lines: objects.map((_, n) => lineOf(n)),
	};
}

function readCsv(content: string): Read {
	let records: { record: string[]; info: { lines: number } }[];
	try {
		records = parse(content, {
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			record_delimiter: ['\r\n', '\n', '\r'],
		}) as unknown as typeof records;
	} catch (error) {
		const line = error instanceof CsvError ? (error['lines'] as number) : 0;
		return { problem: `Line ${line}: a quote is left open, or stands within a cell without being written twice.` };
	}
	const [header, ...rest] = records;
	const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
	const missing = COLUMNS.filter((column) => column !== 'action' && !names.includes(column));
	if (missing.length > 0) {
		return { problem: `The first line must name the columns ${COLUMNS.join(',')}: ${missing.join(', ')} is missing.` };
	}
	const uneven = rest.find(({ record }) => record.length !== names.length);
	if (uneven) {
		return {
			problem: `Line ${uneven.info.lines} has ${uneven.record.length} cells; the first line names ${names.length} columns.`,
		};
	}
	return {
		rows: rest.map(({ record }) => rowOf((column) => record[names.indexOf(column)])),
		lines: rest.map(({ info }) => info.lines),
	};
}

function rowOf(cell: (column: string) => unknown): FileRow {
	const text = (column: string) => {
		const value = cell(column);
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};
	const row = Object.fromEntries(COLUMNS.map((column) => [column, text(column)])) as FileRow;
	return { ...row, action: row.action.trim() || 'SET' };
}

/** The rows as CSV. A cell with a comma, a quote or a line break is quoted. */
export function toCsv(rows: readonly FileRow[]): string {
	const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
	return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','))]
		.map((line) => `${line}\n`)
		.join('');
}
