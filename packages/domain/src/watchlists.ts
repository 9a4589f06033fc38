import type { Brand, SkuBrand } from './brands.ts';
import { CHECK_KINDS, type CheckKind } from './eventKinds.ts';
import { ADIDAS_LIST, HP_LIST, LINK_LIST, NIKE_HOT_LIST, REFURBISHED_LIST } from './listNames.ts';
import { type Offer, offerOfList } from './offers.ts';
import { REGIONS, type Region } from './regions.ts';

/** Lists of the SKU manager with Nike's SKUs, and the kinds of event that each yields. */
export const WATCH_LISTS = {
	MONITOR1: ['SHOCK_DROP', 'LIVE', 'NEW', 'STATUS'],
	MONITOR2: ['RESTOCK', 'STOCK'],
	MONITOR4: ['PRICE'],
	[NIKE_HOT_LIST]: CHECK_KINDS,
} as const satisfies Record<string, readonly CheckKind[]>;
export type WatchList = keyof typeof WATCH_LISTS;

/** What an entry of a list is: a link to a product's page, one SKU, several SKUs, a SKU with its page, or a SKU or link. */
export type HotEntry = 'link' | 'sku' | 'skus' | 'sku and link' | 'sku or link';

/**
 * The hot SKU monitors by the number that the calls use (contract: "hotskucreate"); there is no 6. `brands` are those
 * whose products an entry can be, and whose sources watch it. A list of SKUs needs their format.
 */
export const HOT_LISTS = {
	monitor1: { list: 'HOT_ASICS', name: 'ASICS', takes: 'link', brands: ['ASICS'] },
	monitor2: { list: 'HOT_JD', name: 'JD', takes: 'link', brands: ['JD'] },
	monitor3: { list: 'HOT_FNL', name: 'FNL', takes: 'link', brands: ['FNL'] },
	monitor4: { list: 'HOT_JDFNL', name: 'JD/FNL', takes: 'sku', brands: ['JD', 'FNL'] },
	monitor5: { list: 'HOT_ADIDAS', name: 'Adidas', takes: 'skus', brands: ['ADIDAS'] },
	monitor7: { list: 'HOT_NEWBALANCE', name: 'New Balance', takes: 'sku and link', brands: ['NEWBALANCE'] },
} as const satisfies Record<
	string,
	{ list: string; name: string } & (
		| { takes: 'link'; brands: readonly [Brand, ...Brand[]] }
		| { takes: Exclude<HotEntry, 'link'>; brands: readonly [SkuBrand, ...SkuBrand[]] }
	)
>;
export type HotMonitor = keyof typeof HOT_LISTS;

/** The lists whose SKUs are checked more often than others, in the priority lane. */
export const PRIORITY_LISTS: ReadonlySet<string> = new Set([
	NIKE_HOT_LIST,
	ADIDAS_LIST,
	...Object.values(HOT_LISTS).map(({ list }) => list),
]);

/** Every list of SKUs, as the bulk calls and the export name it, and what an entry of it is. */
export const SKU_LISTS: Readonly<Record<string, HotEntry>> = {
	...Object.fromEntries([...Object.keys(WATCH_LISTS), ADIDAS_LIST, REFURBISHED_LIST].map((list) => [list, 'skus'])),
	...Object.fromEntries(Object.values(HOT_LISTS).map(({ list, takes }) => [list, takes])),
	[HP_LIST]: 'sku or link',
	[LINK_LIST]: 'link',
};

/** The brands whose products the entries of each list can be. Brands that share a list share a format of SKUs. */
export const LIST_BRANDS: Readonly<Record<string, readonly [Brand, ...Brand[]]>> = {
	...Object.fromEntries([...Object.keys(WATCH_LISTS), REFURBISHED_LIST].map((list) => [list, ['NIKE'] as const])),
	[ADIDAS_LIST]: ['ADIDAS'],
	[HP_LIST]: ['HP'],
	[LINK_LIST]: ['SHOPS'],
	...Object.fromEntries(Object.values(HOT_LISTS).map(({ list, brands }) => [list, brands])),
};

/** The regions in which entries of a list can be watched, in the order of `REGIONS`. */
export function listRegions(list: string): readonly Region[] {
	return list in WATCH_LISTS ? REGIONS : ['US'];
}

/** The lists that the source of a brand's new or refurbished products reads. */
export function listsOf(source: Brand, offer: Offer = 'NEW'): string[] {
	return Object.keys(LIST_BRANDS).filter((list) => LIST_BRANDS[list]?.includes(source) && offerOfList(list) === offer);
}

/**
 * What the latest checks say about an entry: `ok` found in a region; `not_found` in none of its regions; `blocked` in at
 * least one; `never_checked` in all of them; `not_polled`: no source asks for it, because none reads its list or because
 * its regions have no active subscription.
 */
export const ENTRY_STATES = ['ok', 'not_found', 'blocked', 'never_checked', 'not_polled'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const ENTRY_STATE_NAMES: Readonly<Record<EntryState, string>> = {
	ok: 'OK',
	not_found: 'Not found',
	blocked: 'Blocked',
	never_checked: 'Never checked',
	not_polled: 'Not polled',
};

/** The note at an entry without a link whose product is read by its link (contract: "Which list is watched by which source"). */
export const LINK_UNKNOWN = 'its link is not known yet';
