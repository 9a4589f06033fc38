import { type Keywords, minorDigits } from '@dropwire/domain';
import type { FoundProduct } from '@dropwire/retailers';
import { matchesKeyword, wordKey } from '../product/words.ts';

/** Whether a product in a shop's list is one that the keywords look for. Shops' own searches also return similar ones. */
export function matchesKeywords(
	{ title, sku, price }: Pick<FoundProduct, 'title' | 'sku' | 'price'>,
	{ include, exclude, minPrice, maxPrice }: Keywords,
): boolean {
	const text = wordKey(`${title} ${sku}`);
	const has = (phrase: string) => matchesKeyword(text, wordKey(phrase));
	if (!include.some(has) || exclude.some(has)) return false;
	if (price === null) return true;
	const amount = price.current / 10 ** minorDigits(price.currency);
	return amount >= (minPrice ?? 0) && amount <= (maxPrice ?? Number.POSITIVE_INFINITY);
}
