import { type Knex, Product } from '@dropwire/db';
import { LIST_SOURCES } from '@dropwire/db/topics';

const CHUNK = 500;

/** The last looks at the SKUs of a list, by region, of the sources that tell of it. */
export async function looksAt(knex: Knex, list: string, skus: readonly string[]): Promise<Map<string, Product[]>> {
	const rows: Product[] = [];
	for (const some of chunks(list, skus)) {
		rows.push(
			...(await Product.query(knex)
				.whereIn('source', [...sourcesOf(list)])
				.whereIn('sku', some)),
		);
	}
	return Map.groupBy(rows, ({ sku }) => sku);
}

/** When each SKU was last looked at, and when it last changed, anywhere; nothing for one that nobody looked at. */
export async function timesOfLooks(
	knex: Knex,
	list: string,
	skus: readonly string[],
): Promise<Map<string, { checkedAt: number; changedAt: number | null }>> {
	const times = new Map<string, { checkedAt: number; changedAt: number | null }>();
	for (const some of chunks(list, skus)) {
		const rows: { sku: string; checkedAt: number; changedAt: number | null }[] = await knex('products')
			.whereIn('source', [...sourcesOf(list)])
			.whereIn('sku', some)
			.groupBy('sku')
			.select('sku')
			.max({ checkedAt: 'checkedAt', changedAt: 'changedAt' });
		for (const { sku, checkedAt, changedAt } of rows) times.set(sku, { checkedAt, changedAt });
	}
	return times;
}

function sourcesOf(list: string) {
	return LIST_SOURCES[list] ?? [];
}

/** Nothing to ask where no source tells of the list. */
function* chunks(list: string, skus: readonly string[]): Generator<readonly string[]> {
	if (sourcesOf(list).length === 0) return;
	for (let at = 0; at < skus.length; at += CHUNK) yield skus.slice(at, at + CHUNK);
}
