/** How much of a page is searched for its charset first, bytes (HTML Living Standard). */
const BEGINNING = 1024;
const IN_HEADER = /charset\s*=\s*["']?\s*([\w:.-]+)/i;
const IN_PAGE = /<meta\b[^<>]{1,500}?charset\s*=\s*["']?\s*([\w:.-]+)/i;
/** The first bytes of texts in UTF-16 and UTF-8: byte order marks, and the beginning of a page without one. */
const FIRST_BYTES: readonly [bytes: readonly number[], charset: string][] = [
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xff, 0xfe], 'utf-16le'],
	[[0xfe, 0xff], 'utf-16be'],
	[[0x3c, 0x00], 'utf-16le'],
	[[0x00, 0x3c], 'utf-16be'],
];
const LOST = '\uFFFD';

/**
 * The text of an answer, in the charset that its first bytes show, that its Content-Type header names, or that the page names
 * itself; else in UTF-8. A name that does not exist counts as none.
 */
export function textOf({ buffer, byteOffset, length }: Uint8Array, contentType: string | null): string {
	const bytes = Buffer.from(buffer, byteOffset, length);
	const shown = FIRST_BYTES.find(([first]) => first.every((byte, index) => bytes[index] === byte))?.[1];
	const named = shown ?? IN_HEADER.exec(contentType ?? '')?.[1] ?? namedIn(bytes.toString('latin1', 0, BEGINNING));
	const decoder = decoderOf(named);
	if (decoder) return decode(bytes, decoder);
	const text = bytes.toString('utf8');
	const later = text.includes(LOST) ? decoderOf(namedIn(text)) : undefined;
	return later ? decode(bytes, later) : text;
}

/** The charset that a page names. One that can be searched for it is not in UTF-16, whatever it says. */
function namedIn(text: string): string | undefined {
	const name = /^\s*</.test(text) ? IN_PAGE.exec(text)?.[1] : undefined;
	return name && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function decoderOf(name: string | undefined): TextDecoder | undefined {
	try {
		return name === undefined ? undefined : new TextDecoder(name);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function decode(bytes: Buffer, decoder: TextDecoder): string {
	// A copy: the memory can be shared with other threads.
	return decoder.encoding === 'utf-8' ? bytes.toString('utf8') : decoder.decode(Uint8Array.from(bytes));
}
