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

/** The format that is said, or that a file's name tells; undefined for stdin and for other names. */
export function formatOf(said: string | undefined, file: string | undefined): Format | undefined {
	if (said !== undefined) {
		const format = FORMATS.find((one) => one === said.toLowerCase());
		if (!format) throw usage(`There is no format ${JSON.stringify(said)}.`, `There are: ${FORMATS.join(', ')}`);
		return format;
	}
	return file === undefined ? undefined : BY_NAME[extname(file).toLowerCase()];
}

/** The format by how the text begins. */
export function guessFormat(start: string): Format {
	const first = start.trimStart()[0];
	if (first === '[') return 'json';
	return first === '{' ? 'ndjson' : 'csv';
}
