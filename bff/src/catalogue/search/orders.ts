import { type Knex, tableByIndex } from '@dropwire/db';
import { type CatalogueSort, type Region, splitWords, wordBeginnings } from '@dropwire/domain';
import { conditionsOf, type EntryKey, type Filter, LAST } from '../conditions.ts';
import { isAfter } from './cursor.ts';
import { scoreOf } from './relevance.ts';
import type { Order, Row } from './walk.ts';

/** Where entries are read, and the filters that rows are marked with. */
interface Ordered {
	knex: Knex;
	filter: Filter;
}

/** The order of changes, or of release dates. Both have an index of all brands, and one of each. */
export function entryOrder({ knex, filter }: Ordered, order: 'changed' | 'released'): Order {
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
export function priceOrder({ knex, filter }: Ordered): Order {
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
export function wordOrder(
	{ knex, filter }: Ordered,
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
