import { type Brand, BRANDS } from './brands.ts';
import type { BrandEntry } from './brand.ts';
import { listOfLink, skuProblem } from './entries.ts';
import { foldSku } from './searchWords.ts';
import { brandOfLink } from './shops.ts';
import { STYLE_AND_COLOUR } from './skuFormats.ts';

/**
 * Letters, digits and single separators, starting with a letter or digit: nothing that has a meaning in a path, in HTML,
 * in a spreadsheet formula, or for the direction of text.
 */
const SKU = /^[\p{L}\p{N}](?:[ \-_./#+]?[\p{L}\p{N}])*$/u;

export const SKU_RULE = 'can only have letters and digits, with single - _ . / # + or spaces between them';

export function isSku(text: string): boolean {
	return SKU.test(text);
}

/** Whether a product of a brand can have this SKU. */
export function isSkuOf(brand: Brand, sku: string): boolean {
	return isSku(sku) || keepsCase(brand, sku);
}

/** Whether a brand is a retailer whose SKUs are those of the makers. */
export function sellsOtherBrands(brand: Brand): boolean {
	const { skus }: BrandEntry = BRANDS[brand];
	return skus === STYLE_AND_COLOUR;
}

/** Whether a text means only the SKU of a brand that is spelled like this: with other separators it can be another product's. */
export function isExactSku(brand: Brand, text: string): boolean {
	return keepsCase(brand, text) || (sellsOtherBrands(brand) && skuProblem(brand, text) === null);
}

/** Whether a text means a product's SKU in another spelling: with other separators, or without the part that people leave out. */
export function meansSku({ brand, sku }: { brand: Brand; sku: string }, text: string): boolean {
	if (isExactSku(brand, text)) return false;
	const start = openSku(brand, text);
	return foldSku(sku) === foldSku(text) || (start !== null && sku.startsWith(start));
}

/** With what the SKUs of a brand begin that a text means without their optional part; null for a brand without one. */
export function openSku(brand: Brand, text: string): string | null {
	const { skus }: BrandEntry = BRANDS[brand];
	return skus?.optionalFrom === undefined ? null : text.toUpperCase() + skus.optionalFrom;
}

/** The spellings under which a SKU can be stored, the given one first. */
export function spellings(sku: string): string[] {
	return [...new Set([sku, sku.toUpperCase()])];
}

/** The spelling of a SKU that is not stored yet: in capitals, except the SKU of a link. */
export function newSpelling(brand: Brand, sku: string): string {
	return keepsCase(brand, sku) ? sku : sku.toUpperCase();
}

/** Whether letter case matters: in a shop's own code, and in the name of a link (`skuFromHandle`). */
function keepsCase(brand: Brand, sku: string): boolean {
	const { skus }: BrandEntry = BRANDS[brand];
	const link = `https://${sku}`;
	return skus === undefined || (brandOfLink(link) === brand && listOfLink(link) !== null);
}
