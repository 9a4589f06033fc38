import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './open.ts';
import { columnContains, columnEndsWith } from './like.ts';
import { openTestDatabase } from '../testing.ts';

let db: Database;

beforeAll(async () => {
	db = await openTestDatabase();
	const words = ['50% off', '50 % off', 'a_b', 'a-b', 'pipe|d', 'Back\\slash', 'OFF-WHITE'];
	await db.knex('promo_codes').insert(words.map((promocode) => ({ promocode, description: '' })));
});
afterAll(() => db.close());

const found = async (condition: ReturnType<typeof columnContains>) =>
	db.knex('promo_codes').where(condition).orderBy('promocode').pluck('promocode');

test('a text is found anywhere in a column, in any case', async () => {
	expect(await found(columnContains(db.knex, 'promocode', 'off'))).toEqual(['50 % off', '50% off', 'OFF-WHITE']);
});

test('wildcards and the escape character stand for themselves', async () => {
	expect(await found(columnContains(db.knex, 'promocode', '50%'))).toEqual(['50% off']);
	expect(await found(columnContains(db.knex, 'promocode', 'a_b'))).toEqual(['a_b']);
	expect(await found(columnContains(db.knex, 'promocode', 'e|d'))).toEqual(['pipe|d']);
	expect(await found(columnContains(db.knex, 'promocode', '\\s'))).toEqual(['Back\\slash']);
});

test('a text is found at the end of a column', async () => {
	expect(await found(columnEndsWith(db.knex, 'promocode', 'white'))).toEqual(['OFF-WHITE']);
});
