import { setTimeout } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import { chunks, REGIONS } from '@dropwire/domain';
import { startProgram } from '../program.ts';
import { aimTable } from '../report/markdown.ts';
import { type BenchOptions, type Engine, openBenchDatabase } from '../setup.ts';
import { allSources } from './allSources.ts';
import { firstRound, INTERVAL_MS, startDeployedEngine } from './deployedEngine.ts';
import { parseCost } from './parseCost.ts';

/** Watched SKU-regions; `BENCH_SKU_REGIONS` limits the measurement to one number. */
const COUNTS = process.env['BENCH_SKU_REGIONS'] ? [Number(process.env['BENCH_SKU_REGIONS'])] : [5000, 40_000, 100_000];
/** 40 times the default of 300: 100,000 SKU-regions need 4,000 calls in 30 s. */
const CALLS_PER_MINUTE = 12_000;
const ROUNDS = 3;

/** What one engine process needed, over three rounds in which nothing changed. */
interface MonitorFigures {
	/** Until every product had its baseline. */
	firstRoundMs: number;
	/** Until then. */
	firstStallMs: number;
	/** Of one core. */
	cpuShare: number;
	rssBytes: number;
	/** Per round. */
	writtenBytes: number;
	longestStallMs: number;
	/** The age of the oldest stored check at the end. Checks are stored every 5 s. */
	oldestCheckMs: number;
	/** Per round. */
	calls: { whole: number; unchanged: number };
}

/** Measures watching: Nike's feed alone, all sources at once, and what reading costs. */
export async function monitor(options: BenchOptions): Promise<string[]> {
	const all = await allSources(options);
	const cost = await parseCost(options);
	return [
		'All sources at once, with the default interval of 30 s, pages of 60 kB and a new engine process for each database. Nothing',
		'changes. NIKE_CALLS_PER_MINUTE=12000 and SHOP_CALLS_PER_MINUTE=1200 (defaults: 300 and 60), so that a round is short enough',
		'to be measured:',
		'',
		...aimTable([...all.aims, ...cost.aims]),
		...all.details,
		'',
		"What one check costs, with new products each time; of Nike's feed, a batch of 25 with recorded threads:",
		'',
		...cost.details,
		'',
		...(await nikeAlone(options)),
	];
}

async function nikeAlone({ quick }: BenchOptions): Promise<string[]> {
	const counts = quick ? COUNTS.slice(0, 1) : COUNTS;
	const lines = [
		"Nike's feed alone:",
		'',
		`Watching with the default interval of 30 s and NIKE_CALLS_PER_MINUTE=${CALLS_PER_MINUTE} (default: 300, enough for`,
		'3,750 SKU-regions in 30 s). Nothing changes. Each row is an engine process of its own after three rounds, against a',
		'retailer process that does nothing else and sends about 4 kB a product. Bytes written: of the process on SQLite, of',
		'InnoDB (log, pages and doublewrite buffer) on MariaDB.',
		'',
		'| database | SKU-regions | ETags | calls per round (whole + unchanged) | share of one core | memory | written per round | longest stall | oldest check | first round: duration, longest stall |',
		'|---|---|---|---|---|---|---|---|---|---|',
	];
	for (const database of ['SQLite', 'MariaDB'] as const) {
		for (const etags of ['on', 'off'] as const) {
			for (const count of counts) lines.push(await measure(database, etags, count));
		}
	}
	return lines;
}

async function measure(database: Engine, etags: 'on' | 'off', count: number): Promise<string> {
	const retailer = startProgram('monitor/nikeFeed.main.ts', { ETAGS: etags });
	try {
		const { origin } = (await retailer.line()) as { origin: string };
		const skus = Math.ceil(count / REGIONS.length);
		return row(database, etags, skus * REGIONS.length, await measureEngine(database, origin, skus));
	} finally {
		retailer.stop();
	}
}

/** Runs an engine until it knows every product, and then for three rounds. */
async function measureEngine(database: Engine, origin: string, count: number): Promise<MonitorFigures> {
	const db = await openBenchDatabase(database);
	if (!db) throw new Error(`${database} does not respond`);
	const skus = Array.from({ length: count }, (_, n) => `AB${String(n).padStart(4, '0')}-100`);
	for (const some of chunks(skus, 500)) {
		await db.knex('watch_entries').insert(some.map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 })));
	}
	const budgets = { nike: CALLS_PER_MINUTE, shops: CALLS_PER_MINUTE };
	const engine = await startDeployedEngine(db, { origin, hosts: [], budgets });
	const first = await firstRound(db, engine, count * REGIONS.length);
	// The second checks fill the interval at random times.
	await setTimeout(INTERVAL_MS);
	const before = { written: await innodbWritten(db), calls: await callsTo(origin) };
	await engine.figures();
	await setTimeout(ROUNDS * INTERVAL_MS);
	const { cpuMs, rssBytes, writtenBytes, delayMax } = await engine.figures();
	const oldest = await db.knex('check_batches').min({ at: 'checkedAt' }).first();
	const oldestCheckMs = Date.now() - Number(oldest?.['at']);
	const [written, calls] = [await innodbWritten(db), await callsTo(origin)];
	await engine.stop();
	await db.close();
	return {
		firstRoundMs: first.ms,
		firstStallMs: first.delayMax,
		cpuShare: cpuMs / (ROUNDS * INTERVAL_MS),
		rssBytes,
		writtenBytes: (written === null ? writtenBytes : written - (before.written ?? 0)) / ROUNDS,
		longestStallMs: delayMax,
		oldestCheckMs,
		calls: {
			whole: (calls.whole - before.calls.whole) / ROUNDS,
			unchanged: (calls.unchanged - before.calls.unchanged) / ROUNDS,
		},
	};
}

/** Bytes that InnoDB has written; null for the embedded database, which the process writes itself. */
async function innodbWritten({ knex, dialect }: Database): Promise<number | null> {
	if (dialect !== 'mysql') return null;
	const [[row]] = (await knex.raw("show global status like 'Innodb_data_written'")) as [{ Value: string }[]];
	return Number(row?.Value);
}

async function callsTo(origin: string): Promise<{ whole: number; unchanged: number }> {
	return (await (await fetch(`${origin}/count`)).json()) as { whole: number; unchanged: number };
}

function row(database: Engine, etags: 'on' | 'off', count: number, figures: MonitorFigures): string {
	const ms = (value: number) => `${value.toFixed(0)} ms`;
	const seconds = (value: number) => `${(value / 1000).toFixed(0)} s`;
	const megabytes = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
	const cells = [
		database,
		count,
		etags,
		`${figures.calls.whole.toFixed(0)} + ${figures.calls.unchanged.toFixed(0)}`,
		`${(figures.cpuShare * 100).toFixed(1)} %`,
		megabytes(figures.rssBytes),
		megabytes(figures.writtenBytes),
		ms(figures.longestStallMs),
		seconds(figures.oldestCheckMs),
		`${seconds(figures.firstRoundMs)}, ${ms(figures.firstStallMs)}`,
	];
	return `| ${cells.join(' | ')} |`;
}
