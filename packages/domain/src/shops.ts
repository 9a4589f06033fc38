import type { BrandEntry } from './brand.ts';
import { BRAND_IDS, type Brand, BRANDS } from './brands.ts';
import { SKU_LISTS } from './watchlists.ts';
import { parseUrl } from './parseUrl.ts';

/** The formats in which a product link can be read (docs/shop-formats.md). */
export const SHOP_ADAPTERS = [
	'schemaOrg',
	'openGraph',
	'shopify',
	'wooCommerce',
	'ucp',
	'finishLine',
	'sfcc',
	'hp',
	'nike',
] as const;
export type ShopAdapter = (typeof SHOP_ADAPTERS)[number];

/**
 * The most precise statement about stock that an answer makes: counts, levels, availability per size, one availability
 * for the whole product, or none.
 */
export const EVIDENCE = ['count', 'level', 'size', 'product', 'none'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** What each statement about stock is called. */
export const EVIDENCE_NAMES: Readonly<Record<Evidence, string>> = {
	count: 'counts per size',
	level: 'levels per size',
	size: 'per size',
	product: 'per product',
	none: 'without stock',
};

/**
 * Why a check could not read a product (contract: "blockedReason"). A reason is one of these and a few words. `now shows`:
 * the answer is about another product. `moved`: it comes from another site than the product's, or
 * from the shop's pages of another country.
 */
export const BLOCKED_KINDS = [
	'wall (403)',
	'wall page',
	'rate limited',
	'changed format',
	'unreachable',
	'HTTP status',
	'robots.txt',
	'now shows',
	'moved',
] as const;
export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** `wall page: ASICS answered with a page without product data`. */
export function blockedReason(kind: BlockedKind, words: string): string {
	return `${kind}: ${words}`;
}

/**
 * Why a shop's answer is not a reading of one product:
 *
 * - `no_product`: a page or an answer of the shop that describes no product, or has no data.
 * - `several_products`: a list, or colours of which none is the requested one.
 * - `unreadable`: product data in a changed format.
 * - `wall`: a bot wall or a queue, known by its marks; or status 403.
 * - `gone`: the shop reports that the product does not exist.
 * - `unreachable`: no answer, or an error of the shop.
 */
export const SHOP_REFUSAL_CODES = [
	'no_product',
	'several_products',
	'unreadable',
	'wall',
	'gone',
	'unreachable',
] as const;
export type ShopRefusalCode = (typeof SHOP_REFUSAL_CODES)[number];

/** The lists whose entries have a link. */
export const LINK_LISTS = Object.keys(SKU_LISTS).filter((list) => SKU_LISTS[list]?.includes('link')) as [
	string,
	...string[],
];

/** Whether a link's host is one of the given hosts, or below one. */
export function isAtHost(link: string, hosts: readonly string[]): boolean {
	const { hostname = '' } = parseUrl(link) ?? {};
	return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The brand whose shop a link leads to; null for any other shop. */
export function brandOfLink(link: string): Brand | null {
	return BRAND_IDS.find((brand) => isAtHost(link, entryOf(brand).hosts ?? [])) ?? null;
}

function entryOf(brand: Brand): BrandEntry {
	return BRANDS[brand];
}
