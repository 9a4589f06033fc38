import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { onServer, openTestDatabase, type TestDatabase } from '../testing.ts';

// Skipped on a database server, which has one setting for all transactions.
describe.skipIf(onServer)('commits of an embedded database', () => {
	let db: TestDatabase;
	beforeEach(async () => {
		db = await openTestDatabase({ durable: true });
	});
	afterEach(() => db.close());

	/** https://www.sqlite.org/pragma.html#pragma_synchronous */
	const level = async (on = db.knex) => {
		const [row] = await on.raw<{ synchronous: number }[]>('pragma synchronous');
		return ['off', 'normal', 'full'][row?.synchronous ?? -1];
	};

	test('wait for the disk unless the transaction is not durable', async () => {
		expect(await level()).toBe('full');
		expect(await db.transaction(level)).toBe('full');
		expect(await db.transaction(level, { durable: false })).toBe('normal');
		expect(await level()).toBe('full');
		const failing = db.transaction(() => Promise.reject(new Error('failed')), { durable: false });
		await expect(failing).rejects.toThrow('failed');
		expect(await level()).toBe('full');
	});

	test.for([{ durable: true }, { durable: false }])(
		'that fail change nothing, also later ($durable)',
		async (options) => {
			const work = db.transaction(async (trx) => {
				// SQLite then checks it in the commit, and leaves the transaction open.
				await trx.raw('pragma defer_foreign_keys = on');
				await trx('fanouts').insert({ messageId: 404, lastWebhookId: 0 });
			}, options);
			await expect(work).rejects.toThrow('COMMIT; - SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
			expect(await level()).toBe('full');
			expect(await db.transaction((trx) => trx('fanouts').select())).toEqual([]);
		},
	);
});
