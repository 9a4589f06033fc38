/** A link, with or without a protocol: X turns both into links and counts 23 for each, regardless of length. */
const LINK = /https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?/giu;
const LINK_LENGTH = 23;
/** An emoji counts 2 as a whole, even if it consists of several code points. */
const EMOJI = /\p{RGI_Emoji}/gv;
const EMOJI_LENGTH = 2;
/**
 * Ranges of code points that count 1; all others count 2 (X's documentation, "Counting characters", configuration v3).
 */
const NARROW: readonly (readonly [number, number])[] = [
	[0, 4351],
	[8192, 8205],
	[8208, 8223],
	[8242, 8247],
];

/**
 * A post's length by X's weights. X's library (twitter-text) is not used: its polyfills replace built-in functions and
 * slow down the whole engine by a fifth. A test compares this function with that library. If it is unclear whether
 * text is a link, this function counts the higher value.
 */
export function postLength(text: string): number {
	let length = 0;
	const withoutLinks = text.normalize('NFC').replace(LINK, (link) => {
		// A name with a dot may be a link or plain text: the longer of the two lengths is safe.
		length += /^https?:/i.test(link) ? LINK_LENGTH : Math.max(LINK_LENGTH, weigh(link));
		return '';
	});
	return length + weigh(withoutLinks);
}

function weigh(text: string): number {
	let length = 0;
	const rest = text.replace(EMOJI, () => {
		length += EMOJI_LENGTH;
		return '';
	});
	for (const char of rest) {
		const code = char.codePointAt(0) ?? 0;
		length += NARROW.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
	}
	return length;
}
