import { type Knex, lastCheck, Product } from '@dropwire/db';
import { chunks, LIST_BRANDS, offerOfList } from '@dropwire/domain';

const CHUNK = 500;

/** The latest checks of a list's products, by their SKUs: one per region and source of the list. */
export async function latestChecks(knex: Knex, list: string, skus: readonly string[]): Promise<Map<string, Product[]>> {
	const rows: Product[] = [];
	for (const some of partsOf(list, skus)) {
		rows.push(
			...(await Product.withLastCheck(knex)
				.where({ offer: offerOfList(list) })
				.whereIn('source', [...sourcesOf(list)])
				.whereIn('sku', some)),
		);
	}
	return Map.groupBy(rows, ({ sku }) => sku);
}

/** When each SKU was last checked and when it last changed, in any region. SKUs without a check are missing. */
export async function checkTimes(
	knex: Knex,
	list: string,
	skus: readonly string[],
): Promise<Map<string, { checkedAt: number; changedAt: number | null }>> {
	const times = new Map<string, { checkedAt: number; changedAt: number | null }>();
	for (const some of partsOf(list, skus)) {
		const rows: { sku: string; checkedAt: number; changedAt: number | null }[] = await knex('products')
			.where({ offer: offerOfList(list) })
			.whereIn('source', [...sourcesOf(list)])
			.whereIn('sku', some)
			.groupBy('sku')
			.select('sku', knex.raw('max(?) as ??', [lastCheck(knex), 'checkedAt']))
			.max({ changedAt: 'changedAt' });
		for (const { sku, checkedAt, changedAt } of rows) times.set(sku, { checkedAt, changedAt });
	}
	return times;
}

function sourcesOf(list: string) {
	return LIST_BRANDS[list] ?? [];
}

/** The parts to query; none for a list that no source watches. */
function partsOf(list: string, skus: readonly string[]): readonly (readonly string[])[] {
	return sourcesOf(list).length === 0 ? [] : chunks(skus, CHUNK);
}
