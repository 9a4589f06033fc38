import type { CatalogueEntry as Entry, ListedCatalogueEntry as ListedEntry } from '@dropwire/contract';
import { CatalogueEntry, CatalogueRegion, type Knex, Product, WatchEntry } from '@dropwire/db';
import { LIST_BRANDS, REGIONS } from '@dropwire/domain';
import { dateText, skuHash } from '@dropwire/engine';
import type { EntryKey } from './conditions.ts';

/** Entries in the order of their keys, each with its state in the regions. Four statements for a page. */
export async function presentPage(knex: Knex, keys: readonly EntryKey[], isOperator: boolean): Promise<ListedEntry[]> {
	const [rows, regions] = await Promise.all([
		CatalogueEntry.query(knex).whereIn(['brand', 'sku'], pairs(keys)),
		CatalogueRegion.query(knex).whereIn(['brand', 'sku'], pairs(keys)),
	]);
	const entries = await presentEntries(knex, rows, isOperator);
	const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
	const regionsOf = Map.groupBy(regions, keyOf);
	return keys.flatMap((key) => {
		const entry = byKey.get(keyOf(key));
		return entry ? [{ ...entry, regions: statesOf(regionsOf.get(keyOf(key)) ?? []) }] : [];
	});
}

function statesOf(rows: readonly CatalogueRegion[]): ListedEntry['regions'] {
	return rows
		.toSorted((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region))
		.map(({ region, price, full, currency, available, launchAt }) => {
			const isPrice = price !== null && full !== null && currency !== null;
			return { region, price: isPrice ? { current: price, full, currency } : null, available, launchAt };
		});
}

/** Entries with the lists that watch them, and their last checks. */
export async function presentEntries(
	knex: Knex,
	rows: readonly CatalogueEntry[],
	isOperator: boolean,
): Promise<Entry[]> {
	const [lists, checks] = await Promise.all([watchedBy(knex, rows), lastChecks(knex, rows)]);
	return rows.map((row) => {
		const { brand, sku, title, subtitle, color, category, image, url, firstSeenAt, origin } = row;
		const watched = lists.get(keyOf(row)) ?? [];
		return {
			brand,
			sku,
			title,
			subtitle,
			color,
			category,
			image,
			url,
			releasedOn: dateText(row.releasedOn),
			firstSeenAt,
			lastSeenAt: Math.max(row.lastSeenAt, checks.get(keyOf(row)) ?? 0),
			origin,
			watched: isOperator ? watched : watched.length > 0,
		};
	});
}

/** The watch lists of each product, which have its SKU or its link. */
async function watchedBy(knex: Knex, products: readonly EntryKey[]) {
	const skus = products.map(({ sku }) => sku);
	const columns = ['list', 'sku', 'productSku', 'regions'] as const;
	const found = await Promise.all([
		WatchEntry.query(knex)
			.whereIn(
				'skuHash',
				skus.map((sku) => skuHash(sku)),
			)
			.select(columns),
		WatchEntry.query(knex).whereIn('productSku', skus).select(columns),
	]);
	const rows = found.flat().toSorted((a, b) => (a.list < b.list ? -1 : 1));
	return new Map(
		products.map((product) => {
			const own = rows.filter(({ list, sku, productSku }) => {
				return LIST_BRANDS[list]?.includes(product.brand) && (productSku ?? sku) === product.sku;
			});
			const lists = Map.groupBy(own, ({ list }) => list);
			return [
				keyOf(product),
				[...lists.values()].map(([first]) => ({
					list: first?.list as string,
					regions: first?.regions?.split(',') ?? null,
				})),
			];
		}),
	);
}

/** When a check last found each product: checks without a change do not write its entry. */
export async function lastChecks(knex: Knex, products: readonly EntryKey[]): Promise<Map<string, number>> {
	const rows = await Product.withLastCheck(knex)
		.whereIn(['source', 'sku'], pairs(products))
		.where({ state: 'read' })
		.whereNull('blockedSince');
	const last = new Map<string, number>();
	for (const { source: brand, sku, checkedAt } of rows) {
		const key = keyOf({ brand, sku });
		last.set(key, Math.max(last.get(key) ?? 0, checkedAt));
	}
	return last;
}

export function keyOf({ brand, sku }: EntryKey): string {
	return `${brand} ${sku}`;
}

function pairs(keys: readonly EntryKey[]): [string, string][] {
	return keys.map(({ brand, sku }) => [brand, sku]);
}
