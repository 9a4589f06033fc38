import { splitEntries } from '@dropwire/contract';

/** The most SKUs of one search: each is up to two calls, of which a minute allows 60. */
export const MAX_SKUS = 10;
/** Characters of a field with that many SKUs, each of at most 64, and what separates them. */
export const MAX_SKUS_TEXT = 1000;

/** The SKUs in a text, separated as in the lists. */
export function skusIn(text: string): string[] {
	return [...new Set(splitEntries(text).map((sku) => sku.toUpperCase()))];
}

/** Why a text has too many SKUs; null if it has not. */
export function tooManySkus(skus: readonly string[]): string | null {
	return skus.length > MAX_SKUS ? `At most ${MAX_SKUS} at once; these are ${skus.length}.` : null;
}
