import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@dropwire/db';
import type { TestDatabase } from '@dropwire/db/testing';
import { kill, prune, startEngineProcess } from '@dropwire/engine/testing';
import { durabilityOf } from '../durability.ts';
import { startProduct } from '../product/product.ts';
import { engineSettings } from '../program.ts';
import { MISSED, table } from '../report/markdown.ts';
import { percentile } from '../report/statistics.ts';
import { type BenchOptions, openBenchDatabase } from '../setup.ts';
import { atRate } from './atRate.ts';
import { type Counter, startCounter } from './counter.ts';
import { arrived, subscribeRegions } from './messages.ts';
import { writeOldLog } from './oldLog.ts';
import { startSubmitter } from './submit.ts';

const ENGINES = 2;
const WEBHOOKS = 200;
const DAY = 86_400_000;
const RETENTION_DAYS = 2;
/** The part of the old log that is deleted before the load, s of its rate, to measure the rate of the deletion alone. */
const ALONE_SECONDS = 240;
const SAMPLE_SECONDS = 5;
/** Between two faults, s, and how long Discord fails. */
const CALM_SECONDS = [10, 40] as const;
const FAULT_MS = [1000, 5000] as const;
/** After the last fault, so that its effects are part of the measurement, s. */
const LAST_CALM_SECONDS = 20;
/** A message answered this shortly before a kill may not have been read, ms: the processors are busy. */
const UNREAD_MS = 250;
/** The deletion begins every 20 s; of an engine that is killed, another one begins it within 50 s. In seconds. */
const LAG_SECONDS = 120;
const DELAY_SECONDS = 15;

/**
 * A steady load on MariaDB with faults at random, while the log of two days ago becomes too old at the same rate: the
 * state of an installation that has run for longer than its retention.
 */
export async function load({ seconds, events: perSecond = 1157 / WEBHOOKS }: BenchOptions): Promise<string[]> {
	const db = await openBenchDatabase('MariaDB');
	if (!db) return ['Not measured: MariaDB does not respond.'];
	const counter = await startCounter();
	await subscribeRegions(db, counter, WEBHOOKS);
	const log = { perSecond, seconds: ALONE_SECONDS + seconds + LAG_SECONDS, webhooks: WEBHOOKS };
	const writtenAt = Date.now();
	await writeOldLog(db, { from: writtenAt - RETENTION_DAYS * DAY, ...log });
	const filled = await countRows(db);
	const alone = await pruneAlone(db, writtenAt + ALONE_SECONDS * 1000);
	// The oldest row becomes too old when the load begins.
	const shift = Date.now() - writtenAt - ALONE_SECONDS * 1000;
	await db.knex('messages').increment('queuedAt', shift);
	await db.knex('events').increment('at', shift);

	const own = await connections(db);
	const engines = await Promise.all(Array.from({ length: ENGINES }, (_, n) => startEngine(db, counter, n)));
	const product = await startProduct(db, counter.origin, { ENGINE: 'off' }, engineSettings());
	const submitter = await startSubmitter(db, product.origin);
	const rows = [await countRows(db)];
	const bytes = [await tableBytes(db)];
	const begun = performance.now();
	const elapsed = () => (performance.now() - begun) / 1000;
	const delays: number[][] = [];
	const ended = new AbortController();
	const faults = injectFaults({ db, counter, engines, own }, seconds - LAST_CALM_SECONDS, elapsed);
	const pruning = watchPruning(db, ended.signal);
	const submitting = atRate(perSecond, seconds, () => submitter.submit());
	for (let next = SAMPLE_SECONDS; next <= seconds; next += SAMPLE_SECONDS) {
		await sleep(Math.max(0, next - elapsed()) * 1000);
		delays.push((await counter.take()).delays);
	}
	await submitting;
	const took = elapsed();
	delays.push(await arrived(counter, submitter.count * WEBHOOKS));
	ended.abort();
	const { killedAt, counts } = await faults;
	const pruned = await pruning;
	rows.push(await countRows(db));
	bytes.push(await tableBytes(db));
	const settings = await durabilityOf(db);
	await product.stop();
	await Promise.all(engines.map((engine) => kill(engine)));
	const { lost, doubled, firstAt } = await counter.compare(submitter.count * WEBHOOKS);
	counter.stop();
	await db.close();

	const messages = submitter.count * WEBHOOKS;
	const answered = firstAt.filter((at) => !killedAt.some((killed) => at > killed - UNREAD_MS && at < killed + 1000));
	const sorted = delays.flat();
	const longest = sorted.reduce((max, delay) => Math.max(max, delay), 0) / 1000;
	const verdict = (met: boolean) => (met ? 'met' : MISSED);
	const thousands = (count: number) => Math.round(count).toLocaleString('en-US');
	return [
		`${perSecond} events a second to ${WEBHOOKS} webhooks each (${(perSecond * WEBHOOKS).toFixed(0)} messages a second) for ${seconds} s, submitted over HTTP to a server, and sent by ${ENGINES} engines without Discord's limit of an address. RETENTION_DAYS is ${RETENTION_DAYS}: the log began with ${thousands(filled)} deliveries, which become too old at the same rate. Faults at random, every ${CALM_SECONDS.join(' to ')} s: ${Object.entries(
			counts,
		)
			.map(([what, times]) => `${what} (${times})`)
			.join(', ')}.`,
		'',
		`- ${settings}`,
		'',
		...table(
			['what', 'aim', 'measured', ''],
			[
				[
					'messages a second, carried',
					(perSecond * WEBHOOKS).toFixed(0),
					(messages / took).toFixed(0),
					verdict(took < seconds * 1.02),
				],
				['lost', '0', `${lost} of ${thousands(messages)}`, verdict(lost === 0)],
				[
					`doubled; answered more than ${UNREAD_MS} ms before a kill`,
					'–; 0',
					`${doubled}; ${answered.length}`,
					verdict(answered.length === 0),
				],
				[
					'from submission to arrival: median, p99, longest',
					`–, –, ${DELAY_SECONDS} s`,
					`${percentile(sorted, 0.5)} ms, ${percentile(sorted, 0.99)} ms, ${longest.toFixed(1)} s`,
					verdict(longest <= DELAY_SECONDS),
				],
				['calls answered with 503 and repeated', '–', String(submitter.unavailable), ''],
				[
					'deliveries deleted a second, alone on this log',
					'the rate of the load',
					thousands(alone),
					verdict(alone >= perSecond * WEBHOOKS),
				],
				[
					'deliveries deleted beside the load; a second, in the best 10 s',
					'–',
					`${thousands(pruned.rows)}; ${thousands(pruned.best)}`,
					'',
				],
				[
					'how much older than the retention the oldest row became; at the end',
					`${LAG_SECONDS} s; –`,
					`${pruned.longestLag.toFixed(0)} s; ${pruned.lag.toFixed(0)} s`,
					verdict(pruned.longestLag <= LAG_SECONDS),
				],
				['deliveries in the table, start and end', '–', rows.map(thousands).join(' → '), ''],
				[
					'files of deliveries, messages and events, start and end',
					'–',
					bytes.map((size) => `${(size / 1e6).toFixed(0)} MB`).join(' → '),
					'',
				],
			],
		),
	];
}

/** Deletes a part of the log while nothing else happens. @returns deliveries a second */
async function pruneAlone(db: TestDatabase, now: number): Promise<number> {
	const before = await countRows(db);
	const at = performance.now();
	await prune(db, RETENTION_DAYS, { auditDays: 365, now });
	const seconds = (performance.now() - at) / 1000;
	return (before - (await countRows(db))) / seconds;
}

interface Pruned {
	/** Deleted deliveries. */
	rows: number;
	/** Deleted a second, in the 10 s with the most. */
	best: number;
	/** How much older than the retention the oldest row was at most and at the end, s. */
	longestLag: number;
	lag: number;
}

/** Observes which of the old messages still exist: they are deleted oldest first, and their number is that of their ids. */
async function watchPruning({ knex }: TestDatabase, ended: AbortSignal): Promise<Pruned> {
	const everyMs = 10_000;
	const oldest = () =>
		again(() => knex('messages').orderBy('queuedAt').first<{ id: number; queuedAt: number }>('id', 'queuedAt'));
	const first = await oldest();
	const found: Pruned = { rows: 0, best: 0, longestLag: 0, lag: 0 };
	for (let [last, at] = [first, performance.now()]; !ended.aborted;) {
		await sleep(everyMs, undefined, { signal: ended }).catch(() => {});
		const now = await oldest();
		const seconds = (performance.now() - at) / 1000;
		at = performance.now();
		const deleted = (now.id - last.id) * WEBHOOKS;
		last = now;
		found.rows += deleted;
		if (!ended.aborted) found.best = Math.max(found.best, deleted / seconds);
		found.lag = Math.max(0, (Date.now() - RETENTION_DAYS * DAY - now.queuedAt) / 1000);
		found.longestLag = Math.max(found.longestLag, found.lag);
	}
	return found;
}

interface Running {
	db: TestDatabase;
	counter: Counter;
	engines: ChildProcess[];
	/** The connections of this process, which are not killed. */
	own: readonly number[];
}

/** Injects faults at random moments until the time is over, each kind in turns. @returns their number, and when it killed */
async function injectFaults({ db, counter, engines, own }: Running, seconds: number, elapsed: () => number) {
	const killedAt: number[] = [];
	const kinds: Record<string, () => Promise<void> | void> = {
		'5xx of Discord': () => counter.fail('errors', between(FAULT_MS)),
		'connections to Discord reset': () => counter.fail('resets', between(FAULT_MS)),
		'`kill -9` and restart of an engine': async () => {
			const victim = Math.floor(Math.random() * engines.length);
			killedAt.push(Date.now());
			await kill(engines[victim] as ChildProcess);
			engines[victim] = await startEngine(db, counter, victim);
		},
		'half of the connections to the database killed': async () => {
			const others = (await connections(db)).filter((id) => !own.includes(id));
			for (const id of others.filter(() => Math.random() < 0.5)) await db.knex.raw(`kill ${id}`).catch(() => {});
		},
	};
	const counts = Object.fromEntries(Object.keys(kinds).map((what) => [what, 0]));
	for (let turn: string[] = []; ;) {
		const calm = between(CALM_SECONDS);
		if (elapsed() + calm > seconds) return { killedAt, counts };
		await sleep(calm * 1000);
		if (turn.length === 0) turn = Object.keys(kinds).sort(() => Math.random() - 0.5);
		const what = turn.pop() as string;
		await kinds[what]?.();
		counts[what] = (counts[what] ?? 0) + 1;
	}
}

function between([min, max]: readonly [number, number]): number {
	return min + Math.random() * (max - min);
}

/** All engines share the folder of the journal, as those of one machine do. */
function startEngine(db: TestDatabase, counter: Counter, n: number): Promise<ChildProcess> {
	const { flags, memory } = engineSettings();
	const env = {
		...memory,
		EGRESS_NAME: `address${n}`,
		DISCORD_REQUESTS_PER_SECOND: '5000',
		RETENTION_DAYS: String(RETENTION_DAYS),
		POLL_INTERVAL_MS: '86400000',
		WEBHOOK_CHECKS_PER_SECOND: '0',
	};
	const command = [process.execPath, ...flags];
	return startEngineProcess({
		databaseUrl: db.url,
		dataDir: db.dataDir,
		discordUrl: counter.origin,
		env,
		command,
	});
}

/** The ids of all connections to the database. */
async function connections({ knex }: TestDatabase): Promise<number[]> {
	const rows = await again(() =>
		knex('information_schema.processlist').whereRaw('db = database()').pluck<number[]>('id'),
	);
	return rows.map(Number);
}

async function countRows({ knex }: TestDatabase): Promise<number> {
	const row = await again(() => knex('deliveries').count({ rows: '*' }).first());
	return Number(row?.['rows']);
}

/** The size of the files of the tables that grow with the messages, bytes. */
async function tableBytes({ knex }: TestDatabase): Promise<number> {
	const name = (table: string) => knex.raw("concat(database(), '/', ?)", [table]);
	const names = ['deliveries', 'messages', 'events'].map(name) as unknown as Knex.Value[];
	const row = await knex('information_schema.innodb_sys_tablespaces')
		.whereIn('name', names)
		.sum({ bytes: 'file_size' })
		.first();
	return Number(row?.['bytes']);
}

/** Repeats a query once whose connection may have been among the killed ones. */
function again<T>(query: () => PromiseLike<T>): Promise<T> {
	return Promise.resolve(query()).catch(() => query());
}
