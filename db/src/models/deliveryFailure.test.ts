import type { DeliveryStatus } from '@dropwire/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
])('a delivery stored as %s has its failure', async (status, failure) => {
	const [id] = await db.knex('deliveries').insert({ messageId: 1, target: '…', status, queuedAt: 1 });
	expect(await failureOf(id as number)).toBe(failure);
});

test('a changed status changes the failure', async () => {
	const row = { messageId: 1, target: '…', status: 'pending', queuedAt: 1, variant: 'other' };
	const [id = 0] = await db.knex('deliveries').insert(row);
	const found: [DeliveryStatus, string][] = [];
	for (const status of ['retrying', 'failed', 'expired', 'pending', 'sent', 'failed', 'sent'] as const) {
		await db.knex('deliveries').where({ id }).update({ status });
		found.push([status, await failureOf(id)]);
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
