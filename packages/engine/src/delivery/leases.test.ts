import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { useDeliveries } from '../testing/deliveries.ts';
import { Claims } from './claims.ts';
import { DatabaseTime } from './databaseTime.ts';
import { type Claimer, HeldLanes } from './heldLanes.ts';
import { LeaseTimers } from './leaseTimers.ts';
import { Leases } from './leases.ts';
import type { Recorder } from './recorder.ts';
import { Journals } from './replay.ts';

const deliveries = useDeliveries();
afterEach(() => void vi.restoreAllMocks());

test('the search for dead leases reads only overdue leases', async () => {
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

test('a process that was suspended with its clocks renews its leases before it sends', async () => {
	await deliveries.withWebhooks(2);
	await deliveries.publish();
	const { db, sandbox } = deliveries.fixture;
	const log = pino({ level: 'silent' });
	const time = new DatabaseTime(db);
	const leases = new Leases(db, log, 'own', new Journals(db, log, db.dataDir), time);
	const lanes = new HeldLanes();
	const claimed = await new Claims(db, sandbox.origin, 'own', time).claim(10, true);
	for (const lane of claimed.lanes) lanes.hold(lane);
	const others = { claimer: {} as Claimer, recorder: {} as Recorder };
	const timers = new LeaseTimers({ leases, lanes, time, log, ...others });

	expect(await timers.confirm()).toBe(true);
	await db.knex('webhooks').where({ id: 1 }).update({ claimedBy: 'other' });
	expect(await timers.confirm()).toBe(true);
	expect(lanes.size).toBe(2);
	const read = time.read.bind(time);
	const ahead = vi.spyOn(time, 'read').mockImplementation(async () => {
		const reading = await read();
		return { ...reading, database: reading.database + 40_000 };
	});
	expect(await timers.confirm()).toBe(true);
	expect([...lanes.all.keys()]).toEqual([2]);

	ahead.mockRejectedValue(new Error('The database is away'));
	expect(await timers.confirm()).toBe(false);
});
