import { setTimeout } from 'node:timers/promises';
import { chunks } from '@dropwire/domain';
import { startEngine } from '@dropwire/engine';
import { sandboxSources, until } from '@dropwire/engine/testing';
import { startProgram } from './program.ts';
import { type Aim, aimTable, table } from './report/markdown.ts';
import { median } from './report/statistics.ts';
import { type BenchOptions, log, openBenchDatabase, subscribeAll } from './setup.ts';

const SKUS = 5000;
/** The defaults: an interval of 30 s, and Nike's budget. */
const INTERVAL_MS = 30_000;
const CALLS_PER_MINUTE = 300;
const BATCH = 25;
/** One round takes 40 s: as many calls as there are batches in one region, within the budget. */
const ROUND_MS = (SKUS / BATCH) * (60_000 / CALLS_PER_MINUTE);
/** Changes of products of the regular lane and of one in the priority lane. */
const CHANGES = 30;
const HOT_CHANGES = 5;
const EVERY_MS = ROUND_MS / CHANGES;
const LAUNCH_IN_MS = 9 * 60_000;

/** Measures how long a change waits for its check when all SKUs are watched in one region only, with the real budget. */
export async function waits({ quick }: BenchOptions): Promise<string[]> {
	const count = quick ? SKUS / 10 : SKUS;
	const retailer = startProgram('monitor/nikeFeed.main.ts', { ETAGS: 'on' });
	const db = await openBenchDatabase('SQLite');
	if (!db) throw new Error('There is no database');
	const { origin } = (await retailer.line()) as { origin: string };
	const skus = Array.from({ length: count }, (_, n) => `AB${String(n).padStart(4, '0')}-100`);
	const [hot = '', ...others] = skus;
	const launch = new Date(Date.now() + LAUNCH_IN_MS).toISOString();
	const changedAt: { sku: string; at: number }[] = [];
	const change = async (sku: string) => {
		await fetch(`${origin}/set?sku=${sku}&price=${100 + changedAt.length}${sku === hot ? `&launch=${launch}` : ''}`);
		changedAt.push({ sku, at: Date.now() });
	};
	await change(hot);
	changedAt.length = 0;
	for (const some of chunks(skus, 500)) {
		await db.knex('watch_entries').insert(some.map((sku) => ({ list: 'MONITOR4', sku, skuHash: sku, createdAt: 1 })));
	}
	await subscribeAll(db, [{ id: '1'.repeat(18), token: 'token', url: 'http://127.0.0.1:1/api/webhooks/1/token' }]);
	const engine = await startEngine({
		db,
		log,
		dataDir: db.dataDir,
		discordUrl: 'http://127.0.0.1:1',
		discordRequestsPerSecond: 50,
		sources: sandboxSources(origin, CALLS_PER_MINUTE),
		pollIntervalMs: INTERVAL_MS,
		retentionDays: 30,
		auditDays: 365,
	});
	const counted = async (table: string) => Number((await db.knex(table).count({ count: '*' }).first())?.['count']);
	await until('all have a baseline', async () => (await counted('products')) === count, 2 * ROUND_MS);
	// The second checks fill the interval at random times.
	await setTimeout(quick ? 5000 : ROUND_MS);
	const before = await callsOf(origin);
	const startedAt = Date.now();
	for (let n = 0; n < CHANGES; n++) {
		await change(others[(n * 7 * 43) % others.length] as string);
		if (n % (CHANGES / HOT_CHANGES) === 0) await change(hot);
		await setTimeout(EVERY_MS);
	}
	await until('every change is an event', async () => (await counted('events')) === changedAt.length, 3 * ROUND_MS);
	const perMinute = ((await callsOf(origin)) - before) / ((Date.now() - startedAt) / 60_000);
	const events: { sku: string; at: number }[] = await db.knex('events').orderBy('id').select('sku', 'at');
	await engine.stop();
	await db.close();
	retailer.stop();

	const waited = (own: boolean) =>
		changedAt.flatMap(({ sku, at }) => {
			if ((sku === hot) !== own) return [];
			return (events.find((event) => event.sku === sku && event.at >= at)?.at ?? Number.NaN) - at;
		});
	return report(count, waited(false), waited(true), perMinute);
}

async function callsOf(origin: string): Promise<number> {
	const { whole, unchanged } = (await (await fetch(`${origin}/count`)).json()) as Record<'whole' | 'unchanged', number>;
	return whole + unchanged;
}

function report(count: number, regular: readonly number[], hot: readonly number[], perMinute: number): string[] {
	const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
	const row = (what: string, times: readonly number[]) => [
		what,
		String(times.length),
		seconds(median(times)),
		seconds(Math.max(...times)),
	];
	const aims: Aim[] = [
		{
			what: 'longest wait: one interval and the time of one round',
			aim: `≤ ${seconds(INTERVAL_MS + ROUND_MS)}`,
			measured: seconds(Math.max(...regular)),
			met: Math.max(...regular) <= INTERVAL_MS + ROUND_MS,
		},
		{
			what: 'longest wait of a product in the priority lane: a fifth of that',
			aim: `≤ ${seconds((INTERVAL_MS + ROUND_MS) / 5)}`,
			measured: seconds(Math.max(...hot)),
			met: Math.max(...hot) <= (INTERVAL_MS + ROUND_MS) / 5,
		},
		{
			what: 'calls a minute',
			aim: `≤ ${CALLS_PER_MINUTE}`,
			measured: perMinute.toFixed(0),
			met: perMinute <= CALLS_PER_MINUTE,
		},
	].map((aim) => ({ ...aim, database: 'SQLite' }));
	return [
		`${count} SKUs of Nike, subscriptions in the US only, an interval of 30 s and ${CALLS_PER_MINUTE} calls a minute. From a change at`,
		'the shop to the answer that shows it. When every SKU was checked in all 16 regions, one change waited 474 s (2026-11-21).',
		'',
		...table(
			['product', 'changes', 'median', 'longest'],
			[row('of a list', regular), row('launches within 10 minutes', hot)],
		),
		'',
		...aimTable(aims),
	];
}
