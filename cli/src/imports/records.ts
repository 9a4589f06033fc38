import { beginOf, CSV_READING, delimiterOf, plainCell } from '@dropwire/contract/rows';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { Failure } from '../failure.ts';
import { LONGEST_ROW } from '../rows/ending.ts';
import { guessFormat } from '../rows/formats.ts';

/** A record of a file with its line, or why it cannot be read. */
export type FileRecord = { line: number; cells: ReadonlyMap<string, unknown> } | { line: number; problem: string };

/** The records of a file, which is read while they are used, and the names of its columns. */
export interface Source {
	columns: readonly string[];
	records: AsyncIterable<FileRecord>;
}

/** Records of NDJSON whose keys are the columns. */
const FIRST = 100;

/**
 * Reads a CSV file, whose first line names the columns, or one of NDJSON.
 * @throws Failure for a file that is empty, not UTF-8, or not readable from some line on
 */
export async function openSource(
	bytes: AsyncIterable<Uint8Array>,
	format: 'csv' | 'ndjson' | undefined,
): Promise<Source> {
	const text = decoded(bytes)[Symbol.asyncIterator]();
	let start = '';
	for (let part = await text.next(); !part.done; part = await text.next()) {
		start += part.value;
		if (/\S[^\r\n]*[\r\n]/.test(start) || start.length > LONGEST_ROW) break;
	}
	if (start.trim() === '') throw new Failure('The file is empty.');
	const whole = (async function* () {
		yield start;
		for (let part = await text.next(); !part.done; part = await text.next()) yield part.value;
	})();
	return (format ?? guessFormat(start)) === 'csv' ? openCsv(whole, delimiterOf(start)) : openNdjson(whole);
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	try {
		for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
		yield decoder.decode();
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw new Failure('The file is not UTF-8 text.', { hint: 'Save it as UTF-8 and try again.' });
	}
}

async function openCsv(text: AsyncIterable<string>, delimiter: string): Promise<Source> {
	const parser = Readable.from(text).pipe(
		parse({
			...CSV_READING,
			delimiter,
			record_delimiter: [...CSV_READING.record_delimiter],
			max_record_size: LONGEST_ROW,
		}),
	);
	const read = readCsv(parser as AsyncIterable<{ record: string[]; info: InfoRecord }>);
	const first = await read.next();
	const columns = first.done ? [] : first.value.record.map((name) => plainCell(name.trim()));
	return {
		columns: columns.filter((name) => name !== ''),
		records: (async function* () {
			for await (const { record, info } of read) {
				const line = beginOf(record, info.lines);
				const extra = record.slice(columns.length).some((cell) => cell.trim() !== '');
				if (extra)
					yield { line, problem: `has ${record.length} cells; the first line names ${columns.length} columns` };
				else yield { line, cells: new Map(columns.map((name, at) => [name, plainCell(record[at] ?? '')])) };
			}
		})(),
	};
}

async function* readCsv<Row>(parser: AsyncIterable<Row>): AsyncGenerator<Row> {
	try {
		yield* parser;
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw new Failure(`Line ${error['lines'] as number}: ${error.message}`, {
			hint: 'Correct the line and run the same command again.',
		});
	}
}

async function openNdjson(text: AsyncIterable<string>): Promise<Source> {
	const records = readNdjson(text);
	const first: FileRecord[] = [];
	for (let next = await records.next(); !next.done; next = await records.next()) {
		first.push(next.value);
		if (first.length === FIRST) break;
	}
	const columns = new Set(first.flatMap((record) => ('cells' in record ? [...record.cells.keys()] : [])));
	return {
		columns: [...columns],
		records: (async function* () {
			yield* first;
			yield* records;
		})(),
	};
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
	let line = 0;
	let rest = '';
	for await (const part of text) {
		const lines = (rest + part).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > LONGEST_ROW)
			throw new Failure(`Line ${line + lines.length + 1} is longer than ${LONGEST_ROW / 1024} KiB.`);
		for (const one of lines) {
			line++;
			if (one.trim() !== '') yield recordOf(line, one);
		}
	}
	if (rest.trim() !== '') yield recordOf(line + 1, rest);
}

function recordOf(line: number, text: string): FileRecord {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			return { line, cells: new Map(Object.entries(value)) };
		}
		return { line, problem: 'must be a JSON object' };
	} catch (error) {
		return { line, problem: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
	}
}
