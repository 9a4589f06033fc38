/**
 * An engine that watches all shops, as a process of its own. Prints its figures as JSON. Settings: `SHOPS` (JSON of
 * `LeanShops`), `STOCKS` (JSON of `Stock[]`), `BUDGETS` (JSON), `DATABASE`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { REGIONS } from '@dropwire/domain';
import { startEngine } from '@dropwire/engine';
import { sandboxSources } from '@dropwire/engine/testing';
import { broadcastTo, type Engine, log, openAsEngine, openBenchDatabase } from '../setup.ts';
import type { SourceFigures, WatchFigures } from './allSources.ts';
import { type LeanShops, watchAll } from './leanShops.ts';
import type { Counts } from './nikeFeed.ts';
import type { Stock } from './spread.ts';

const INTERVAL_MS = 30_000;
/** The longest time until every product has its baseline. */
const PATIENCE_MS = 20 * 60_000;
/** How often the event loop's delay is sampled, ms. */
const RESOLUTION = 5;

const { SHOPS = '', STOCKS = '', BUDGETS = '', DATABASE } = process.env;
const shops = JSON.parse(SHOPS) as LeanShops;
const stocks = JSON.parse(STOCKS) as Stock[];
const budgets = JSON.parse(BUDGETS) as { nike: number; shops: number };
const db = await openBenchDatabase(DATABASE as Engine);
if (!db) throw new Error('There is no database');
await watchAll(db, shops, stocks);
// Somebody gets the messages of every region, so all are polled.
await broadcastTo(db, { id: '1'.repeat(18), token: 'token', url: 'http://127.0.0.1:1/api/webhooks/1/token' });

const isFeed = ({ name, offer }: { name: string; offer?: string }) => name === 'NIKE' && offer === undefined;
const hosts = Object.values(shops.hosts).flat();
const [feed, others] = [budgets.nike, budgets.shops].map((budget) => sandboxSources(shops.origin, budget, hosts));
const sources = [...(feed ?? []).filter(isFeed), ...(others ?? []).filter((source) => !isFeed(source))];

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
const opened = await openAsEngine(db);
const engine = await startEngine({
	db: opened,
	log,
	dataDir: db.dataDir,
	discordUrl: 'http://127.0.0.1:1',
	discordRequestsPerSecond: 50,
	sources,
	pollIntervalMs: INTERVAL_MS,
	retentionDays: 30,
	auditDays: 365,
});
const expected = stocks.reduce((sum, { brand, list, skus }) => {
	return sum + skus * (brand === 'NIKE' && list === 'MONITOR1' ? REGIONS.length : 1);
}, 0);
const startedAt = Date.now();
for (let known = 0; known < expected;) {
	// Counted rarely, because counting also takes processor time.
	await setTimeout(2000);
	known = Number((await db.knex('products').count({ known: '*' }).first())?.['known']);
	if (Date.now() - startedAt > PATIENCE_MS) {
		throw new Error(`${known} of ${expected} products were read: ${JSON.stringify(await readSources())}`);
	}
}
const first = { ms: Date.now() - startedAt, ...delayFigures() };
const longestRound = Math.max(INTERVAL_MS, ...(await readSources()).map(({ roundMs }) => roundMs));
// The second checks fill the round at random times.
await setTimeout(longestRound);

delayFigures();
const before = { cpu: process.cpuUsage(), counts: await counts(), at: Date.now() };
let rssBytes = 0;
while (Date.now() - before.at < longestRound) {
	await setTimeout(1000);
	rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
}
const { user, system } = process.cpuUsage(before.cpu);
const ms = Date.now() - before.at;
const after = await counts();
const figures: WatchFigures = {
	skuRegions: expected,
	ms,
	first,
	...delayFigures(),
	rssBytes,
	cpuShare: (user + system) / 1000 / ms,
	sources: await readSources(),
	requests: Object.entries(after).map(([shop, { whole, unchanged, bytes }]) => ({
		shop,
		whole: whole - (before.counts[shop]?.whole ?? 0),
		unchanged: unchanged - (before.counts[shop]?.unchanged ?? 0),
		bytes: bytes - (before.counts[shop]?.bytes ?? 0),
	})),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
await engine.stop();
await opened.close();
await db.close();
process.exit();

/** The event loop's delay since the last call, ms. The samples include the time between two of them, which is no delay. */
function delayFigures() {
	const own = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
	const found = { delayP99: own(delay.percentile(99)), delayMax: own(delay.max) };
	delay.reset();
	return found;
}

async function counts(): Promise<Record<string, Counts>> {
	return (await (await fetch(`${shops.origin}/count`)).json()) as Record<string, Counts>;
}

/** What the console shows of every source. */
async function readSources(): Promise<SourceFigures[]> {
	const rows = await db!.knex('source_rounds').select('source', 'watched', 'blocked', 'roundMs', 'oldestCheckAt');
	const now = Date.now();
	return [...Map.groupBy(rows, ({ source }) => String(source))].map(([source, all]) => ({
		source,
		watched: all.reduce((sum, { watched }) => sum + Number(watched), 0),
		blocked: all.reduce((sum, { blocked }) => sum + Number(blocked), 0),
		roundMs: Math.max(...all.map(({ roundMs }) => Number(roundMs))),
		oldestMs: Math.max(...all.map(({ oldestCheckAt }) => now - Number(oldestCheckAt ?? 0))),
	}));
}
