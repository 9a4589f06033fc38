import { LIMITS, splitEntries } from '@dropwire/contract';

/** The shortest SKU that a shop writes, and shorter ones that contain a digit are words such as `3` or `990v6`. */
const SHORTEST_SKU = 6;

/** Whether a text is words of a title instead of SKUs: without a separator of lists, and with a word that cannot be a SKU. */
export function isWords(text: string): boolean {
	return !/[,;\n]/.test(text) && splitEntries(text).some((word) => word.length < SHORTEST_SKU || !/\d/.test(word));
}

/**
 * The product that is being typed: what follows the last separator, where words can contain spaces.
 * @returns the text before it, and the text that products are suggested for
 */
export function lastTyped(text: string): { before: string; typed: string } {
	const separator = isWords(text) || /[,;\n]/.test(text) ? /[,;\n]/g : /[\s,;]/g;
	const start = [...text.trimEnd().matchAll(separator)].at(-1)?.index ?? -1;
	const before = text.slice(0, start + 1);
	return { before, typed: text.slice(before.length).trim().slice(0, LIMITS.sku) };
}
