import type { Knex } from '@dropwire/db';
import { foldSku, skuWord, titleWord } from '@dropwire/domain';
import { conditionsOf, type EntryKey, type Filter, LAST } from '../conditions.ts';

/** Words that are looked up in titles. */
const MAX_WORDS = 6;
/** The entries with one word that are compared with a SKU, and those that are found so. */
const MAX_ROWS = 1000;
const MAX_SKUS = 20;

/**
 * How well an entry `c` that matches does so, less is better: a whole SKU, whole words of the title, beginnings of those, words
 * of the colour.
 */
export function scoreOf(knex: Knex, wanted: readonly string[], whole: readonly EntryKey[]): Knex.Raw {
	const words = wanted.flatMap((word) => [` ${titleWord(word)} `, ` ${titleWord(word)}`]);
	const each = 'case when instr(c.words, ?) > 0 then 1 when instr(c.words, ?) > 0 then 2 else 3 end';
	const sum = wanted.map(() => each).join(' + ');
	if (whole.length === 0) return knex.raw(sum, words);
	const skus = whole.map(({ sku }) => sku);
	return knex.raw(`case when c.sku in (${skus.map(() => '?').join(', ')}) then 0 else ${sum} end`, [...skus, ...words]);
}

/**
 * The entries that a text does not find by its words, because their SKU has fewer separators: `CK9246101` for `ck9246-10`.
 * None for text without a digit.
 */
export async function otherSpellings(knex: Knex, text: string, filter: Filter): Promise<EntryKey[]> {
	const { wanted } = filter;
	const sku = foldSku(text);
	if (wanted.length < 2 || !/\p{N}/u.test(sku)) return [];
	const start = skuWord(sku);
	const begun = knex('catalogue_words')
		.whereBetween('word', [start, start + LAST])
		.limit(MAX_ROWS)
		.select('brand', 'sku');
	const words = conditionsOf(knex, { wanted });
	const query = knex
		.from(begun.as('w'))
		.join('catalogue as c', (on) => void on.on('c.brand', 'w.brand').on('c.sku', 'w.sku'))
		.whereRaw('upper(c.sku) like ?', [`${Array.from(sku.toUpperCase()).join('%')}%`])
		.where(knex.raw(`not (${words.map(() => '?').join(' and ')})`, words))
		.orderBy(['c.sku', 'c.brand'])
		.limit(MAX_SKUS);
	for (const condition of conditionsOf(knex, { ...filter, wanted: [] })) void query.where(condition);
	const rows: EntryKey[] = await query.distinct('c.brand', 'c.sku');
	return rows.filter((row) => foldSku(row.sku).startsWith(sku));
}

/** The entries of which every wanted word is a whole word of the title, as far as one word's first entries are examined. */
export interface Titles {
	/** The word whose entries are examined: of the wanted ones that which the fewest titles have. */
	word: string;
	others: readonly string[];
	/** The last entry that is examined; null if all are. */
	end: EntryKey | null;
}

/** @param max the entries that are examined */
export async function wholeTitles(knex: Knex, wanted: readonly string[], max: number): Promise<Titles | null> {
	if (wanted.length < 2 || wanted.length > MAX_WORDS) return null;
	const counts = wanted.map((word) => {
		const first = withTitleWord(knex, word)
			.orderBy(['o.brand', 'o.sku'])
			.limit(max + 1)
			.select('o.brand');
		return knex
			.from(first.as('first'))
			.select(knex.raw('? as word, count(*) as count, coalesce(min(brand), ?) as brand', [word, '']));
	});
	const rows: { word: string; count: number; brand: string }[] = await knex.unionAll(counts);
	if (rows.some(({ count }) => count === 0)) return null;
	// Of words that many brands have and one that a later brand has, the latter's entries have both.
	rows.sort((a, b) => a.count - b.count || (a.brand < b.brand ? 1 : -1));
	const [{ word, count }] = rows as [(typeof rows)[0]];
	const others = wanted.filter((one) => one !== word);
	return { word, others, end: count > max ? await entryAt(knex, word, max - 1) : null };
}

/** The keys of the entries of titles. @param max as of `wholeTitles` */
export function inTitles(knex: Knex, { word, others }: Titles, max: number): Knex.QueryBuilder {
	const keys = knex
		.from(withTitleWord(knex, word).orderBy(['brand', 'sku']).limit(max).select('brand', 'sku').as('t'))
		.select('t.brand', 't.sku');
	for (const other of others) {
		const same = withTitleWord(knex, other).whereRaw('o.brand = t.brand and o.sku = t.sku');
		void keys.whereExists(same.select(knex.raw('1')));
	}
	return keys;
}

/** Whether an entry is one of `inTitles`. */
export function isInTitles({ word, others, end }: Titles, entry: EntryKey & { words: string }): boolean {
	if (end !== null && compareKeys(entry, end) > 0) return false;
	return [word, ...others].every((one) => entry.words.includes(` ${titleWord(one)} `));
}

function withTitleWord(knex: Knex, word: string) {
	return knex('catalogue_words as o').where('o.word', titleWord(word));
}

async function entryAt(knex: Knex, word: string, offset: number): Promise<EntryKey | null> {
	const [entry]: EntryKey[] = await withTitleWord(knex, word)
		.orderBy(['o.brand', 'o.sku'])
		.offset(offset)
		.limit(1)
		.select('o.brand', 'o.sku');
	return entry ?? null;
}

function compareKeys(a: EntryKey, b: EntryKey): number {
	if (a.brand !== b.brand) return a.brand < b.brand ? -1 : 1;
	return a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : 0;
}
