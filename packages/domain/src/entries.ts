import type { BrandEntry } from './brand.ts';
import { type Brand, BRANDS } from './brands.ts';
import { LIMITS } from './limits.ts';
import { canonicalLink, skuFromHandle } from './links.ts';
import { LINK_LIST } from './listNames.ts';
import type { Region } from './regions.ts';
import { brandOfLink, isAtHost, LINK_LISTS } from './shops.ts';
import { LIST_BRANDS, listRegions, SKU_LISTS } from './watchlists.ts';
import { parseUrl } from './parseUrl.ts';

/** For an entry that is watched in every region in which somebody subscribes. */
export const ALL_REGIONS = 'all';

/** Splits SKUs or links at white space, commas and semicolons. A comma inside a link is part of it. */
export function splitEntries(text: string): string[] {
	const apart = /https?:/i.test(text) ? /\s+|[,;]+(?=\s|https?:|$)/i : /[\s,;]+/;
	return text.split(apart).filter(Boolean);
}

/** What an entry of a list is: `Nike SKU`, `link at asics.com`. */
export function entryName(list: string, entry: string): string {
	if (isLinkOn(list, entry)) return `link at ${parseUrl(entry)?.host.replace(/^www\./, '')}`;
	return `${brandsOf(list)[0].name} SKU`;
}

/** An example of a SKU of a list's brand; empty if it has no known format. */
export function entryExample(list: string): string {
	return brandsOf(list)[0].skus?.example ?? '';
}

/** What an entry of a list must be: `must be a SKU of Nike (6 letters …, such as CK9246-101)`. */
export function entryRule(list: string): string {
	if (SKU_LISTS[list] === 'link') return hostRule(list);
	const orLink = SKU_LISTS[list] === 'sku or link' ? ` or a link at ${hostsOf(list).join(' or ')}` : '';
	return `${skuRule(brandsOf(list)[0])}${orLink}`;
}

function skuRule({ name, skus }: BrandEntry): string {
	return `must be a SKU of ${name}${skus ? ` (${skus.words}, such as ${skus.example})` : ''}`;
}

/** Why a SKU cannot be one of a brand's; null if it can, and for a brand without a known form. */
export function skuProblem(brand: Brand, sku: string): string | null {
	const entry: BrandEntry = BRANDS[brand];
	if (!entry.skus || entry.skus.pattern.test(sku.toUpperCase())) return null;
	return `${skuRule(entry)}, and ${JSON.stringify(sku)} is not`;
}

/** Why a SKU or link cannot be a product of a list's brand; null if it can. */
export function entryProblem(list: string, entry: string): string | null {
	if (isLinkOn(list, entry)) return hostProblem(list, entry) ?? idsProblem(list, entry);
	const [{ skus }] = brandsOf(list);
	if (skus?.pattern.test(entry.toUpperCase())) return null;
	return `${entryRule(list)}, and ${JSON.stringify(entry)} is not`;
}

/** Why a link cannot be the page of a product of a list's brand; null if it can. */
export function hostProblem(list: string, link: string): string | null {
	const hosts = hostsOf(list);
	if (canonicalLink(link) === null) return `${hostRule(list)}, and ${JSON.stringify(link)} is not`;
	if (hosts.length === 0) return brandProblem(link);
	return isAtHost(link, hosts) ? null : `${hostRule(list)}, and ${JSON.stringify(link)} is not`;
}

/** Whether an entry of a list is a link, or meant as one. */
export function isLinkOn(list: string, entry: string): boolean {
	return SKU_LISTS[list] === 'link' || (SKU_LISTS[list] === 'sku or link' && /^https?:/i.test(entry));
}

/** The spelling under which an entry is stored, so that two spellings of a SKU or a link are one entry. */
export function entryKey(list: string, text: string): string {
	const entry = text.trim();
	return isLinkOn(list, entry) ? (canonicalLink(entry) ?? entry) : entry.toUpperCase();
}

/**
 * The SKU of a link's product: the one that the link names, else a provisional one, until the link was read. Null for an
 * entry that is a SKU.
 */
export function productSkuOf(list: string, entry: string): string | null {
	if (!isLinkOn(list, entry)) return null;
	return brandsOf(list)[0].skuOfLink?.(entry)?.slice(0, LIMITS.sku) ?? skuFromHandle(entry);
}

/** The SKU that a link at a brand's shop names; null if it names none. */
export function skuInLink(link: string): string | null {
	const brand = brandOfLink(link);
	const entry: BrandEntry | null = brand && BRANDS[brand];
	return entry?.skuOfLink?.(link) ?? null;
}

/**
 * The list for a product link: that of the shop's brand, or the list of all other shops. Null for a brand whose lists
 * take no links.
 */
export function listOfLink(link: string): string | null {
	const brand = brandOfLink(link);
	return brand === null ? LINK_LIST : (LINK_LISTS.find((list) => LIST_BRANDS[list]?.includes(brand)) ?? null);
}

/** A product that can be put on a watch list. */
export interface WatchableProduct {
	/** In the spelling of an entry: a SKU, or a link without fragment and tracking parameters. */
	sku: string;
	/** The product's page, if it was named by its link and is watched by its SKU. */
	link: string | null;
	/** The lists that it can be put on. */
	lists: string[];
}

/** The product that a SKU or a link names; null if no list takes it. */
export function watchableProduct(text: string): WatchableProduct | null {
	const typed = text.trim();
	if (!/^https?:/i.test(typed)) return productOfSku(typed, Object.keys(SKU_LISTS), null);
	const brand = brandOfLink(typed);
	const sku = skuInLink(typed);
	if (brand !== null && sku !== null) {
		const own = Object.keys(SKU_LISTS).filter((list) => LIST_BRANDS[list]?.includes(brand));
		const product = productOfSku(sku, own, canonicalLink(typed));
		if (product) return product;
	}
	const list = listOfLink(typed);
	if (list === null || !isLinkOn(list, typed) || entryProblem(list, typed) !== null) return null;
	return { sku: entryKey(list, typed), link: null, lists: [list] };
}

function productOfSku(sku: string, among: readonly string[], link: string | null): WatchableProduct | null {
	const lists = among.filter((list) => SKU_LISTS[list] !== 'link' && entryProblem(list, sku) === null);
	return lists.length === 0 ? null : { sku: sku.toUpperCase(), link, lists };
}

/** Whether a list's products are read by their links, but its entries can be SKUs alone. */
export function needsKnownLinks(list: string): boolean {
	const takes = SKU_LISTS[list];
	if (takes !== 'sku' && takes !== 'sku or link') return false;
	return (LIST_BRANDS[list] ?? []).some((brand) => LINK_LISTS.some((one) => LIST_BRANDS[one]?.includes(brand)));
}

/** Why a link does not belong on the list of all other shops: it leads to a brand's. */
function brandProblem(link: string): string | null {
	const brand = brandOfLink(link);
	if (brand === null) return null;
	const list = listOfLink(link);
	if (list) return `belongs on ${list}, the list for links at ${hostsOf(list).join(' or ')}`;
	const lists = Object.keys(SKU_LISTS).filter((one) => LIST_BRANDS[one]?.includes(brand));
	return `is at the shop of ${BRANDS[brand].name}, whose SKUs belong on ${lists.join(', ')}`;
}

/** Why a link at the right shop names no product. */
function idsProblem(list: string, link: string): string | null {
	const [{ linkNeeds, skuOfLink }] = brandsOf(list);
	if (linkNeeds === undefined || skuOfLink?.(link)) return null;
	return `must have ${linkNeeds}, and ${JSON.stringify(link)} does not`;
}

function hostRule(list: string): string {
	const hosts = hostsOf(list);
	if (hosts.length === 0) return 'must be the link of a product';
	const names = brandsOf(list).map(({ name }) => name);
	return `must be a link at ${hosts.join(' or ')}, the shop of ${names.join(' or ')}`;
}

function hostsOf(list: string): string[] {
	return brandsOf(list).flatMap(({ hosts }) => hosts ?? []);
}

/**
 * Reads the regions of an entry.
 * @param names in any letter case; `all`, or none, for every region in which somebody subscribes
 * @returns the regions in the source's order, or null for all, or the problem
 */
export function readRegions(
	list: string,
	names: readonly string[],
): { regions: readonly Region[] | null } | { problem: string } {
	const regions = listRegions(list);
	const wanted = new Set(names.map((name) => name.trim().toUpperCase()).filter(Boolean));
	const unknown = [...wanted].find(
		(name) => name !== ALL_REGIONS.toUpperCase() && !regions.some((one) => one === name),
	);
	const choices = `${regions.join(', ')}, or ${ALL_REGIONS}`;
	if (unknown !== undefined) return { problem: `must be among ${choices}, and ${JSON.stringify(unknown)} is not` };
	if (wanted.size === 0 || (wanted.size === 1 && wanted.has(ALL_REGIONS.toUpperCase()))) return { regions: null };
	if (wanted.has(ALL_REGIONS.toUpperCase())) return { problem: `must be regions or ${ALL_REGIONS}, not both` };
	return { regions: regions.filter((region) => wanted.has(region)) };
}

function brandsOf(list: string): readonly [BrandEntry, ...BrandEntry[]] {
	const [first, ...others] = LIST_BRANDS[list] ?? [];
	if (!first) throw new RangeError(`There is no list ${list}`);
	return [BRANDS[first], ...others.map((brand) => BRANDS[brand])];
}
