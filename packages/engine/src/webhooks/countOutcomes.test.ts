import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countOutcomes } from './countOutcomes.ts';

const MINUTE = 60_000;
const start = 30_000_000 * MINUTE;

let db: TestDatabase;
beforeEach(async () => {
	db = await openTestDatabase();
	vi.useFakeTimers({ toFake: ['Date'], now: start + 1 });
});
afterEach(async () => {
	vi.useRealTimers();
	await db.close();
});

const stored = () => db.knex('outcome_minutes').orderBy('minute').orderBy('writer');

test('outcomes are summed per minute and process', async () => {
	await countOutcomes(db.knex, { sent: 2, failed: 1 }, 'one');
	vi.setSystemTime(start + MINUTE - 1);
	await countOutcomes(db.knex, { sent: 3, expired: 4 }, 'one');
	await countOutcomes(db.knex, { sent: 5, edited: 7 }, 'two');
	vi.setSystemTime(start + MINUTE);
	await countOutcomes(db.knex, { failed: 6 }, 'one');
	expect(await stored()).toEqual([
		{ minute: start, writer: 'one', sent: 5, edited: 0, failed: 1, expired: 4 },
		{ minute: start, writer: 'two', sent: 5, edited: 7, failed: 0, expired: 0 },
		{ minute: start + MINUTE, writer: 'one', sent: 0, edited: 0, failed: 6, expired: 0 },
	]);
});

test('counts without a writer have separate rows', async () => {
	await db.transaction(async (trx) => {
		await countOutcomes(trx, { failed: 1 });
		await countOutcomes(trx, { failed: 2 });
	});
	expect(new Set((await stored()).map(({ failed }) => failed))).toEqual(new Set([1, 2]));
});

test('empty counts and failed transactions store no row', async () => {
	await countOutcomes(db.knex, { sent: 0 }, 'one');
	const failing = db.transaction(async (trx) => {
		await countOutcomes(trx, { sent: 1 }, 'one');
		throw new Error('rolled back');
	});
	await expect(failing).rejects.toThrow('rolled back');
	expect(await stored()).toEqual([]);
});
