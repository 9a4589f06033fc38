import { Failure } from '../failure.ts';

/** Longer lines are not rows (the longest possible row has about 3 kB). */
export const LONGEST_ROW = 64 * 1024;
/** About a million rows. */
const LARGEST_FILE = 256 * 1024 * 1024;

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
