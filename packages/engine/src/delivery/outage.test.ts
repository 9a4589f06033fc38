import { PassThrough } from 'node:stream';
import { Delivery } from '@dropwire/db';
import { onServer, openThroughProxy } from '@dropwire/db/testing';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';

const deliveries = useDeliveries();
afterEach(() => void vi.restoreAllMocks());

test('a slow database delays messages without losing any', async () => {
	await deliveries.withWebhooks(20);
	const { db, sandbox, start } = deliveries.fixture;
	const now = performance.now.bind(performance);
	let waitedMs = 0;
	vi.spyOn(performance, 'now').mockImplementation(() => now() + waitedMs);
	await deliveries.publish();
	db.knex.on('query', () => (waitedMs += 2000));
	await start();
	await deliveries.settled(20);
	expect((await sandbox.control.stats()).stored).toBe(20);
});

/** The embedded database has no connection that could fail. */
test.runIf(onServer).each([
	['refuses connections', 'cut', 3],
	['hangs', 'hang', 1],
] as const)(
	'the database %s for longer than a lease in the middle of a fan-out: nothing is lost, nothing is sent twice',
	async (_, how, engineCount) => {
		const webhooks = await deliveries.withWebhooks(200);
		const { db, sandbox } = deliveries.fixture;
		const away = await openThroughProxy(db.url);
		const lines: string[] = [];
		try {
			await sandbox.control.failDiscord({ times: 'forever', fault: { answerAfterMs: 50 } });
			for (let n = 0; n < engineCount; n++) {
				const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
				await deliveries.fixture.start({ db: away.db, log, retryPause: () => 200, discordRequestsPerSecond: 100 });
			}
			await deliveries.publish();
			await until('some of it arrived', async () => (await sandbox.control.stats()).stored >= 40);
			away.proxy[how]();
			await new Promise((resolve) => setTimeout(resolve, 12_000));
			away.proxy.heal();
			await until(
				'every delivery is sent',
				async () => (await Delivery.query(db.knex).where({ status: 'sent' }).resultSize()) === 200,
				40_000,
			);
			const { stored } = await sandbox.control.stats();
			expect({ stored, lost: webhooks.length - 200 }).toEqual({ stored: 200, lost: 0 });
			const about = (text: string) => lines.filter((line) => line.includes(text));
			expect(about('the database is not available: ')).toHaveLength(engineCount);
			expect(about('"level":50')).toHaveLength(engineCount);
		} finally {
			await deliveries.fixture.stopEngines();
			await away.close();
		}
	},
);

test.runIf(onServer)(
	'the database is away for a moment while an engine stops: what Discord answered is read from its journal, and nothing is sent twice',
	async () => {
		await deliveries.withWebhooks(30);
		const { db, sandbox, start } = deliveries.fixture;
		const away = await openThroughProxy(db.url);
		try {
			await sandbox.control.failDiscord({ times: 30, fault: { answerAfterMs: 1500 } });
			const records = new PassThrough();
			let failures = 0;
			records.on('data', (line: Buffer) => {
				if (String(line).includes('recording deliveries failed')) failures++;
			});
			const stopping = await start({ db: away.db, log: pino({ level: 'debug' }, records) });
			await deliveries.publish();
			await until('Discord has all messages', async () => (await sandbox.control.stats()).stored === 30);
			// It reads the journals at its start, before the first answer.
			await start();
			away.proxy.cut();
			const stopped = stopping.stop();
			await until('its last attempt to record them failed', () => failures >= 3);
			away.proxy.heal();
			await stopped;
			await db.knex('webhooks').whereNotNull('claimedBy').update({ leaseUntil: 1 });
			await deliveries.settled(30);
			expect((await sandbox.control.stats()).stored).toBe(30);
			expect(await Delivery.query(db.knex).where({ status: 'sent', attempts: 1 }).resultSize()).toBe(30);
		} finally {
			await deliveries.fixture.stopEngines();
			await away.close();
		}
	},
);

test.runIf(!onServer)(
	'the embedded database cannot be written in the middle of a fan-out, as on a full disk: nothing is lost, nothing is sent twice',
	async () => {
		await deliveries.withWebhooks(200);
		const { db, sandbox, start } = deliveries.fixture;
		await sandbox.control.failDiscord({ times: 'forever', fault: { answerAfterMs: 50 } });
		await start({ discordRequestsPerSecond: 100 });
		await deliveries.publish();
		await until('some of it arrived', async () => (await sandbox.control.stats()).stored >= 40);
		// The engine's own connection: reads work, and every write fails.
		await db.knex.raw('pragma query_only=1');
		await expect(deliveries.publish('Refused')).rejects.toThrow(/SQLITE_/);
		await until('what was on its way arrived', async () => {
			const before = await sandbox.control.stats();
			// No event shows that nothing more is sent; in this time, 100 other messages would have been.
			await new Promise((resolve) => setTimeout(resolve, 1000));
			return (await sandbox.control.stats()).stored === before.stored;
		});
		expect((await sandbox.control.stats()).stored).toBeLessThan(200);
		await db.knex.raw('pragma query_only=0');
		await until(
			'every delivery is sent',
			async () => (await Delivery.query(db.knex).where({ status: 'sent' }).resultSize()) === 200,
		);
		expect((await sandbox.control.stats()).stored).toBe(200);
		expect(new Set(await deliveries.titles())).toEqual(new Set(['Vomero']));
	},
);
