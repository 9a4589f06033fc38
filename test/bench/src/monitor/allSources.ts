import { setTimeout } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import { REGIONS } from '@dropwire/domain';
import { startProgram } from '../program.ts';
import { type Aim, table } from '../report/markdown.ts';
import { type BenchOptions, type Engine, ENGINES, openBenchDatabase } from '../setup.ts';
import { firstRound, INTERVAL_MS, startDeployedEngine } from './deployedEngine.ts';
import { type LeanShops, watchAll } from './leanShops.ts';
import type { Counts } from './nikeFeed.ts';
import { scaled, type Stock } from './spread.ts';

/** As much as the numbers of products need for rounds of two minutes. */
const BUDGETS = { nike: 12_000, shops: 1200 };
/** The size of a page of a shop, bytes. */
const PAGE_BYTES = 60_000;
const AIM = { rssBytes: 400e6, delayMs: 50 };
/** The age of the oldest check, of a round: checks vary by 5 %, and wait for their turn. */
const LATE = 1.25;
/** How late checks are stored and added up, ms. */
const STORED_MS = 10_000;
/** How exactly the budget is kept over the measured time. */
const ABOVE_BUDGET = 1.02;

/** What the console shows of a source at the end. */
interface SourceFigures {
	source: string;
	watched: number;
	blocked: number;
	/** How long a round takes within the budget. */
	roundMs: number;
	oldestMs: number;
}

/** What one engine process needed while nothing changed, over one round of the slowest source. */
interface WatchFigures {
	skuRegions: number;
	ms: number;
	delayP99: number;
	delayMax: number;
	/** Until every product had its baseline. */
	first: { ms: number; delayP99: number; delayMax: number };
	rssBytes: number;
	/** Of one core, in all threads. */
	cpuShare: number;
	sources: SourceFigures[];
	requests: ({ shop: string } & Counts)[];
}

/** Measures watching 100,000 SKU-regions of all sources at once. @returns aims, and a table by source */
export async function allSources({ quick }: BenchOptions): Promise<{ aims: Aim[]; details: string[] }> {
	const aims: Aim[] = [];
	const details: string[] = [];
	const stocks = scaled(quick ? 0.1 : 1);
	for (const database of ENGINES) {
		const retailers = startProgram('monitor/leanShops.main.ts', {
			STOCKS: JSON.stringify(stocks),
			PAGE_BYTES: String(PAGE_BYTES),
		});
		try {
			const shops = (await retailers.line()) as LeanShops;
			const figures = await measure(database, shops, stocks);
			const hosts = Object.fromEntries(Object.entries(shops.hosts).map(([kind, { length }]) => [kind, length]));
			aims.push(...aimsOf(database, figures, hosts));
			details.push('', `By source, on ${database}:`, '', ...bySource(figures, hosts));
		} finally {
			retailers.stop();
		}
	}
	return { aims, details };
}

async function measure(database: Engine, shops: LeanShops, stocks: readonly Stock[]): Promise<WatchFigures> {
	const db = await openBenchDatabase(database);
	if (!db) throw new Error(`${database} does not respond`);
	await watchAll(db, shops, stocks);
	const { origin } = shops;
	const engine = await startDeployedEngine(db, { origin, hosts: Object.values(shops.hosts).flat(), budgets: BUDGETS });
	const skuRegions = stocks.reduce((sum, { list, skus }) => sum + skus * (list === 'MONITOR1' ? REGIONS.length : 1), 0);
	const first = await firstRound(db, engine, skuRegions);
	const longestRound = Math.max(INTERVAL_MS, ...(await readSources(db)).map(({ roundMs }) => roundMs));
	// The second checks fill the round at random times.
	await setTimeout(longestRound);
	const before = await countsOf(origin);
	await engine.figures();
	const startedAt = performance.now();
	await setTimeout(longestRound);
	const { cpuMs, ...measured } = await engine.figures();
	const ms = performance.now() - startedAt;
	const after = await countsOf(origin);
	const sources = await readSources(db);
	await engine.stop();
	await db.close();
	return {
		...measured,
		skuRegions,
		ms,
		first,
		cpuShare: cpuMs / ms,
		sources,
		requests: Object.entries(after).map(([shop, { whole, unchanged, bytes }]) => ({
			shop,
			whole: whole - (before[shop]?.whole ?? 0),
			unchanged: unchanged - (before[shop]?.unchanged ?? 0),
			bytes: bytes - (before[shop]?.bytes ?? 0),
		})),
	};
}

async function countsOf(origin: string): Promise<Record<string, Counts>> {
	return (await (await fetch(`${origin}/count`)).json()) as Record<string, Counts>;
}

/** What the console shows of every source. */
async function readSources({ knex }: Database): Promise<SourceFigures[]> {
	const rows = await knex('source_rounds').select('source', 'watched', 'blocked', 'roundMs', 'oldestCheckAt');
	const now = Date.now();
	return [...Map.groupBy(rows, ({ source }) => String(source))].map(([source, all]) => ({
		source,
		watched: all.reduce((sum, { watched }) => sum + Number(watched), 0),
		blocked: all.reduce((sum, { blocked }) => sum + Number(blocked), 0),
		roundMs: Math.max(...all.map(({ roundMs }) => Number(roundMs))),
		oldestMs: Math.max(...all.map(({ oldestCheckAt }) => now - Number(oldestCheckAt ?? 0))),
	}));
}

function aimsOf(database: Engine, figures: WatchFigures, hosts: Record<string, number>): Aim[] {
	const { skuRegions, sources, requests, first, ms } = figures;
	const late = sources.filter(({ oldestMs, roundMs }) => oldestMs > allowedAge(roundMs));
	const blocked = sources.filter((source) => source.blocked > 0);
	const above = requests.filter((row) => perMinute(row, figures, hosts) > budgetOf(row.shop) * ABOVE_BUDGET);
	const names = (all: readonly { source?: string; shop?: string }[]) =>
		all.map(({ source, shop }) => source ?? shop).join(', ');
	const what = `${skuRegions} SKU-regions of all sources over ${(ms / 60_000).toFixed(1)} minutes`;
	return [
		{
			what: `${what}: oldest check of each source`,
			database,
			aim: 'one round within the budget',
			measured:
				late.length + blocked.length === 0 ? 'all of them' : `later: ${names(late)}; blocked: ${names(blocked)}`,
			met: late.length + blocked.length === 0,
		},
		{
			what: 'requests a minute to each shop',
			database,
			aim: 'its budget',
			measured: above.length === 0 ? 'at most that' : `above: ${names(above)}`,
			met: above.length === 0,
		},
		{
			what: 'memory (RSS) at most',
			database,
			aim: '400 MB',
			measured: `${(figures.rssBytes / 1e6).toFixed(0)} MB; ${(figures.cpuShare * 100).toFixed(0)} % of a core`,
			met: figures.rssBytes <= AIM.rssBytes,
		},
		{
			what: "the event loop's delay, p99",
			database,
			aim: `${AIM.delayMs} ms`,
			measured: `${figures.delayP99.toFixed(1)} ms, longest ${figures.delayMax.toFixed(0)} ms`,
			met: figures.delayP99 <= AIM.delayMs,
		},
		{
			what: `the same in the first round, which stores all products in ${(first.ms / 1000).toFixed(0)} s`,
			database,
			aim: `${AIM.delayMs} ms`,
			measured: `${first.delayP99.toFixed(1)} ms, longest ${first.delayMax.toFixed(0)} ms`,
			met: first.delayP99 <= AIM.delayMs,
		},
	];
}

function allowedAge(roundMs: number): number {
	return Math.max(INTERVAL_MS, roundMs) * LATE + STORED_MS;
}

function budgetOf(shop: string): number {
	return shop === 'feed' ? BUDGETS.nike : BUDGETS.shops;
}

/** Requests a minute to a shop, or to each shop of a kind. */
function perMinute(
	{ shop, whole, unchanged }: Counts & { shop: string },
	{ ms }: WatchFigures,
	hosts: Record<string, number>,
) {
	return ((whole + unchanged) * 60_000) / ms / (hosts[shop] ?? 1);
}

function bySource({ sources, requests, ...figures }: WatchFigures, hosts: Record<string, number>): string[] {
	const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
	return [
		...table(
			['source', 'SKU-regions', 'round within the budget', 'oldest check'],
			sources.map(({ source, watched, roundMs, oldestMs }) => [
				source,
				String(watched),
				seconds(roundMs),
				seconds(oldestMs),
			]),
		),
		'',
		...table(
			['shop', 'requests a minute to each', 'budget', 'unchanged', 'kB per whole answer'],
			requests.map((row) => [
				hosts[row.shop] === undefined ? row.shop : `${row.shop}, ${hosts[row.shop]} hosts`,
				perMinute(row, { sources, requests, ...figures }, hosts).toFixed(0),
				String(budgetOf(row.shop)),
				`${((row.unchanged / Math.max(1, row.whole + row.unchanged)) * 100).toFixed(0)} %`,
				(row.bytes / Math.max(1, row.whole) / 1000).toFixed(1),
			]),
		),
	];
}
