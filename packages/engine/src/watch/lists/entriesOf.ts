import { createHash } from 'node:crypto';
import { type Knex, WatchEntry } from '@dropwire/db';
import { LINK_LISTS } from '@dropwire/domain';

/** An entry of a list by the SKU of its product. */
export interface ProductEntry {
	list: string;
	/** The product's SKU, also if the entry is a link. */
	sku: string;
	/** As in the database: `US,JP`; null for all. */
	regions: string | null;
}

/**
 * The entries of these lists that are about one of these products, by their SKU or by a link. Entries that are SKUs are
 * found by their hash, those that are links by the SKUs of their products.
 * @param skus at most 500
 */
export async function entriesOf(
	knex: Knex,
	lists: readonly string[],
	skus: readonly string[],
): Promise<ProductEntry[]> {
	const withLinks = lists.filter((list) => LINK_LISTS.includes(list));
	const [own, linked] = await Promise.all([
		WatchEntry.query(knex)
			.whereIn('list', [...lists])
			.whereIn('skuHash', skus.map(skuHash))
			.select('list', 'sku', 'regions'),
		withLinks.length === 0
			? []
			: WatchEntry.query(knex)
					.whereIn('list', withLinks)
					.whereIn('productSku', [...skus])
					.select('list', 'productSku as sku', 'regions'),
	]);
	return [...own, ...linked];
}

/**
 * The key of watch list entries. It has a fixed length, and differs by letter case even if the database ignores case.
 */
export function skuHash(sku: string): string {
	return createHash('sha256').update(sku).digest('hex');
}
