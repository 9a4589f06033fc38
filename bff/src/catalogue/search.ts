import { type Knex, tableByIndex } from '@dropwire/db';
import {
	type Brand,
	CATALOGUE_LIMITS,
	type CatalogueSort,
	matchScore,
	type Region,
	splitWords,
	wantedWords,
	wordBeginnings,
} from '@dropwire/domain';
import { conditionsOf, type Filter } from './conditions.ts';
import { cursorOf, noCursor, type Position, positionIn } from './cursor.ts';

/** What is searched for. */
export interface Search extends Omit<Filter, 'wanted'> {
	q?: string | undefined;
	sort?: CatalogueSort | undefined;
	cursor?: string | undefined;
}

export interface EntryKey {
	brand: Brand;
	sku: string;
}

/** Entries with a word that are all compared. With more of them, entries are examined in order until a page is full. */
const MAX_COMPARED = 1000;
/** How many entries are examined, in three steps: most searches fill a page with the first. */
const STEPS = [80, 500, 2000];
/** The words whose entries are counted; the others are compared only. */
const MAX_COUNTED = 6;
/** Above every character of a word. */
const LAST = '\u{10FFFF}';

interface Row extends EntryKey {
	words: string;
	changedOrder: number;
	releasedOrder: number;
	priceOrder?: number;
	/** Whether it passes the filters. */
	matches: number;
	/** The word that found it. */
	word?: string;
}

/**
 * Searches the catalogue. Words that few entries have are looked up, and their entries compared and put in order. If most
 * entries have every word, entries are examined in order, a bounded number of them, so that a page can be short although
 * others follow; by relevance this order is that of the words: those of titles, whole words first, then the colours'.
 * @throws CallError 400 for a cursor of another search
 */
export async function searchCatalogue(
	knex: Knex,
	{ q, sort = q ? 'relevance' : 'changed', cursor, ...filters }: Search,
): Promise<{ keys: EntryKey[]; nextCursor: string | null }> {
	const wanted = wantedWords(q ?? '');
	if (q && wanted.length === 0) return { keys: [], nextCursor: null };
	const order = sort === 'relevance' && wanted.length === 0 ? 'changed' : sort;
	const search = { knex, filter: { ...filters, wanted }, order, q: q ?? '', cursor };
	if (wanted.length > 0) {
		const { word, isCommon } = await rarestWord(knex, wanted);
		if (!isCommon) return compareAll(search, word);
		if (order === 'relevance') return walk(search, wordOrder(search, word));
	}
	return walk(search, order === 'price' ? priceOrder(search) : entryOrder(search, order as 'changed' | 'released'));
}

interface Searching {
	knex: Knex;
	filter: Filter;
	order: CatalogueSort;
	q: string;
	cursor: string | undefined;
}

/** The wanted word that the fewest entries have, and whether more than `MAX_COMPARED` have it. */
async function rarestWord(knex: Knex, wanted: readonly string[]): Promise<{ word: string; isCommon: boolean }> {
	const counted = wanted.toSorted((a, b) => b.length - a.length).slice(0, MAX_COUNTED);
	const counts = counted.map((word) => {
		const found = withWord(knex, word)
			.limit(MAX_COMPARED + 1)
			.select(knex.raw('1 as one'));
		return knex.from(found.as('found')).select(knex.raw('? as word, count(*) as count', [word]));
	});
	const rows: { word: string; count: number }[] = await knex.unionAll(counts);
	const [{ word, count }] = rows.toSorted((a, b) => a.count - b.count) as [(typeof rows)[0]];
	return { word, isCommon: count > MAX_COMPARED };
}

/** The rows of the words that begin with a wanted one. */
function withWord(knex: Knex, wanted: string) {
	return knex('catalogue_words').where((any) => {
		for (const start of wordBeginnings(wanted)) void any.orWhereBetween('word', [start, start + LAST]);
	});
}

/** Compares all entries with a word. */
async function compareAll({ knex, filter, order, q, cursor }: Searching, word: string) {
	const query = knex
		.from(withWord(knex, word).distinct('brand', 'sku').as('w'))
		.join('catalogue as c', (on) => void on.on('c.brand', 'w.brand').on('c.sku', 'w.sku'))
		.limit(2 * MAX_COMPARED);
	for (const condition of conditionsOf(knex, filter)) void query.where(condition);
	if (order === 'price') {
		// Not a join: planners begin one with all prices of the region.
		const price = knex('catalogue_regions as r')
			.whereRaw('r.brand = c.brand and r.sku = c.sku')
			.where('r.region', filter.region as Region);
		void query.select(price.select('r.priceOrder').as('priceOrder'));
	}
	const rows: Row[] = await query.select(columnsFor('relevance'));
	const ordered = rows
		.map((row) => ({ row, position: [rankOf(row, order, filter.wanted, q), row.brand, row.sku] as const }))
		.sort((a, b) => comparePositions(a.position, b.position));
	const after = cursor === undefined ? null : positionIn(cursor, order, ['number', 'string', 'string']);
	if (cursor !== undefined && after === null) throw noCursor();
	const rest = after ? ordered.filter(({ position }) => comparePositions(position, after) > 0) : ordered;
	const page = rest.slice(0, CATALOGUE_LIMITS.page);
	const last = page.at(-1);
	return {
		keys: page.map(({ row }) => row),
		nextCursor: last && rest.length > page.length ? cursorOf(order, last.position) : null,
	};
}

function rankOf(row: Row, order: CatalogueSort, wanted: readonly string[], q: string): number {
	if (order === 'relevance') return matchScore(q, wanted, row);
	if (order === 'price') return row.priceOrder as number;
	return order === 'released' ? row.releasedOrder : row.changedOrder;
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
	/** Whether a row is one of the entry's others, too, which comes first. */
	isRepeated?(row: Row): boolean;
}

/** Examines entries in an order until a page is full. */
async function walk({ cursor }: Searching, order: Order) {
	let position = cursor === undefined ? null : positionIn(cursor, order.name, order.shape);
	if (cursor !== undefined && position === null) throw noCursor();
	const keys: EntryKey[] = [];
	for (const limit of STEPS) {
		const rows = await order.read(position, limit);
		for (const row of rows) {
			if (row.matches && !order.isRepeated?.(row)) {
				if (keys.length === CATALOGUE_LIMITS.page) break;
				keys.push(row);
			}
			position = order.positionOf(row);
		}
		const last = rows.at(-1);
		const isDone = last === undefined || position === null || comparePositions(order.positionOf(last), position) === 0;
		if (!isDone) break;
		if (rows.length < limit) return { keys, nextCursor: null };
	}
	return { keys, nextCursor: position && cursorOf(order.name, position) };
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
function wordOrder({ knex, filter }: Searching, wanted: string): Order {
	const columns = ['w.word', 'w.brand', 'w.sku'];
	const starts = wordBeginnings(wanted);
	return {
		name: 'words',
		shape: ['string', 'string', 'string'],
		positionOf: (row) => [row.word as string, row.brand, row.sku],
		isRepeated: (row) =>
			row.word !== splitWords(row.words).find((word) => starts.some((start) => word.startsWith(start))),
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
				const found: Row[] = await query.select('w.word', ...columnsFor('relevance'), matches(knex, filter));
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
