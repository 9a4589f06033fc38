/**
 * Letters, digits and single separators, starting with a letter or digit: nothing that has a meaning in a path, in HTML,
 * in a spreadsheet formula, or for the direction of text.
 */
const SKU = /^[\p{L}\p{N}](?:[ \-_./#+]?[\p{L}\p{N}])*$/u;

export const SKU_RULE = 'can only have letters and digits, with single - _ . / # + or spaces between them';

export function isSku(text: string): boolean {
	return SKU.test(text);
}
