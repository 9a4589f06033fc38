import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DatabaseTime } from './databaseTime.ts';
import { Journals } from './journal.ts';
import { Leases } from './leases.ts';
import { useDeliveries } from './testing.ts';

const deliveries = useDeliveries();

test('the search for leases of dead processes reads only these, and none of the webhooks that are free or held', async () => {
	await deliveries.withWebhooks(300);
	const { db } = deliveries.fixture;
	const log = pino({ level: 'silent' });
	const held = { claimedBy: 'other', leaseUntil: Date.now() + 9000 };
	await db.knex('webhooks').where('id', '>', 200).update(held);
	await db.knex('webhooks').whereIn('id', [1, 2]).update({ claimedBy: 'dead', leaseUntil: 1 });
	await db.knex.raw(db.dialect === 'mysql' ? 'analyze table webhooks' : 'analyze');

	const statements: { sql: string; bindings: readonly unknown[] }[] = [];
	db.knex.on('query', (query: { sql: string; bindings: readonly unknown[] }) => statements.push(query));
	expect(
		await new Leases(db, log, 'own', new Journals(db, log, db.dataDir), new DatabaseTime(db)).freeDead(new Map()),
	).toBe(2);
	expect(await db.knex('webhooks').whereNotNull('claimedBy').count({ count: '*' })).toEqual([{ count: 100 }]);
	const search = statements.find(({ sql }) => sql.startsWith('select') && sql.includes('`webhooks`'));
	const explain = db.dialect === 'mysql' ? 'explain format=traditional' : 'explain query plan';
	const plan = JSON.stringify(await db.knex.raw(`${explain} ${search?.sql}`, search?.bindings as string[]));
	expect(plan).toContain('webhooks_leaseuntil_index');
	expect(plan).not.toContain('SCAN');
});
