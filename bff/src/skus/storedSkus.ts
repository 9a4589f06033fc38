import type { Knex } from '@dropwire/db';
import { type Brand, chunks, foldSku, isExactSku, newSpelling, spellings } from '@dropwire/domain';
import { wholeSkus } from './wholeSkus.ts';

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
	return (await knownSku(knex, brand, sku)) ?? newSpelling(brand, sku);
}

/**
 * A product's SKU as the catalogue spells it: in this spelling, else the only one of the brand that differs in nothing but
 * what separates its letters and digits, unless the text is a SKU as it is. Null if the catalogue lacks it.
 */
export async function knownSku(knex: Knex, brand: Brand, sku: string): Promise<string | null> {
	const wanted = spellings(sku);
	const rows: string[] = await knex('catalogue').where({ brand }).whereIn('sku', wanted).pluck('sku');
	const exact = wanted.find((one) => rows.includes(one));
	if (exact !== undefined) return exact;
	if (isExactSku(brand, sku)) return null;
	const folded = (await wholeSkus(knex, sku)).filter((one) => one.brand === brand && foldSku(one.sku) === foldSku(sku));
	const [only, ...others] = folded;
	return only !== undefined && others.length === 0 ? only.sku : null;
}
