import { type Knex, tableByIndex } from '@dropwire/db';
import {
	CATALOGUE_LIMITS,
	type CatalogueSort,
	type Region,
	splitWords,
	wantedWords,
	wordBeginnings,
} from '@dropwire/domain';
import { conditionsOf, type EntryKey, type Filter } from '../conditions.ts';
import { cursorOf, noCursor, type Position, positionIn } from './cursor.ts';
import { inTitles, isInTitles, scoreOf, type Titles, wholeSkus, wholeTitles } from './relevance.ts';

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
/** How many entries are examined, in three steps: most searches fill a page with the first. */
const STEPS = [80, 400, 1200];
/** The words whose entries are counted; the others are compared only. */
const MAX_COUNTED = 6;
/** Above every character of a word. */
const LAST = '\u{10FFFF}';

interface Row extends EntryKey {
	words: string;
	changedOrder: number;
	releasedOrder: number;
	priceOrder?: number;
	/** How well it matches (`scoreOf`). */
	score?: number;
	/** Whether it passes the filters. */
	matches: number;
	/** The word that found it. */
	word?: string;
}

/**
 * Searches the catalogue. If few entries have one of the words, all of them are compared and put in order. If most entries
 * have every word, entries are examined in order, a bounded number of them, so that a page can be short although others
 * follow. By relevance these are whole SKUs, then entries with every word whole in the title, then those of one word in
 * the order of the words: those of titles, whole words first, then the colours'; each page is in order.
 * @throws CallError 400 for a cursor of another search
 */
export async function searchCatalogue(
	knex: Knex,
	{ q, sort = q ? 'relevance' : 'changed', cursor, ...filters }: Search,
	{ maxCompared = MAX_COMPARED, maxTitles = MAX_TITLES } = {},
): Promise<Page> {
	const wanted = wantedWords(q ?? '');
	if (q && wanted.length === 0) return { keys: [], nextCursor: null };
	const order = sort === 'relevance' && wanted.length === 0 ? 'changed' : sort;
	const search = { knex, filter: { ...filters, wanted }, order, cursor, maxTitles };
	if (wanted.length > 0) {
		const [{ word, isCommon }, whole] = await Promise.all([
			rarestWord(knex, wanted, maxCompared),
			order === 'relevance' ? wholeSkus(knex, q ?? '') : [],
		]);
		if (!isCommon) return compareAll(search, { word, whole });
		if (order === 'relevance') return byRelevance(search, { word, whole });
	}
	return walk(search, order === 'price' ? priceOrder(search) : entryOrder(search, order as 'changed' | 'released'));
}

interface Page {
	keys: EntryKey[];
	nextCursor: string | null;
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
	return walk({ ...search, cursor: isBest ? undefined : cursor }, order, best.keys);
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

function comparePositions(a: Position, b: Position): number {
	for (const [at, value] of a.entries()) {
		const other = b[at] as typeof value;
		if (value !== other) return value < other ? -1 : 1;
	}
	return 0;
}

/** An order in which entries are examined. */
interface Order {
	name: string;
	shape: readonly ('string' | 'number')[];
	/** The next rows, at most `limit`. */
	read(after: Position | null, limit: number): Promise<Row[]>;
	positionOf(row: Row): Position;
	/** Whether the entry of a row comes earlier. */
	isRepeated?(row: Row): boolean;
}

/** Examines entries in an order until a page is full. @param begun the entries with which the page begins */
async function walk({ cursor }: Searching, order: Order, begun: readonly EntryKey[] = []): Promise<Page> {
	let position = cursor === undefined ? null : positionIn(cursor, order.name, order.shape);
	if (cursor !== undefined && position === null) throw noCursor();
	const found: Row[] = [];
	const size = CATALOGUE_LIMITS.page - begun.length;
	const page = (nextCursor: string | null): Page => {
		const keys = found.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
		return { keys: [...begun, ...keys], nextCursor };
	};
	// The next page begins with the first entry.
	if (size === 0) return page(cursorOf(order.name, position ?? order.shape.map(() => '')));
	// A page that has begun with the best has cost as much as the last step.
	for (const limit of begun.length > 0 ? STEPS.slice(0, -1) : STEPS) {
		const rows = await order.read(position, limit);
		for (const row of rows) {
			if (row.matches && !order.isRepeated?.(row)) {
				if (found.length === size) break;
				found.push(row);
			}
			position = order.positionOf(row);
		}
		const last = rows.at(-1);
		const isDone = last === undefined || position === null || comparePositions(order.positionOf(last), position) === 0;
		if (!isDone) break;
		if (rows.length < limit) return page(null);
	}
	return page(position && cursorOf(order.name, position));
}

/** The order of changes, or of release dates. Both have an index of all brands, and one of each. */
function entryOrder({ knex, filter }: Searching, order: 'changed' | 'released'): Order {
	const column = `${order}Order` as const;
	const { brand, from, to } = filter;
	return {
		name: order,
		shape: ['number', 'string', 'string'],
		positionOf: (row) => [row[column], row.brand, row.sku],
		read(after, limit) {
			const index = brand === undefined ? `catalogue_${order}_index` : `catalogue_brand_${order}_index`;
			const columns = [`c.${column}`, ...(brand === undefined ? ['c.brand'] : []), 'c.sku'];
			// Named: MariaDB reads and sorts the whole table where it takes that for cheaper.
			const query = knex
				.from(tableByIndex(knex, 'catalogue', index, 'c'))
				.orderBy(columns)
				.limit(limit);
			if (brand !== undefined) void query.where('c.brand', brand);
			if (order === 'released') {
				if (from !== undefined) void query.where('c.releasedOrder', '<=', -from);
				if (to !== undefined) void query.where('c.releasedOrder', '>=', -to);
			}
			if (after) void query.where(isAfter(knex, [`c.${column}`, 'c.brand', 'c.sku'], after));
			return query.select(...columnsFor(order), matches(knex, filter));
		},
	};
}

/** The order of prices in a region. */
function priceOrder({ knex, filter }: Searching): Order {
	const columns = ['r.priceOrder', 'r.brand', 'r.sku'];
	return {
		name: 'price',
		shape: ['number', 'string', 'string'],
		positionOf: (row) => [row.priceOrder as number, row.brand, row.sku],
		read(after, limit) {
			const query = knex('catalogue_regions as r')
				.where('r.region', filter.region as Region)
				.join('catalogue as c', (on) => void on.on('c.brand', 'r.brand').on('c.sku', 'r.sku'))
				.orderBy(columns)
				.limit(limit);
			if (after) void query.where(isAfter(knex, columns, after));
			return query.select(...columnsFor('price'), matches(knex, filter));
		},
	};
}

/** The order of the words that begin with a wanted one: those of titles, then those of colours. */
function wordOrder(
	{ knex, filter }: Searching,
	{ wanted, whole, isGiven }: { wanted: string; whole: readonly EntryKey[]; isGiven: (row: Row) => boolean },
): Order {
	const score = knex.raw('? as score', [scoreOf(knex, filter.wanted, whole)]);
	const columns = ['w.word', 'w.brand', 'w.sku'];
	const starts = wordBeginnings(wanted);
	return {
		name: 'words',
		shape: ['string', 'string', 'string'],
		positionOf: (row) => [row.word as string, row.brand, row.sku],
		isRepeated: (row) =>
			isGiven(row) || row.word !== splitWords(row.words).find((word) => starts.some((start) => word.startsWith(start))),
		async read(after, limit) {
			const rows: Row[] = [];
			for (const start of starts) {
				if (rows.length === limit || (after && String(after[0]) > start + LAST)) continue;
				const query = knex('catalogue_words as w')
					.whereBetween('w.word', [start, start + LAST])
					.join('catalogue as c', (on) => void on.on('c.brand', 'w.brand').on('c.sku', 'w.sku'))
					.orderBy(columns)
					.limit(limit - rows.length);
				if (after && String(after[0]) >= start) void query.where(isAfter(knex, columns, after));
				const found: Row[] = await query.select('w.word', score, ...columnsFor('relevance'), matches(knex, filter));
				rows.push(...found);
			}
			return rows;
		},
	};
}

function columnsFor(order: CatalogueSort): string[] {
	const columns = ['c.brand', 'c.sku', 'c.words', 'c.changedOrder', 'c.releasedOrder'];
	return order === 'price' ? [...columns, 'r.priceOrder'] : columns;
}

/** Whether a row passes the filters, as a column: rows that do not are examined, too. */
function matches(knex: Knex, filter: Filter): Knex.Raw {
	const conditions = conditionsOf(knex, filter);
	if (conditions.length === 0) return knex.raw('1 as matches');
	return knex.raw(`(${conditions.map(() => '?').join(' and ')}) as matches`, conditions);
}

/** The rows behind a position. MariaDB uses an index for the first comparison only if it is separate. */
function isAfter(knex: Knex, columns: readonly string[], [first = '', second = '', third = '']: Position): Knex.Raw {
	const [a = '', b = '', c = ''] = columns;
	return knex.raw('?? >= ? and (?? > ? or (?? > ? or (?? = ? and ?? > ?)))', [
		a,
		first,
		a,
		first,
		b,
		second,
		b,
		second,
		c,
		third,
	]);
}
