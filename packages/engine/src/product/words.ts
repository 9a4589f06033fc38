/** Accents and other marks on a letter. */
const MARKS = /\p{M}+/gu;
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * Text normalised for search: whole words in lower case, without accents, separated by single spaces. `Café AIR-Max`
 * becomes ` cafe air max `: the spaces at both ends let a plain substring search match whole words.
 */
export function wordKey(text: string): string {
	const words = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(NOT_A_WORD, ' ').trim();
	return words === '' ? '' : ` ${words} `;
}

/** Whether a text (from `wordKey`) contains these words, whole and in this order. A key without words never matches. */
export function matchesKeyword(textKey: string, key: string): boolean {
	return key !== '' && textKey.includes(key);
}
