import type { RowColumns } from '@dropwire/contract/rows';
import { Failure } from '../failure.ts';
import type { ReadFile } from './ending.ts';
import { type Format, guessFormat } from './formats.ts';
import { readCsv } from './readCsv.ts';
import { readJson, readNdjson } from './readJson.ts';

/** About a million rows. */
const LARGEST_FILE = 256 * 1024 * 1024;

/** @throws Failure for a file that does not match its format, because rows after the error cannot be read reliably */
export async function readRows(
	bytes: AsyncIterable<Uint8Array>,
	given: Format | undefined,
	kind: RowColumns,
): Promise<ReadFile> {
	const text = await textOf(bytes);
	const format = given ?? guessFormat(text);
	if (format === 'csv') return readCsv(text, kind);
	return format === 'json' ? readJson(text, kind) : readNdjson(text, kind);
}

/**
 * The text of a file, without a byte order mark.
 * @throws Failure for a file that is not UTF-8 or is too large
 */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of bytes) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > LARGEST_FILE) throw new Failure(`The file is larger than ${LARGEST_FILE / 1024 / 1024} MiB.`);
	}
	const all = Buffer.concat(chunks);
	const [first, second] = all;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
		throw new Failure('The file is UTF-16.', { hint: 'Save it as UTF-8 and try again.' });
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(all);
	} catch {
		throw new Failure('The file is not UTF-8 text.', { hint: 'Save it as UTF-8 and try again.' });
	}
}
