/** Accents and other marks that stand on a letter. */
const MARKS = /\p{M}+/gu;
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * Text as it is searched: whole words in lower case, without accents, between single blanks. `Café AIR-Max` is
 * ` cafe air max `, so that a key with blanks around it is found as whole words by a plain search.
 */
export function wordKey(text: string): string {
	const words = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(NOT_A_WORD, ' ').trim();
	return words === '' ? '' : ` ${words} `;
}

/** Whether a text (as `wordKey` makes it) has these words, whole and in this order. A key without words is in nothing. */
export function hasWords(textKey: string, key: string): boolean {
	return key !== '' && textKey.includes(key);
}
