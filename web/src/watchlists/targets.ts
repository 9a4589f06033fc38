import {
	ADIDAS_LIST,
	entryExample,
	HOT_LISTS,
	HP_LIST,
	LINK_LIST,
	NIKE_HOT_LIST,
	SKU_LISTS,
	type WatchList,
} from '@dropwire/contract';

/** A list that entries can be added to, or several that get the same entries. */
export interface Target {
	name: string;
	lists: readonly [string, ...string[]];
}
export type Targets = readonly [Target, ...Target[]];

const MONITORS: readonly [WatchList, ...WatchList[]] = ['MONITOR1', 'MONITOR2', 'MONITOR4'];

/** The lists of the SKU manager. */
export const MONITOR_TARGETS: Targets = [
	{ name: 'Monitor #1, #2, #4', lists: MONITORS },
	{ name: 'Monitor #1', lists: ['MONITOR1'] },
	{ name: 'Monitor #2', lists: ['MONITOR2'] },
	{ name: 'Monitor #4', lists: ['MONITOR4'] },
	{ name: 'Nike Hot', lists: [NIKE_HOT_LIST] },
	{ name: 'Adidas Hot #1', lists: [ADIDAS_LIST] },
];
const [FIRST, ...OTHERS] = Object.values(HOT_LISTS).map(({ list, name }): Target => ({ name, lists: [list] }));
/** The hot SKU lists. */
export const HOT_TARGETS: Targets = [FIRST as Target, ...OTHERS];
/** The lists of links. */
export const LINK_TARGETS: Targets = [
	{ name: 'HP', lists: [HP_LIST] },
	{ name: 'Links', lists: [LINK_LIST] },
];
export const ALL_TARGETS: Targets = [...MONITOR_TARGETS, ...HOT_TARGETS, ...LINK_TARGETS];

/** The name of a list on the screens. */
export function listName(list: string): string {
	return ALL_TARGETS.find(({ lists: [one, ...more] }) => one === list && more.length === 0)?.name ?? list;
}

/** `Enter the SKU (Monitor #1)`, `Enter the product link (ASICS)`. */
export function fieldLabel({ name, lists: [list] }: Target): string {
	const takes = SKU_LISTS[list];
	const what =
		takes === 'link'
			? 'product link'
			: takes === 'sku and link'
				? 'SKU and product link'
				: takes === 'sku or link'
					? 'SKU or product link'
					: 'SKU';
	return `Enter the ${what} (${name})`;
}

export function fieldExample({ lists: [list] }: Target): string {
	const takes = SKU_LISTS[list];
	if (takes === 'link') return 'https://…';
	return takes === 'sku and link' ? `${entryExample(list)} https://…` : entryExample(list);
}
