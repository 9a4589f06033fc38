import type { DeliveryStatus } from '@dropwire/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { down, up } from '../migrations/0028_plain_failure.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
	const at = 1_790_000_000_000;
	await db.knex('messages').insert({ id: 1, kind: 'TEST', body: '{}', seenAt: at, queuedAt: at, expiresAt: at });
});
afterAll(() => db.close());

const failureOf = async (id: number) => (await db.knex('deliveries').where({ id }).pluck('failure'))[0];

test.each<[DeliveryStatus, string]>([
	['pending', ''],
	['failed', 'failed'],
	['expired', 'expired'],
])('a delivery that is stored as %s is found by that outcome only if it is a failure', async (status, failure) => {
	const [id] = await db.knex('deliveries').insert({ messageId: 1, target: '…', status, queuedAt: 1 });
	expect(await failureOf(id as number)).toBe(failure);
});

test('whatever becomes of a delivery, lists find it by its latest outcome', async () => {
	const row = { messageId: 1, target: '…', status: 'pending', queuedAt: 1, variant: 'other' };
	const [id] = await db.knex('deliveries').insert(row);
	const found: [DeliveryStatus, string][] = [];
	for (const status of ['retrying', 'failed', 'expired', 'pending', 'sent', 'failed', 'sent'] as const) {
		await db.knex('deliveries').where({ id }).update({ status });
		found.push([status, await failureOf(id as number)]);
	}
	expect(found).toEqual([
		['retrying', ''],
		['failed', 'failed'],
		['expired', 'expired'],
		['pending', ''],
		['sent', ''],
		['failed', 'failed'],
		['sent', ''],
	]);
});

test('deliveries from before the column was a plain one keep their outcomes', async () => {
	await db.knex('deliveries').delete();
	await down(db.knex);
	for (const status of ['sent', 'failed', 'expired']) {
		await db.knex('deliveries').insert({ messageId: 1, target: '…', status, queuedAt: 1, variant: status });
	}
	await up(db.knex);
	const rows = await db.knex('deliveries').orderBy('id').select('status', 'failure');
	expect(rows.map(({ status, failure }) => `${status}: ${failure}`)).toEqual([
		'sent: ',
		'failed: failed',
		'expired: expired',
	]);
});
