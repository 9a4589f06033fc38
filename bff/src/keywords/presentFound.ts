import { type FoundProduct, type Knex, KeywordWatch, WatchEntry } from '@dropwire/db';
import type { Found } from '@dropwire/contract';
import { type Brand, entryKey, formatMoney, listsOf, type Offer, SKU_LISTS, sourceNameOf } from '@dropwire/domain';
import { skuHash } from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';

/** Found products with the list that each can be put on. */
export async function presentFound(knex: Knex, rows: readonly FoundProduct[]): Promise<Found[]> {
	const ids = [...new Set(rows.map(({ watchId }) => watchId))];
	const watches = await KeywordWatch.query(knex).findByIds(ids);
	const byId = new Map(watches.map((watch) => [watch.id, watch]));
	const found = rows.map((row) => placed(row, byId.get(row.watchId)));
	const keys = found.flatMap(({ list, entry }) => (list === null ? [] : [{ list, sku: entryKey(list, entry ?? '') }]));
	const entries = await WatchEntry.query(knex)
		.whereIn('list', [...new Set(keys.map(({ list }) => list))])
		.whereIn(
			'skuHash',
			keys.map(({ sku }) => skuHash(sku)),
		)
		.select('list', 'sku');
	const listed = new Set(entries.map(({ list, sku }) => `${list} ${sku}`));
	return found.map((one) => ({
		...one,
		listed: one.list !== null && listed.has(`${one.list} ${entryKey(one.list, one.entry ?? '')}`),
	}));
}

/** A found product with the list that takes it, by its SKU or its link. */
function placed(
	{ id, watchId, sku, title, link, image, price, currency, foundAt }: FoundProduct,
	watch: KeywordWatch | undefined,
): Omit<Found, 'listed'> {
	const { source = '', region = '' } = watch ?? {};
	const list = listOf(source);
	const entry = list && SKU_LISTS[list] === 'link' ? link : sku;
	return {
		id: String(id),
		sku,
		title,
		link,
		image,
		price: price === null || currency === null ? null : formatMoney(price, currency),
		watchId: String(watchId),
		source,
		region,
		foundAt,
		list: entry === null ? null : list,
		entry: list === null ? null : entry,
	};
}

/** The list that a source's products are put on: the first one that it reads. */
function listOf(source: string): string | null {
	const found: { name: Brand; offer?: Offer } | undefined = SOURCES.find((one) => sourceNameOf(one) === source);
	return found ? (listsOf(found.name, found.offer)[0] ?? null) : null;
}
