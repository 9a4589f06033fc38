import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { importEntries } from '@dropwire/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchCatalogue } from './search.ts';

const at = Date.now();
let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
	await importRows([
		['AA0001-001', 'Shoe', 'Air Max'],
		['AA0002-001', 'Airy Maximum', null],
		['AA0003-001', 'Air Maximum', null],
		['AA0004-001', 'Air Shoe', 'Max'],
		['AA0005-001', 'Max Air', null],
		['ZZ0001-001', 'Air Max', null],
		['ZZ0002-001', 'Air Max', 'Air'],
		['AIR-MAX', 'Shoe', null],
		['OTHER', 'Air', null],
	]);
});
afterAll(() => db.close());

const importRows = (rows: readonly (readonly [sku: string, title: string, color: string | null])[]) =>
	importEntries(
		db.knex,
		rows.map(([sku, title, color]) => ({ brand: 'NIKE', sku, title, facts: { title, color } })),
		{ at },
	);

/** The SKUs of all pages of a search. @param max the entries that are compared */
async function skusOf(q: string, max: number): Promise<string[]> {
	const skus: string[] = [];
	for (let cursor: string | undefined; ;) {
		const { keys, nextCursor } = await searchCatalogue(db.knex, { q, cursor }, { maxCompared: max, maxTitles: max });
		skus.push(...keys.map(({ sku }) => sku));
		if (nextCursor === null) return skus;
		cursor = nextCursor;
	}
}

const BY_RELEVANCE = [
	'AIR-MAX',
	'AA0005-001',
	'ZZ0001-001',
	'ZZ0002-001',
	'AA0003-001',
	'AA0002-001',
	'AA0004-001',
	'AA0001-001',
];

test.each([
	['all are compared', 100],
	['few are compared', 3],
	['one is compared', 1],
])('the order is whole SKU, words of the title, beginnings, colour when %s', async (_, max) => {
	expect(await skusOf('air max', max)).toEqual(BY_RELEVANCE);
	expect(await skusOf('airmax', max)).toEqual(['AIR-MAX']);
	expect((await skusOf('air-max', max))[0]).toBe('AIR-MAX');
	expect((await skusOf('other', max))[0]).toBe('OTHER');
});

test('a SKU is found whether or not the text and the shop write its hyphen', async () => {
	await importRows([
		['HY1234-100', 'Hyphen', null],
		['HY1234100', 'None', null],
		['HY1234 100', 'Space', null],
	]);
	const all = ['HY1234 100', 'HY1234-100', 'HY1234100'];
	for (const q of ['hy1234-100', 'HY1234100', 'hy1234 100', 'HY 1234', 'hy1234-1'])
		expect({ q, skus: (await skusOf(q, 100)).toSorted() }).toEqual({ q, skus: all });
	const { keys } = await searchCatalogue(db.knex, { q: 'hy1234-100', brand: 'ADIDAS' });
	expect(keys).toEqual([]);
});

test.each(['common', 'common thing', 'thing 1'])('pages of "%s" have every entry once', async (q) => {
	const rows = Array.from({ length: 300 }, (_, n) => {
		const title = n % 3 === 0 ? 'Common' : 'Common Thing';
		return [`PG${n}-1`, title, n % 2 === 0 ? 'Things 1' : 'Thing'] as const;
	});
	await importRows(rows);
	const all = await skusOf(q, 1000);
	expect(all.length).toBeGreaterThan(100);
	const few = await skusOf(q, 50);
	expect(few.toSorted((a, b) => a.localeCompare(b))).toEqual(all.toSorted((a, b) => a.localeCompare(b)));
});
