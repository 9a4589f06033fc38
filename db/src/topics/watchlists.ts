import type { EventKind } from './kinds.ts';

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

/** The hot SKU monitors, by the number that the calls use (contract: "hotskucreate"); there is no 6. */
export const HOT_LISTS = {
	monitor1: { list: 'HOT_ASICS', name: 'ASICS', takes: 'link' },
	monitor2: { list: 'HOT_JD', name: 'JD', takes: 'link' },
	monitor3: { list: 'HOT_FNL', name: 'FNL', takes: 'link' },
	monitor4: { list: 'HOT_JDFNL', name: 'JD/FNL', takes: 'sku' },
	monitor5: { list: 'HOT_ADIDAS', name: 'Adidas', takes: 'skus' },
	monitor7: { list: 'HOT_NEWBALANCE', name: 'New Balance', takes: 'sku and link' },
} as const satisfies Record<string, { list: string; name: string; takes: HotEntry }>;
export type HotMonitor = keyof typeof HOT_LISTS;

/** Every list that SKUs can stand on, as the bulk calls and the export name them, and what an entry of it is. */
export const SKU_LISTS: Readonly<Record<string, HotEntry>> = {
	...Object.fromEntries([...Object.keys(WATCH_LISTS), ADIDAS_LIST, REFURBISHED_LIST].map((list) => [list, 'skus'])),
	...Object.fromEntries(Object.values(HOT_LISTS).map(({ list, takes }) => [list, takes])),
};
