import type { Knex } from '@dropwire/db';
import { type Brand, foldSku, skuWord, spellings } from '@dropwire/domain';

/** Parts of a text that are compared with whole SKUs. */
const MAX_PARTS = 6;
/** The entries with one word that are compared with a SKU, and the whole SKUs of one text. */
const MAX_ROWS = 1000;
const MAX_SKUS = 20;

/** The entries whose SKU a text is, or one of its parts: as it is stored, or with other characters between its letters and digits. */
export async function wholeSkus(knex: Knex, text: string): Promise<{ brand: Brand; sku: string }[]> {
	const parts = [...new Set([text.trim(), ...text.trim().split(/\s+/)])].slice(0, MAX_PARTS);
	const folded = [...new Set(parts.map(foldSku).filter(Boolean))];
	const spelled = knex('catalogue')
		.whereIn('sku', [...new Set(parts.flatMap(spellings))])
		.limit(MAX_SKUS)
		.select('brand', 'sku');
	const found = folded.map((sku) => {
		const rows = knex('catalogue_words')
			.where({ word: skuWord(sku) })
			.limit(MAX_ROWS)
			.select('brand', 'sku');
		const pattern = Array.from(sku.toUpperCase()).join('%');
		return knex.from(rows.as('w')).whereRaw('upper(sku) like ?', [pattern]).limit(MAX_SKUS).select('brand', 'sku');
	});
	const rows: { brand: Brand; sku: string }[] = await knex
		.from(spelled.as('spelled'))
		.select('brand', 'sku')
		.union(found.map((one) => knex.from(one.as('found')).select('brand', 'sku')));
	return rows.filter(({ sku }) => folded.includes(foldSku(sku)));
}
