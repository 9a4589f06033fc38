import { databaseClock } from '@dropwire/db';
import { expect, test } from 'vitest';
import { useDeliveries } from '../testing/deliveries.ts';
import { Claims } from './claims.ts';
import { DatabaseTime } from './databaseTime.ts';

const deliveries = useDeliveries();

test('a claim reads open deliveries by their index', async () => {
	await deliveries.withWebhooks(3);
	const { db } = deliveries.fixture;
	for (let n = 1; n <= 5; n++) await deliveries.publish(String(n));
	await db.knex('deliveries').where('messageId', '<', 5).update({ status: 'sent' });
	// Statistics by which the table is tiny, and every other index is as good.
	await db.knex.raw(db.dialect === 'mysql' ? 'analyze table deliveries, webhooks' : 'analyze');

	const statements: { sql: string; bindings: readonly unknown[] }[] = [];
	db.knex.on('query', (query: { sql: string; bindings: readonly unknown[] }) => statements.push(query));
	const { lanes } = await new Claims(db, deliveries.fixture.sandbox.origin, 'worker', new DatabaseTime(db)).claim(
		3,
		true,
	);
	expect(lanes.map(({ jobs }) => jobs.length)).toEqual([1, 1, 1]);
	const reads = statements.filter(({ sql }) => sql.startsWith('select') && sql.includes('`deliveries`'));
	expect(reads).toHaveLength(2);
	for (const { sql, bindings } of reads) {
		const explain = db.dialect === 'mysql' ? 'explain format=traditional' : 'explain query plan';
		const plan = JSON.stringify(await db.knex.raw(`${explain} ${sql}`, bindings as string[]));
		expect(plan).toContain('deliveries_status_webhookid_id_notbefore_guildid_index');
	}
});

test('a claim skips paused and claimed webhooks', async () => {
	await deliveries.withWebhooks(3);
	const { db } = deliveries.fixture;
	await deliveries.publish();
	await db.knex('webhooks').where({ id: 1 }).update({ claimedBy: 'other' });
	const pausedUntil = db.knex.raw('? + 60000', [databaseClock(db)]);
	await db.knex('webhooks').where({ id: 2 }).update({ pausedUntil });
	const claims = new Claims(db, deliveries.fixture.sandbox.origin, 'worker', new DatabaseTime(db));
	const { lanes } = await claims.claim(10, true);
	expect(lanes.map(({ webhookId }) => webhookId)).toEqual([3]);

	// A pause that is longer than any began as long ago as the longest takes.
	const began = db.knex.raw('? - ?', [databaseClock(db), 601_000]);
	await db.knex('webhooks').where({ id: 2 }).update({ pausedAt: began, pausedUntil: 9_000_000_000_000_000 });
	const later = await claims.claim(10, true);
	expect(later.lanes.map(({ webhookId }) => webhookId)).toEqual([2]);
});
