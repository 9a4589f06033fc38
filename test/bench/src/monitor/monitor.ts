import { setTimeout } from 'node:timers/promises';
import { chunks, REGIONS } from '@dropwire/domain';
import { startProgram } from '../program.ts';
import { type Aim, aimTable } from '../report/markdown.ts';
import { type BenchOptions, type Engine, ENGINES, openBenchDatabase } from '../setup.ts';
import { firstRound, INTERVAL_MS, startDeployedEngine } from './deployedEngine.ts';

/** 40 times the default of 300: 100,000 SKU-regions need 4,000 calls in 30 s. */
const CALLS_PER_MINUTE = 12_000;
const ROUNDS = 3;
const SKU_REGIONS = { full: 100_000, quick: 5000 };
/** The oldest check: intervals vary by 5 %, and checks wait for their turn and are stored every 5 s. */
const OLDEST_MS = INTERVAL_MS * 1.25 + 10_000;
const RSS_BYTES = 400e6;
const DELAY_MS = 50;

/** Calls to the feed: with a whole answer, and with "304 Not Modified". */
export interface Counts {
	whole: number;
	unchanged: number;
}

/** Watches Nike's feed, in which nothing changes, with one deployed engine. @returns lines of Markdown */
export async function monitor({ quick }: BenchOptions): Promise<string[]> {
	const skus = Math.ceil((quick ? SKU_REGIONS.quick : SKU_REGIONS.full) / REGIONS.length);
	const aims: Aim[] = [];
	for (const database of ENGINES) {
		const retailer = startProgram('monitor/feed.main.ts', {});
		try {
			const { origin } = (await retailer.line()) as { origin: string };
			aims.push(...(await measure(database, origin, skus)));
		} finally {
			retailer.stop();
		}
	}
	return [
		`${skus * REGIONS.length} SKU-regions with the default interval of ${INTERVAL_MS / 1000} s and NIKE_CALLS_PER_MINUTE=${CALLS_PER_MINUTE} (default: 300), over ${ROUNDS} rounds:`,
		'',
		...aimTable(aims),
	];
}

async function measure(database: Engine, origin: string, count: number): Promise<Aim[]> {
	const db = await openBenchDatabase(database);
	if (!db) return [];
	const skus = Array.from({ length: count }, (_, n) => `AB${String(n).padStart(4, '0')}-100`);
	for (const some of chunks(skus, 500)) {
		await db.knex('watch_entries').insert(some.map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 })));
	}
	const engine = await startDeployedEngine(db, origin, CALLS_PER_MINUTE);
	const first = await firstRound(db, engine, count * REGIONS.length);
	// The second checks fill the interval at random times.
	await setTimeout(INTERVAL_MS);
	const before = await callsTo(origin);
	await engine.figures();
	await setTimeout(ROUNDS * INTERVAL_MS);
	const { cpuMs, rssBytes, writtenBytes, delayP99, delayMax } = await engine.figures();
	const oldest = await db.knex('check_batches').min({ at: 'checkedAt' }).first();
	const oldestMs = Date.now() - Number(oldest?.['at']);
	const after = await callsTo(origin);
	await engine.stop();
	await db.close();
	const perMinute =
		(after.whole + after.unchanged - before.whole - before.unchanged) / ((ROUNDS * INTERVAL_MS) / 60_000);
	const delay = (p99: number, max: number) => ({
		database,
		aim: `${DELAY_MS} ms`,
		measured: `${p99.toFixed(1)} ms, longest ${max.toFixed(0)} ms`,
		met: p99 <= DELAY_MS,
	});
	return [
		{
			what: 'oldest check',
			database,
			aim: `${(OLDEST_MS / 1000).toFixed(0)} s`,
			measured: `${(oldestMs / 1000).toFixed(0)} s`,
			met: oldestMs <= OLDEST_MS,
		},
		{
			what: 'calls a minute',
			database,
			aim: String(CALLS_PER_MINUTE),
			measured: perMinute.toFixed(0),
			met: perMinute <= CALLS_PER_MINUTE * 1.02,
		},
		{
			what: 'memory (RSS) at most',
			database,
			aim: `${RSS_BYTES / 1e6} MB`,
			measured: `${(rssBytes / 1e6).toFixed(0)} MB; ${((cpuMs / (ROUNDS * INTERVAL_MS)) * 100).toFixed(0)} % of a core, ${(writtenBytes / ROUNDS / 1e6).toFixed(1)} MB written per round`,
			met: rssBytes <= RSS_BYTES,
		},
		{ what: "the event loop's delay, p99", ...delay(delayP99, delayMax) },
		{
			what: `the same in the first round, which stores all products in ${(first.ms / 1000).toFixed(0)} s`,
			...delay(first.delayP99, first.delayMax),
		},
	];
}

async function callsTo(origin: string): Promise<Counts> {
	return (await (await fetch(`${origin}/count`)).json()) as Counts;
}
