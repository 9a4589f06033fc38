import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { kill, startEngineProcess } from '@dropwire/engine/testing';
import { freePort } from '@dropwire/sandbox';
import { type Product, startProduct } from '../product/product.ts';
import { MISSED, table } from '../report/markdown.ts';
import type { BenchOptions } from '../setup.ts';
import { atRate } from '../soak/atRate.ts';
import { type Counter, startCounter } from '../soak/counter.ts';
import { arrived, subscribeRegions } from '../soak/messages.ts';
import { startSubmitter, type Submitter } from '../soak/submit.ts';
import { type Galera, startGalera } from './galera.ts';
import { type Probe, startProbe } from './probe.ts';

const SERVERS = 2;
const ENGINES = 3;
const WEBHOOKS = 50;
/** Before a fault, and after it, s. */
const CALM_SECONDS = 5;
/** The longest time from a submission to its message, without the time in which no node has a quorum, s. */
const STALL_SECONDS = 10;

interface Fault {
	what: string;
	/** Whether no node can be written while it lasts. */
	outage?: boolean;
	/** Resolves when every node and process is back or starts again. */
	inject: (running: Running, seconds: number) => Promise<void>;
}

/** The first one is the short form. */
const FAULTS: readonly Fault[] = [
	{
		what: '`kill -9` of the written node',
		async inject({ galera }, seconds) {
			const writer = await galera.writer();
			galera.signal(writer, 'SIGKILL');
			await sleep(seconds * 1000);
			await galera.restart(writer);
		},
	},
	{
		what: 'freeze of the written node (`SIGSTOP`)',
		async inject({ galera }, seconds) {
			const writer = await galera.writer();
			galera.signal(writer, 'SIGSTOP');
			await sleep(seconds * 1000);
			galera.signal(writer, 'SIGCONT');
		},
	},
	{
		what: 'the written node loses the other nodes',
		async inject({ galera }, seconds) {
			const writer = await galera.writer();
			await galera.isolate(writer, true);
			await sleep(seconds * 1000);
			await galera.isolate(writer, false);
		},
	},
	{
		what: 'loss of the quorum: `kill -9` of both other nodes',
		outage: true,
		async inject({ galera }, seconds) {
			const backups = await galera.backups();
			for (const node of backups) galera.signal(node, 'SIGKILL');
			await sleep(seconds * 1000);
			await Promise.all(backups.map((node) => galera.restart(node)));
		},
	},
	{
		what: 'restart of each server and engine in turn',
		async inject({ servers, engines }) {
			for (const one of [...servers, ...engines]) await one.restart();
		},
	},
	{
		what: 'restart of each node in turn, the written one last',
		async inject({ galera }) {
			const writer = await galera.writer();
			for (const node of [...(await galera.backups()), writer]) {
				await galera.shutDown(node);
				await galera.restart(node);
				await galera.synced();
			}
		},
	},
	// The last one: Galera does not always recover from it (docs/performance.md).
	{
		what: 'loss of the quorum: freeze of both other nodes',
		outage: true,
		async inject({ galera }, seconds) {
			const backups = await galera.backups();
			for (const node of backups) galera.signal(node, 'SIGSTOP');
			await sleep(seconds * 1000);
			for (const node of backups) galera.signal(node, 'SIGCONT');
		},
	},
];

/**
 * Submits events at a steady rate while nodes of the database's cluster fail and return, and while every process restarts. No message
 * may be lost or doubled, calls are answered with 503 and Retry-After at worst, and no message waits longer than `STALL_SECONDS`.
 */
export async function cluster(options: BenchOptions): Promise<string[]> {
	const galera = await startGalera();
	if (!galera) {
		const missing = 'Not measured: it needs the packages mariadb-server, galera-4 and haproxy of Debian.';
		// As with tests, nothing that is missing passes there.
		if (process.env['CI']) throw new Error(missing);
		return [missing];
	}
	try {
		return await measureAll(galera, options);
	} finally {
		await galera.stop();
	}
}

async function measureAll(
	galera: Galera,
	{ quick, events: perSecond = quick ? 2 : 10 }: BenchOptions,
): Promise<string[]> {
	process.env['DATABASE_URL'] = galera.url;
	const db = await openTestDatabase({ durable: true });
	const counter = await startCounter();
	await subscribeRegions(db, counter, WEBHOOKS);
	const engines = await Promise.all(Array.from({ length: ENGINES }, (_, n) => startEngine(db, counter, n)));
	const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
	const servers = await Promise.all(ports.map((port) => startServer(db, counter, port)));
	const origin = await galera.balance(ports);
	const submitter = await startSubmitter(db, origin);
	const probe = startProbe(origin, submitter.token);
	const seconds = quick ? 10 : 30;
	// The short form checks what is the same on a busy machine.
	const stallSeconds = quick ? Infinity : STALL_SECONDS;
	const running = { galera, servers, engines, counter, submitter, probe, perSecond, seconds, stallSeconds };
	const rows: string[][] = [];
	for (const fault of quick ? FAULTS.slice(0, 1) : FAULTS) {
		const row = await measure(fault, running);
		console.error(row.join(', '));
		rows.push(row);
	}
	await probe.stop();
	await Promise.all([...servers, ...engines].map((one) => one.end()));
	counter.stop();
	await db.close();
	return [
		`Three nodes of MariaDB with Galera behind HAProxy, one of which is written; ${ENGINES} engines of different addresses and ${SERVERS} servers at HAProxy's address. ${perSecond} events a second go to ${WEBHOOKS} webhooks each (${perSecond * WEBHOOKS} messages a second). A fault of nodes lasts ${seconds} s; then they return, and the load goes on until all have the same data. Aims: 0 lost, 0 doubled, at most ${STALL_SECONDS} s from a submission to its message, or ${STALL_SECONDS} s more than the quorum was lost, and no call that is answered with an error other than 503 with Retry-After.`,
		'',
		...table(
			[
				'fault',
				'messages',
				'lost',
				'doubled',
				'delay before it',
				'longest delay',
				'calls answered with 503',
				'other errors',
				'slowest call',
				'a person',
				'',
			],
			rows,
		),
	];
}

/** A process of the product. */
interface Process {
	/** Ends it as an operator does, and starts it again. Resolves when it is ready. */
	restart(): Promise<void>;
	end(): Promise<void>;
}

interface Running {
	galera: Galera;
	servers: readonly Process[];
	engines: readonly Process[];
	counter: Counter;
	submitter: Submitter;
	probe: Probe;
	perSecond: number;
	seconds: number;
	/** The aim of `STALL_SECONDS`. */
	stallSeconds: number;
}

/** Injects the fault in the middle of a steady load. Returns the row of the table. */
async function measure({ what, outage, inject }: Fault, running: Running): Promise<string[]> {
	const { galera, counter, submitter, probe, perSecond, seconds, stallSeconds } = running;
	await counter.take();
	probe.take();
	const before = { ...(await counter.compare(submitter.count * WEBHOOKS)), count: submitter.count };
	const unavailable = submitter.unavailable;
	const done = galera.done.length;
	const over = new AbortController();
	let calm: number[] = [];
	const failing = (async () => {
		await sleep(CALM_SECONDS * 1000);
		calm = (await counter.take()).delays;
		await inject(running, seconds);
		await galera.synced();
		await sleep(CALM_SECONDS * 1000);
	})().finally(() => over.abort());
	const errors: string[] = [];
	const submit = () => submitter.submit().catch((error: unknown) => void errors.push(String(error)));
	await Promise.all([failing, atRate(perSecond, Infinity, submit, over.signal)]);
	const delays = await arrived(counter, submitter.count * WEBHOOKS);
	const { lost, doubled } = await counter.compare(submitter.count * WEBHOOKS);
	const longest = (of: readonly number[]) => of.reduce((max, delay) => Math.max(max, delay), 0) / 1000;
	const stall = longest(delays);
	const found = { lost: lost - before.lost, doubled: doubled - before.doubled };
	const answers = probe.take();
	errors.push(...answers.wrong);
	for (const error of errors) console.error(`${what}: ${error}`);
	const allowed = stallSeconds + (outage ? seconds : 0);
	const met = found.lost === 0 && found.doubled === 0 && stall <= allowed && errors.length === 0;
	return [
		what,
		String((submitter.count - before.count) * WEBHOOKS),
		String(found.lost),
		String(found.doubled),
		`${longest(calm).toFixed(1)} s`,
		`${stall.toFixed(1)} s`,
		String(submitter.unavailable - unavailable + answers.unavailable),
		String(errors.length),
		`${(answers.slowestMs / 1000).toFixed(1)} s`,
		galera.done.slice(done).join(', ') || '–',
		met ? 'met' : MISSED,
	];
}

async function startServer(db: TestDatabase, counter: Counter, port: number): Promise<Process> {
	const origin = `http://127.0.0.1:${port}`;
	const start = () => startProduct(db, counter.origin, { ENGINE: 'off', PORT: String(port), PUBLIC_URL: origin });
	let product: Product = await start();
	return {
		async restart() {
			await product.stop();
			product = await start();
		},
		end: () => product.stop(),
	};
}

async function startEngine(db: TestDatabase, counter: Counter, n: number): Promise<Process> {
	const dataDir = join(db.dataDir, `engine${n}`);
	mkdirSync(dataDir);
	const log = createWriteStream(join(dataDir, 'engine.log'));
	const env = { EGRESS_NAME: `address${n}`, POLL_INTERVAL_MS: '86400000', WEBHOOK_CHECKS_PER_SECOND: '0' };
	const start = async () => {
		const child = await startEngineProcess({ databaseUrl: db.url, dataDir, discordUrl: counter.origin, env });
		child.stdout?.pipe(log, { end: false });
		return child;
	};
	let engine: ChildProcess = await start();
	return {
		async restart() {
			const ended = once(engine, 'exit');
			engine.kill('SIGTERM');
			const [code] = (await ended) as [number | null];
			if (code !== 0) throw new Error(`Engine ${n} ended with ${code}`);
			engine = await start();
		},
		end: () => kill(engine),
	};
}
