import type { Knex } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/domain';

/** How persons' watches bear on polling: not at all, as a weight of products that lists watch anyway, or by polling their products. */
export const WATCH_POLLS = ['off', 'lists', 'any'] as const;
export type WatchPolls = (typeof WATCH_POLLS)[number];

/** Watches of a product with the same regions. */
export interface WatchCount {
	sku: string;
	/** Null for all. */
	regions: readonly Region[] | null;
	count: number;
}

/** Counts the watches of each product of a brand, except muted ones. */
export async function countWatches(knex: Knex, brand: Brand): Promise<WatchCount[]> {
	const rows: { sku: string; regions: string | null; count: number }[] = await knex('watches')
		.where({ brand, muted: 0 })
		.groupBy('sku', 'regions')
		.select('sku', 'regions')
		.count({ count: '*' });
	return rows.map(({ sku, regions, count }) => ({
		sku,
		regions: regions === null ? null : (regions.split(',') as Region[]),
		count,
	}));
}

/**
 * Where the product of a watch is polled for it: in its regions; one for all regions, where the source is polled anyway, or
 * everywhere if that is nowhere.
 */
export function regionsToPoll(
	wanted: readonly Region[] | null,
	{ polled, all }: { polled: readonly Region[]; all: readonly Region[] },
): readonly Region[] {
	if (wanted !== null) return all.filter((region) => wanted.includes(region));
	return polled.length > 0 ? polled : all;
}
