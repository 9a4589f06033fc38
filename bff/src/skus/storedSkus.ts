import type { Knex } from '@dropwire/db';
import {
	type Brand,
	chunks,
	foldSku,
	meansSku,
	newSpelling,
	openSku,
	PRODUCT_BRANDS,
	skuWord,
	spellings,
} from '@dropwire/domain';

/** SKUs per statement. */
const CHUNK = 500;
/** The entries with the word of one text that are compared with it: many can have it in their titles. */
const ROWS_PER_TEXT = 1000;
/** Above every character of a SKU. */
const LAST = '\u{10FFFF}';
/** A stored SKU without the characters that `isSku` allows between its letters and digits. */
const BARE_SKU = [...' -_./#+'].reduce((sku, one) => `replace(${sku}, '${one}', '')`, 'lower(sku)');

interface Row {
	brand: Brand;
	sku: string;
}

/** Products with their SKUs as the catalogue spells them; those that it lacks as their brand spells them. */
export async function withStoredSkus<P extends Row>(knex: Knex, products: readonly P[]): Promise<P[]> {
	const known = new Map<Brand, Map<string, string>>();
	for (const [brand, own] of Map.groupBy(products, (product) => product.brand)) {
		const texts = own.map(({ sku }) => sku);
		known.set(brand, await knownSkus(knex, texts, brand));
	}
	return products.map((product) => {
		const { brand, sku } = product;
		return { ...product, sku: known.get(brand)?.get(sku) ?? newSpelling(brand, sku) };
	});
}

/** A product's SKU as the catalogue spells it, or its brand if the catalogue lacks it. */
export async function storedSku(knex: Knex, brand: Brand, sku: string): Promise<string> {
	return (await knownSku(knex, sku, brand)) ?? newSpelling(brand, sku);
}

/** The spellings under which rows can have a SKU that somebody typed: the typed ones, and that of the catalogue. */
export async function storedSpellings(knex: Knex, sku: string, brand?: Brand): Promise<string[]> {
	const known = await knownSku(knex, sku, brand);
	return [...new Set([...spellings(sku), ...(known === null ? [] : [known])])];
}

/**
 * A product's SKU as the catalogue spells it: in this spelling, else the only one that the text means (`meansSku`). Null if
 * the catalogue lacks it.
 * @param brand by default any
 */
export async function knownSku(knex: Knex, sku: string, brand?: Brand): Promise<string | null> {
	return (await knownSkus(knex, [sku], brand)).get(sku) ?? null;
}

/** As `knownSku`, by the text, without those that the catalogue lacks. */
async function knownSkus(knex: Knex, texts: readonly string[], brand?: Brand): Promise<Map<string, string>> {
	const known = new Map<string, string>();
	for (const some of chunks([...new Set(texts)], CHUNK)) {
		const spelled = new Set((await rowsSpelled(knex, some, brand)).map(({ sku }) => sku));
		for (const text of some) {
			const exact = spellings(text).find((one) => spelled.has(one));
			if (exact !== undefined) known.set(text, exact);
		}
		const open = some.filter((text) => !known.has(text));
		if (open.length === 0) continue;
		const rows = await rowsMeant(knex, open, brand);
		const folded = Map.groupBy(rows, ({ sku }) => foldSku(sku));
		for (const text of open) {
			const others = rows.filter((row) => row.sku.startsWith(openSku(row.brand, text) ?? LAST));
			const meant = [...(folded.get(foldSku(text)) ?? []), ...others].filter((row) => meansSku(row, text));
			const [only, ...more] = new Set(meant.map(({ sku }) => sku));
			if (only !== undefined && more.length === 0) known.set(text, only);
		}
	}
	return known;
}

function rowsSpelled(knex: Knex, texts: readonly string[], brand?: Brand): Promise<Row[]> {
	return knex('catalogue')
		.where({ ...(brand && { brand }) })
		.whereIn('sku', texts.flatMap(spellings))
		.select('brand', 'sku');
}

/** The products that texts can mean in another spelling, and some others. */
async function rowsMeant(knex: Knex, texts: readonly string[], brand?: Brand): Promise<Row[]> {
	const rows = knex('catalogue_words')
		.where({ ...(brand && { brand }) })
		.whereIn('word', texts.map(skuWord))
		.limit(ROWS_PER_TEXT * texts.length)
		.select('brand', 'sku', 'word');
	const folded: Row[] = await knex
		.from(rows.as('w'))
		// Words of titles are stored like those of SKUs.
		.whereRaw(`instr(${BARE_SKU}, substr(word, 2)) = 1`)
		.select('brand', 'sku');
	const starts = (brand ? [brand] : PRODUCT_BRANDS).flatMap((one) =>
		texts.flatMap((text) => {
			const start = openSku(one, text);
			return start === null ? [] : [{ brand: one, start }];
		}),
	);
	if (starts.length === 0) return folded;
	const longer = knex('catalogue').select('brand', 'sku');
	for (const { brand: own, start } of starts) {
		void longer.orWhere((one) => void one.where({ brand: own }).whereBetween('sku', [start, start + LAST]));
	}
	return [...folded, ...(await longer)];
}
