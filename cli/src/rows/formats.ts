import { extname } from 'node:path';
import { usage } from '../failure.ts';

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

const BY_NAME: Readonly<Record<string, Format>> = {
	'.csv': 'csv',
	'.json': 'json',
	'.ndjson': 'ndjson',
	'.jsonl': 'ndjson',
};

/** The given format, or the format of the file name's extension; undefined for stdin and for other names. */
export function formatOf(said: string | undefined, file: string | undefined): Format | undefined {
	if (said !== undefined) {
		const format = FORMATS.find((one) => one === said.toLowerCase());
		if (!format) throw usage(`There is no format ${JSON.stringify(said)}.`, `There are: ${FORMATS.join(', ')}`);
		return format;
	}
	return file === undefined ? undefined : BY_NAME[extname(file).toLowerCase()];
}

/** The beginning of an answer of the server's export, which has its array as `rows`. */
export const EXPORT_ANSWER = /^\s*\{\s*("nextCursor"\s*:\s*(null|"[^"]*")\s*,\s*)?"rows"\s*:\s*\[/;

/** Detects the format from the beginning of the text. */
export function guessFormat(start: string): Format {
	const first = /\S/.exec(start)?.[0];
	if (first === '[' || EXPORT_ANSWER.test(start)) return 'json';
	return first === '{' ? 'ndjson' : 'csv';
}
