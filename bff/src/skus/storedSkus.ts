import type { Knex } from '@dropwire/db';
import { type Brand, chunks, newSpelling, spellings } from '@dropwire/domain';

/** SKUs per statement. */
const CHUNK = 500;

/** Products with their SKUs as the catalogue spells them; those that it lacks as their brand spells them. */
export async function withStoredSkus<P extends { brand: Brand; sku: string }>(
	knex: Knex,
	products: readonly P[],
): Promise<P[]> {
	const known = new Set<string>();
	// Of capitals, there is no other spelling.
	const open = products.filter(({ sku }) => spellings(sku).length > 1);
	for (const [brand, same] of Map.groupBy(open, (product) => product.brand)) {
		const skus = new Set(same.flatMap(({ sku }) => spellings(sku)));
		for (const some of chunks([...skus], CHUNK)) {
			const rows: string[] = await knex('catalogue').where({ brand }).whereIn('sku', some).pluck('sku');
			for (const sku of rows) known.add(`${brand} ${sku}`);
		}
	}
	return products.map((product) => {
		const { brand, sku } = product;
		return { ...product, sku: spellings(sku).find((one) => known.has(`${brand} ${one}`)) ?? newSpelling(brand, sku) };
	});
}

/** A product's SKU as the catalogue spells it, or its brand if the catalogue lacks it. */
export async function storedSku(knex: Knex, brand: Brand, sku: string): Promise<string> {
	const [product] = await withStoredSkus(knex, [{ brand, sku }]);
	return product?.sku ?? sku;
}
