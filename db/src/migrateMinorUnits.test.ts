import { afterEach, expect, test } from 'vitest';
import { up } from './migrations/0030_minor_units.ts';
import { Product } from './models/index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
afterEach(() => db.close());

test('stored prices whose unit has changed are unknown until the next check, and others stay', async () => {
	db = await openTestDatabase();
	const product = { source: 'NIKE', region: 'US', state: 'read', checkedAt: 1 };
	const snapshot = (currency: string) =>
		JSON.stringify({ title: 'Costs "IDR"', price: { current: 34_990, full: 34_990, currency } });
	await db.knex('products').insert([
		{ ...product, sku: 'FORINTS', snapshot: snapshot('HUF') },
		{ ...product, sku: 'YEN', snapshot: snapshot('JPY') },
		{ ...product, sku: 'GONE', snapshot: null, state: 'gone' },
	]);
	await up(db.knex);
	const stored = await Product.query(db.knex).orderBy('id').select('snapshot');
	expect(stored.map((row) => row.snapshot)).toEqual([
		JSON.stringify({ title: 'Costs "IDR"', price: null }),
		snapshot('JPY'),
		null,
	]);
});
