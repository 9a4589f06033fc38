import { EventRow, Product } from '@dropwire/db';
import type { HistoryPoint } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACTIVE_SHOES, type Fixture, openFixture, sandboxSources, storeHistories, until } from '../../testing.ts';
import type { Polling } from '../watcher.ts';
import { changesPerDay, DAY_MS, observedSince } from '../pace/habit.ts';

const HOUR = DAY_MS / 24;
const INTERVAL = 400;
const CALLS = 40;
let fixture: Fixture;
let skus: string[];
let usual: string;

beforeEach(async () => {
	fixture = await openFixture();
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([webhook!], ACTIVE_SHOES);
	skus = await fixture.sandbox.control.addProducts({ count: 8, regions: ['US'], prefix: 'PACE' });
	[usual = ''] = skus;
	await fixture.watch('MONITOR2', ...skus);
});
afterEach(() => fixture.close());

/** A time that is soon: its hour counts now, and also once it has begun. */
const soon = () => Date.now() + 5 * 60_000;
/** As if all products had been watched for 30 days, in which one was sold out for a minute each day. */
async function remember(restockAt: number): Promise<void> {
	const point = (at: number, isIn: boolean): HistoryPoint => {
		const sizes = isIn ? ['8'] : [];
		return {
			at,
			price: 100,
			full: 100,
			currency: 'USD',
			status: 'ACTIVE',
			available: isIn,
			inStock: sizes.length,
			sizes,
		};
	};
	const days = Array.from({ length: 29 }, (_, day) => restockAt - (29 - day) * DAY_MS);
	const histories = skus.map((sku) => {
		const restocks = sku === usual ? days.flatMap((at) => [point(at - 60_000, false), point(at, true)]) : [];
		const points = [point(Date.now() - 30 * DAY_MS, true), ...restocks];
		return { source: 'NIKE' as const, sku, region: 'US' as const, offer: 'NEW' as const, points };
	});
	await storeHistories(fixture.db.knex, histories);
}
/** With one product a call, whose share the test counts. */
const start = (polling: Polling) => {
	const sources = sandboxSources(fixture.sandbox.origin).map((source) => ({ ...source, batchSize: 1 }));
	return fixture.start({ polling, sources, pollIntervalMs: INTERVAL });
};
const habits = async () => {
	const rows = await Product.query(fixture.db.knex).orderBy('sku');
	return rows.flatMap(({ habit }) => (habit ? new Uint8Array(habit) : []));
};
const isPrimed = () => until('all habits are stored', async () => (await habits()).length === skus.length);

/** The share that the product gets of the next calls, and the calls in the time of a round. */
async function nextCalls(): Promise<{ share: number; perRound: number }> {
	const { control } = fixture.sandbox;
	const begunAt = performance.now();
	const { count: before } = await control.nikeRequests();
	await until('many calls were made', async () => (await control.nikeRequests()).count >= before + CALLS);
	const { last, count } = await control.nikeRequests();
	const own = last.slice(-CALLS);
	return {
		share: own.filter((query) => query.includes(usual)).length / own.length,
		perRound: ((count - before) * INTERVAL) / (performance.now() - begunAt),
	};
}

test('a product is checked more often when it usually changes, with the same number of calls', async () => {
	await remember(soon());
	await start('learned');
	await isPrimed();
	await until('it is checked more often', async () => (await nextCalls()).share > 0.6);
	// After a stall of the machine, calls that waited are made together.
	await until('with as many calls', async () => (await nextCalls()).perRound < skus.length * 1.15);
	const stored = await fixture.db
		.knex('check_batches as b')
		.join('product_batches as m', 'm.batchId', 'b.id')
		.join('products as p', 'p.id', 'm.productId')
		.select('p.sku', 'b.intervalMs', 'b.uniformMs', 'b.reason');
	expect(stored.find(({ sku }) => sku === usual)).toMatchObject({ uniformMs: INTERVAL, reason: 'learned' });
	// The others are not forgotten: no interval is longer than four uniform ones.
	for (const { intervalMs } of stored) expect(intervalMs).toBeLessThanOrEqual(4 * INTERVAL);
});

test('at other times it is checked less often', async () => {
	await remember(soon() - 12 * HOUR);
	await start('learned');
	await isPrimed();
	await until('the calls were divided', async () => (await nextCalls()).share > 1.5 / skus.length);
	expect((await nextCalls()).share).toBeLessThan(0.5);
});

test('uniform polling checks all equally often', async () => {
	await remember(soon());
	await start('uniform');
	await isPrimed();
	await nextCalls();
	expect((await nextCalls()).share).toBeLessThan(1.5 / skus.length);
});

test('a habit survives restarts, and learns nothing of the time in which the shop was not read', async () => {
	const { knex } = fixture.db;
	await remember(soon());
	const engine = await start('learned');
	await isPrimed();
	await until('it was checked', async () => (await knex('product_batches').pluck('batchId')).length === skus.length);
	const own = async () => (await habits())[skus.toSorted().indexOf(usual)] as Uint8Array;
	await fixture.sandbox.control.setProduct({ sku: usual, region: 'US', change: { levels: { '8': 'OOS' } } });
	await until('the size is gone', async () => (await EventRow.query(knex)).length === 1);
	await engine.stop();
	const before = await own();
	await knex('history_chunks').delete();
	await knex('history_series').delete();
	// As if the last check had been three hours ago.
	await knex('products').update({ checkedAt: Date.now() - 3 * HOUR });
	await knex('check_batches').update({ checkedAt: Date.now() - 3 * HOUR });
	await fixture.sandbox.control.setProduct({ sku: usual, region: 'US', change: { levels: { '8': 'HIGH' } } });
	await start('learned');
	await until('it is back', async () => (await EventRow.query(knex)).some(({ kind }) => kind === 'RESTOCK'));
	await until('the habit is stored', async () => observedSince(await own()) > observedSince(before));
	expect(observedSince(await own()) - observedSince(before)).toBeCloseTo(3 * HOUR, -5);
	expect(changesPerDay(await own(), Date.now())).toBeCloseTo(changesPerDay(before, Date.now()), 1);
});
