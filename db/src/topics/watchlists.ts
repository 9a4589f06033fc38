import type { EventKind } from './kinds.ts';
import type { Brand } from './topics.ts';

/** Watch lists of the SKU manager and the kinds of event that each yields. */
export const WATCH_LISTS = {
	MONITOR1: ['SHOCK_DROP', 'NEW', 'STATUS'],
	MONITOR2: ['RESTOCK', 'STOCK'],
	MONITOR4: ['PRICE'],
} as const satisfies Record<string, readonly EventKind[]>;
export type WatchList = keyof typeof WATCH_LISTS;

/** Adidas Hot #1 of the SKU manager. */
export const ADIDAS_LIST = 'ADIDASHOT1';
/** The custom SKUs of Nike's refurbished shoes. */
export const REFURBISHED_LIST = 'REFURBISHED';

/** What an entry of a hot SKU list is: a product's page, one SKU, several SKUs, or a SKU with its page. */
export type HotEntry = 'link' | 'sku' | 'skus' | 'sku and link';

/**
 * The hot SKU monitors, by the number that the calls use (contract: "hotskucreate"); there is no 6. `sources` are those
 * whose looks tell of an entry: looks come by SKU, so none tells of a link, nor of a retailer that is no source.
 */
export const HOT_LISTS = {
	monitor1: { list: 'HOT_ASICS', name: 'ASICS', takes: 'link', sources: [] },
	monitor2: { list: 'HOT_JD', name: 'JD', takes: 'link', sources: [] },
	monitor3: { list: 'HOT_FNL', name: 'FNL', takes: 'link', sources: [] },
	monitor4: { list: 'HOT_JDFNL', name: 'JD/FNL', takes: 'sku', sources: ['JD', 'FNL'] },
	monitor5: { list: 'HOT_ADIDAS', name: 'Adidas', takes: 'skus', sources: ['ADIDAS'] },
	monitor7: { list: 'HOT_NEWBALANCE', name: 'New Balance', takes: 'sku and link', sources: [] },
} as const satisfies Record<string, { list: string; name: string; takes: HotEntry; sources: readonly Brand[] }>;
export type HotMonitor = keyof typeof HOT_LISTS;

/** Every list that SKUs can stand on, as the bulk calls and the export name them, and what an entry of it is. */
export const SKU_LISTS: Readonly<Record<string, HotEntry>> = {
	...Object.fromEntries([...Object.keys(WATCH_LISTS), ADIDAS_LIST, REFURBISHED_LIST].map((list) => [list, 'skus'])),
	...Object.fromEntries(Object.values(HOT_LISTS).map(({ list, takes }) => [list, takes])),
};

/** Whose looks tell of a list's entries. */
export const LIST_SOURCES: Readonly<Record<string, readonly Brand[]>> = {
	...Object.fromEntries([...Object.keys(WATCH_LISTS), REFURBISHED_LIST].map((list) => [list, ['NIKE'] as const])),
	[ADIDAS_LIST]: ['ADIDAS'],
	...Object.fromEntries(Object.values(HOT_LISTS).map(({ list, sources }) => [list, sources])),
};
