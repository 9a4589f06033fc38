/** How much of a page is searched for its charset, bytes (HTML Living Standard). */
const BEGINNING = 1024;
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** The text of an answer: UTF-8, unless it is a page that names another charset. */
export function textOf({ buffer, byteOffset, length }: Uint8Array): string {
	const bytes = Buffer.from(buffer, byteOffset, length);
	const beginning = bytes.toString('latin1', 0, BEGINNING);
	const charset = /^\s*</.test(beginning) ? CHARSET.exec(beginning)?.[1] : undefined;
	if (charset === undefined || /^utf-?8$/i.test(charset)) return bytes.toString('utf8');
	try {
		// A copy: the memory can be shared with other threads.
		return new TextDecoder(charset).decode(Uint8Array.from(bytes));
	} catch (error) {
		if (error instanceof RangeError) return bytes.toString('utf8');
		throw error;
	}
}
