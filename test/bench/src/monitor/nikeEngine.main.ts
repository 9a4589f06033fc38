/**
 * An engine that watches a retailer, as a process of its own, so that its memory and processor time are not those of
 * earlier measurements. Prints the figures as JSON. Settings: `ORIGIN`, `SKUS`, `CALLS_PER_MINUTE`, `DATABASE`.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { chunks, REGIONS } from '@dropwire/domain';
import { startEngine } from '@dropwire/engine';
import { sandboxSources } from '@dropwire/engine/testing';
import type { MonitorFigures } from './monitor.ts';
import { broadcastTo, type Engine, log, openAsEngine, openBenchDatabase } from '../setup.ts';

const INTERVAL_MS = 30_000;
const ROUNDS = 3;

const { ORIGIN: origin = '', SKUS, CALLS_PER_MINUTE, DATABASE } = process.env;
const db = await openBenchDatabase(DATABASE as Engine);
if (!db) throw new Error('There is no database');
const skus = Array.from({ length: Number(SKUS) }, (_, n) => `AB${String(n).padStart(4, '0')}-100`);
for (const some of chunks(skus, 500)) {
	await db.knex('watch_entries').insert(some.map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 })));
}
// Somebody gets the messages of every region, so all are polled.
await broadcastTo(db, { id: '1'.repeat(18), token: 'token', url: 'http://127.0.0.1:1/api/webhooks/1/token' });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const opened = await openAsEngine(db);
const engine = await startEngine({
	db: opened,
	log,
	dataDir: db.dataDir,
	discordUrl: 'http://127.0.0.1:1',
	discordRequestsPerSecond: 50,
	sources: sandboxSources(origin, Number(CALLS_PER_MINUTE)),
	pollIntervalMs: INTERVAL_MS,
	retentionDays: 30,
	auditDays: 365,
});
const startedAt = Date.now();
for (let known = 0; known < skus.length * REGIONS.length;) {
	// Counted rarely, because counting also takes processor time.
	await setTimeout(1000);
	known = Number((await db.knex('products').count({ known: '*' }).first())?.['known']);
}
const firstRoundMs = Date.now() - startedAt;
const firstStallMs = delay.max / 1e6;
// The second checks fill the interval at random times.
await setTimeout(INTERVAL_MS);

delay.reset();
const before = { ...process.cpuUsage(), written: await written(), calls: await calls() };
await setTimeout(ROUNDS * INTERVAL_MS);
const { user, system } = process.cpuUsage(before);
const oldest = await db.knex('check_batches').min({ at: 'checkedAt' }).first();
const figures: MonitorFigures = {
	firstRoundMs,
	firstStallMs,
	cpuShare: (user + system) / 1000 / (ROUNDS * INTERVAL_MS),
	rssBytes: process.memoryUsage().rss,
	writtenBytes: ((await written()) - before.written) / ROUNDS,
	longestStallMs: delay.max / 1e6,
	oldestCheckMs: Date.now() - Number(oldest?.['at']),
	calls: {
		whole: ((await calls()).whole - before.calls.whole) / ROUNDS,
		unchanged: ((await calls()).unchanged - before.calls.unchanged) / ROUNDS,
	},
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
await engine.stop();
await opened.close();
await db.close();
process.exit();

/** Bytes written to disk so far: by this process with the embedded database, by InnoDB on a server. */
async function written(): Promise<number> {
	if (db?.dialect !== 'mysql') return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
	const [[row]] = (await db.knex.raw("show global status like 'Innodb_data_written'")) as [{ Value: string }[]];
	return Number(row?.Value);
}

async function calls(): Promise<{ whole: number; unchanged: number }> {
	return (await (await fetch(`${origin}/count`)).json()) as { whole: number; unchanged: number };
}
