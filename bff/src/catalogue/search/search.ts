import type { Knex } from '@dropwire/db';
import { CATALOGUE_LIMITS, type CatalogueSort, type Region, wantedWords, wordBeginnings } from '@dropwire/domain';
import { conditionsOf, type EntryKey, type Filter, LAST } from '../conditions.ts';
import { cursorOf, isAfter, noCursor, positionIn } from './cursor.ts';
import { entryOrder, priceOrder, wordOrder } from './orders.ts';
import { wholeSkus } from './wholeSkus.ts';
import { inTitles, isInTitles, otherSpellings, scoreOf, type Titles, wholeTitles } from './relevance.ts';
import { type Page, type Row, walk } from './walk.ts';

/** What is searched for. */
export interface Search extends Omit<Filter, 'wanted'> {
	q?: string | undefined;
	sort?: CatalogueSort | undefined;
	cursor?: string | undefined;
}

/** Entries with a word that are all compared. With more of them, entries are examined in order until a page is full. */
const MAX_COMPARED = 2000;
/** Entries of a word of titles that are compared with the other words, without reading them. */
const MAX_TITLES = 6000;
/** The words whose entries are counted; the others are compared only. */
const MAX_COUNTED = 6;

/**
 * Searches the catalogue. If few entries have one of the words, all of them are compared and put in order. If most entries
 * have every word, entries are examined in order, a bounded number of them, so that a page can be short although others
 * follow. By relevance these are whole SKUs, then entries with every word whole in the title, then those of one word in
 * the order of the words: those of titles, whole words first, then the colours'; each page is in order. The first page begins
 * with SKUs that the text is in another spelling.
 * @throws CallError 400 for a cursor of another search
 */
export async function searchCatalogue(
	knex: Knex,
	{ q, sort = q ? 'relevance' : 'changed', cursor, ...filters }: Search,
	{ maxCompared = MAX_COMPARED, maxTitles = MAX_TITLES } = {},
): Promise<Page> {
	const wanted = wantedWords(q ?? '');
	if (q && wanted.length === 0) return { keys: [], nextCursor: null };
	const [page, spellings] = await Promise.all([
		searchWords(knex, { q, sort, cursor, ...filters, wanted }, { maxCompared, maxTitles }),
		cursor === undefined ? otherSpellings(knex, q ?? '', { ...filters, wanted }) : [],
	]);
	const isFirst = sort === 'relevance' || (page.keys.length === 0 && page.nextCursor === null);
	return isFirst ? { ...page, keys: [...spellings, ...page.keys] } : page;
}

async function searchWords(
	knex: Knex,
	{ q, sort, cursor, ...filters }: Filter & Pick<Search, 'q' | 'cursor'> & { sort: CatalogueSort },
	{ maxCompared, maxTitles }: { maxCompared: number; maxTitles: number },
): Promise<Page> {
	const { wanted } = filters;
	const order = sort === 'relevance' && wanted.length === 0 ? 'changed' : sort;
	const search = { knex, filter: filters, order, cursor, maxTitles };
	if (wanted.length > 0) {
		const [{ word, isCommon }, whole] = await Promise.all([
			rarestWord(knex, wanted, maxCompared),
			order === 'relevance' ? wholeSkus(knex, q ?? '') : [],
		]);
		if (!isCommon) return compareAll(search, { word, whole });
		if (order === 'relevance') return byRelevance(search, { word, whole });
	}
	return walk(cursor, order === 'price' ? priceOrder(search) : entryOrder(search, order as 'changed' | 'released'));
}

interface Searching {
	knex: Knex;
	filter: Filter;
	order: CatalogueSort;
	cursor: string | undefined;
	maxTitles: number;
}

/** The wanted word that the fewest entries have, and whether more than `max` rows have it. */
async function rarestWord(
	knex: Knex,
	wanted: readonly string[],
	max: number,
): Promise<{ word: string; isCommon: boolean }> {
	const counted = wanted.toSorted((a, b) => b.length - a.length).slice(0, MAX_COUNTED);
	const counts = counted.map((word) => {
		const found = withWord(knex, word)
			.limit(max + 1)
			.select(knex.raw('1 as one'));
		return knex.from(found.as('found')).select(knex.raw('? as word, count(*) as count', [word]));
	});
	const rows: { word: string; count: number }[] = await knex.unionAll(counts);
	const [{ word, count }] = rows.toSorted((a, b) => a.count - b.count) as [(typeof rows)[0]];
	return { word, isCommon: count > max };
}

/** The rows of the words that begin with a wanted one. */
function withWord(knex: Knex, wanted: string) {
	return knex('catalogue_words').where((any) => {
		for (const start of wordBeginnings(wanted)) void any.orWhereBetween('word', [start, start + LAST]);
	});
}

/** Compares all entries with a word. @param whole those whose SKU is searched for */
async function compareAll(
	{ knex, filter, order, cursor }: Searching,
	{ word, whole }: { word: string; whole: readonly EntryKey[] },
): Promise<Page> {
	const query = knex
		.from(withWord(knex, word).distinct('brand', 'sku').as('w'))
		.join('catalogue as c', (on) => void on.on('c.brand', 'w.brand').on('c.sku', 'w.sku'));
	for (const condition of conditionsOf(knex, filter)) void query.where(condition);
	if (order === 'price') {
		// Not a join: planners begin one with all prices of the region.
		const price = knex('catalogue_regions as r')
			.whereRaw('r.brand = c.brand and r.sku = c.sku')
			.where('r.region', filter.region as Region);
		void query.select(price.select('r.priceOrder').as('place'));
	} else if (order === 'relevance') {
		void query.select(knex.raw('? as place', [scoreOf(knex, filter.wanted, whole)]));
	} else void query.select(`c.${order}Order as place`);
	return pageOf(query.select('c.brand', 'c.sku'), { knex, cursor, order });
}

/** A page of entries with a `place`, by that, brand and SKU. */
async function pageOf(
	entries: Knex.QueryBuilder,
	{ knex, cursor, order }: { knex: Knex; cursor: string | undefined; order: string },
): Promise<Page> {
	const after = cursor === undefined ? null : positionIn(cursor, order, ['number', 'string', 'string']);
	if (cursor !== undefined && after === null) throw noCursor();
	const columns = ['place', 'brand', 'sku'];
	const query = knex
		.from(entries.as('found'))
		.orderBy(columns)
		.limit(CATALOGUE_LIMITS.page + 1);
	if (after) void query.where(isAfter(knex, columns, after));
	const rows: (EntryKey & { place: number })[] = await query.select(columns);
	const keys = rows.slice(0, CATALOGUE_LIMITS.page);
	const last = keys.at(-1);
	const isMore = last !== undefined && rows.length > keys.length;
	return { keys, nextCursor: isMore ? cursorOf(order, [last.place, last.brand, last.sku]) : null };
}

/** Where the first part of `byRelevance` has its cursors. */
const BEST = 'best';

/** Entries by relevance if too many have every word to compare them all: the best first, then in the order of one word. */
async function byRelevance(
	search: Searching,
	{ word, whole }: { word: string; whole: readonly EntryKey[] },
): Promise<Page> {
	const { knex, filter, cursor, maxTitles } = search;
	const titles = await wholeTitles(knex, filter.wanted, maxTitles);
	const isBest = cursor === undefined || positionIn(cursor, BEST, ['number', 'string', 'string']) !== null;
	const best = isBest ? await bestPage(search, { titles, whole }) : { keys: [], nextCursor: null };
	if (best.nextCursor !== null) return best;
	const isGiven = (row: Row) =>
		whole.some(({ brand, sku }) => row.brand === brand && row.sku === sku) ||
		(titles !== null && isInTitles(titles, row));
	const order = wordOrder(search, { wanted: titles?.word ?? word, whole, isGiven });
	return walk(isBest ? undefined : cursor, order, best.keys);
}

/** The entries whose SKU is searched for, and those with all words in the title. */
async function bestPage(
	{ knex, filter, cursor, maxTitles }: Searching,
	{ titles, whole }: { titles: Titles | null; whole: readonly EntryKey[] },
): Promise<Page> {
	const sources = [
		...whole.map(({ brand, sku }) => knex.select(knex.raw('? as brand, ? as sku', [brand, sku]))),
		...(titles ? [inTitles(knex, titles, maxTitles)] : []),
	];
	const [first, ...others] = sources.map((one, index) => knex.from(one.as(`s${index}`)).select('brand', 'sku'));
	if (!first) return { keys: [], nextCursor: null };
	const query = knex
		.from(first.union(others).as('w'))
		.join('catalogue as c', (on) => void on.on('c.brand', 'w.brand').on('c.sku', 'w.sku'))
		.select('c.brand', 'c.sku', knex.raw('? as place', [scoreOf(knex, filter.wanted, whole)]));
	for (const condition of conditionsOf(knex, filter)) void query.where(condition);
	return pageOf(query, { knex, cursor, order: BEST });
}
