import { Failure } from '../failure.ts';

/** A line longer than this is no row of ours (the longest has about 3 kB). */
export const LONGEST_ROW = 64 * 1024;

/**
 * The bytes of a file as text, chunk by chunk, without a byte order mark.
 * @throws Failure for what is no UTF-8
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let first = true;
	for await (const chunk of bytes) {
		if (
			first &&
			chunk.length > 1 &&
			((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
		)
			throw new Failure('The file is UTF-16.', { hint: 'Save it as UTF-8 and try again.' });
		first = false;
		const text = decode(() => decoder.decode(chunk, { stream: true }));
		if (text) yield text;
	}
	const rest = decode(() => decoder.decode());
	if (rest) yield rest;
}

function decode(work: () => string): string {
	try {
		return work();
	} catch {
		throw new Failure('The file is no UTF-8 text.', { hint: 'Save it as UTF-8 and try again.' });
	}
}

/** Lines with their numbers, from 1, without what ends them (LF or CRLF). @throws Failure for one that is too long */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ text: string; line: number }> {
	let line = 1;
	let open = '';
	const longest = () => {
		if (open.length > LONGEST_ROW) throw new Failure(`Line ${line} is longer than ${LONGEST_ROW / 1024} KiB.`);
	};
	for await (const text of texts) {
		const parts = text.split('\n');
		for (const [at, part] of parts.entries()) {
			open += part;
			longest();
			if (at === parts.length - 1) break;
			yield { text: open.endsWith('\r') ? open.slice(0, -1) : open, line: line++ };
			open = '';
		}
	}
	if (open) yield { text: open, line };
}
