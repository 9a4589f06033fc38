import { type Brand, type BrandEntry, BRANDS, brandOfLink, LIMITS } from '@dropwire/domain';
import { isRefused, refuse, type ShopReading, type ShopRefusal } from '../formats/reading.ts';
import type { Shown } from '../snapshot/answer.ts';

/** An answer about another product than the requested one. */
export interface OtherProduct extends ShopRefusal {
	shows: Shown;
}

/** Type guard. */
export function isOtherProduct(refused: ShopRefusal): refused is OtherProduct {
	return 'shows' in refused;
}

/** Refuses a reading because it is about another product. */
export function otherProduct(
	{ sku, title, url }: Pick<ShopReading, 'sku' | 'title' | 'url'>,
	link: string,
): OtherProduct {
	const shows = { sku, title, url: url === link ? null : url };
	const named = [sku && `SKU ${sku}`, title && `"${title}"`, shows.url].filter(Boolean).join(', ');
	return { ...refuse('no_product', `The link shows another product: ${named}`), shows };
}

/**
 * Whether a link led to the page of another product, as shops redirect links of products that they no longer sell. Only
 * brands whose links name their SKU say so.
 * @param found the link after all redirects
 */
export function isAnotherProduct(link: string, found: string): boolean {
	const [asked, other] = [skuNamedBy(link), skuNamedBy(found)];
	return asked !== null && other !== null && !isSameSku(asked, other);
}

/** A reading; refused if it is about another product than the SKU in its link. */
export function withinLink(reading: ShopReading | ShopRefusal, link: string): ShopReading | ShopRefusal {
	if (isRefused(reading)) return reading;
	const sku = skuNamedBy(link);
	return sku !== null && isAbout(reading, sku, brandOfLink(link)) === false ? otherProduct(reading, link) : reading;
}

/**
 * Whether a reading is about the product with a SKU: one of the codes that it names is the same. Null if it names none that
 * can be compared: a code in another form than the brand's SKUs, such as the shop's own number, says nothing.
 */
export function isAbout(
	{ sku: own, skus = own === null ? [] : [own], sizes }: Pick<ShopReading, 'sku' | 'skus' | 'sizes'>,
	sku: string,
	brand: Brand | null,
): boolean | null {
	const pattern = (brand && (BRANDS[brand] as BrandEntry).skus?.pattern) ?? null;
	const hasForm = (code: string) => /[a-z]/i.test(code) && formsOf(code).some((form) => pattern?.test(form));
	// Longer SKUs are stored cut.
	const all = skus.map((code) => code.slice(0, LIMITS.sku));
	const codes = pattern?.test(sku.toUpperCase()) ? all.filter(hasForm) : all;
	if (codes.length === 0) return null;
	if (codes.some((code) => isSameSku(sku, code))) return true;
	// Pages whose product is a size name another one when that sells out.
	const base = withoutSize(sku);
	return base !== null && sizes.length > 0 && codes.some((code) => withoutSize(code) === base);
}

/**
 * Whether two SKUs name the same product: in another spelling (`1203A474-002`, `1203a474.002`), or one of them with more
 * parts, as with the colour or the size (`DZ5485`, `DZ5485-612`) or the maker (`ANA_1203A474-002`).
 */
export function isSameSku(one: string, other: string): boolean {
	const [short, long] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
	if (short.join('') === long.join('')) return true;
	const isWithin = (at: number) => short.every((part, index) => part === long[at + index]);
	const starts = long.keys().filter((at) => at === 0 || short.join('').length >= MIN_LENGTH);
	return short.length > 0 && starts.some(isWithin);
}

/** A shorter part of a SKU, such as a size, can be that of any product. */
const MIN_LENGTH = 6;

function partsOf(sku: string): string[] {
	return sku
		.toUpperCase()
		.split(/[^\p{L}\d]+/u)
		.filter(Boolean);
}

/** The ways in which a code can contain a brand's SKU. */
function formsOf(code: string): string[] {
	const upper = code.toUpperCase();
	return [upper, upper.replaceAll(/[_.]/g, '-'), ...upper.split('_'), ...upper.split('-').slice(0, 1)];
}

/** `SHOE-ONE` of `SHOE-ONE-9` or `SHOE-ONE-XL`; null for a SKU that does not end with a size. */
function withoutSize(sku: string): string | null {
	return /^(.+)[-_ /](?:\d{1,2}(?:[.,]5)?|[2-6]?X{0,3}[SML])$/i.exec(sku)?.[1]?.toUpperCase() ?? null;
}

/** The SKU that a link at a brand's shop names; null if it names none. */
function skuNamedBy(link: string): string | null {
	const brand = brandOfLink(link);
	if (brand === null) return null;
	// The end of HP's links: `…-7n6b8ua-aba-1` is 7N6B8UA#ABA.
	const [, part, localization] =
		(brand === 'HP' && /-([a-z\d]{6,7})-([a-z\d]{3})(?:-\d+)?\/?$/i.exec(pathOf(link))) || [];
	if (part && /\d/.test(part)) return `${part}#${localization}`.toUpperCase();
	return (BRANDS[brand] as BrandEntry).skuOfLink?.(link) ?? null;
}

function pathOf(link: string): string {
	return URL.parse(link)?.pathname ?? '';
}
