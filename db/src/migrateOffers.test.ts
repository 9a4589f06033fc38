import { afterEach, expect, test } from 'vitest';
import { down, up } from './migrations/0010_offers.ts';
import { EventRow, Product } from './models/index.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
afterEach(() => db.close());

test('existing products and events get their offer, and events the number of their deliveries', async () => {
	db = await openTestDatabase();
	const { knex } = db;
	await down(knex);
	const product = { source: 'NIKE', region: 'US', state: 'read', checkedAt: 1 };
	const snapshot = (category: string) => JSON.stringify({ title: 'The "category":"REFURBISHED" trap', category });
	await knex('products').insert([
		{ ...product, sku: 'NEW', snapshot: snapshot('SHOES') },
		{ ...product, sku: 'USED', snapshot: snapshot('REFURBISHED') },
		{ ...product, sku: 'GONE', snapshot: null, state: 'gone' },
	]);
	const event = { source: 'NIKE', region: 'US', kind: 'STATUS', at: 1 };
	await knex('events').insert([
		{ ...event, id: 1, sku: 'NEW', before: snapshot('SHOES'), after: snapshot('SHOES') },
		{ ...event, id: 2, sku: 'USED', before: snapshot('REFURBISHED'), after: null },
	]);
	const times = { seenAt: 1, queuedAt: 1, expiresAt: 1 };
	await knex('messages').insert({ id: 7, kind: 'EVENT', eventId: 2, body: '{}', ...times });
	const delivery = { messageId: 7, target: '…', status: 'sent', queuedAt: 1 };
	await knex('deliveries').insert([delivery, delivery]);

	await up(knex);
	expect(await Product.query(knex).orderBy('id').select('sku', 'offer')).toEqual([
		{ sku: 'NEW', offer: 'NEW' },
		{ sku: 'USED', offer: 'REFURBISHED' },
		{ sku: 'GONE', offer: 'NEW' },
	]);
	expect(await EventRow.query(knex).orderBy('id').select('sku', 'offer', 'deliveries')).toEqual([
		{ sku: 'NEW', offer: 'NEW', deliveries: 0 },
		{ sku: 'USED', offer: 'REFURBISHED', deliveries: 2 },
	]);
	await knex('products').insert({ ...product, sku: 'NEW', offer: 'REFURBISHED' });
	await expect(Product.query(knex).insert({ ...product, sku: 'NEW', offer: 'REFURBISHED' } as never)).rejects.toThrow();
});
