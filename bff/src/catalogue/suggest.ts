import { CatalogueEntry, type Knex } from '@dropwire/db';
import type { Brand } from '@dropwire/domain';
import { searchCatalogue } from './search/search.ts';

/** A product that a person may mean. */
interface Suggested {
	brand: Brand;
	sku: string;
	title: string;
	image: string | null;
}

/** The products of the catalogue that match a text best, each SKU once; without a text those that changed last. */
export async function suggestProducts(knex: Knex, text: string, max: number): Promise<Suggested[]> {
	const { keys } = await searchCatalogue(knex, { q: text });
	const found = new Map<string, Suggested>();
	const rows = await CatalogueEntry.query(knex)
		.whereIn(
			['brand', 'sku'],
			keys.map(({ brand, sku }) => [brand, sku]),
		)
		.select('brand', 'sku', 'title', 'image');
	for (const { brand, sku } of keys) {
		const row = rows.find((one) => one.brand === brand && one.sku === sku);
		if (row && found.size < max && !found.has(sku)) found.set(sku, { brand, sku, title: row.title, image: row.image });
	}
	return [...found.values()];
}
