import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { kill, startEngineProcess } from '@dropwire/engine/testing';
import { startProduct } from '../product/product.ts';
import { MISSED, table } from '../report/markdown.ts';
import type { BenchOptions } from '../setup.ts';
import { atRate } from '../soak/atRate.ts';
import { type Counter, startCounter } from '../soak/counter.ts';
import { arrived, subscribeRegions } from '../soak/messages.ts';
import { startSubmitter, type Submitter } from '../soak/submit.ts';
import { type Galera, startGalera } from './galera.ts';

const ENGINES = 3;
const WEBHOOKS = 50;
/** Between two faults, and before the first one, s. */
const CALM_SECONDS = 5;
/** The longest time from a submission to its message while the database's writer fails, s. */
const STALL_SECONDS = 10;

interface Fault {
	what: string;
	/** Disturbs the writer, and resolves when the node is back or starts again. */
	inject: (galera: Galera, writer: number, seconds: number) => Promise<void>;
}

const FAULTS: readonly Fault[] = [
	{
		what: 'kill -9 of the writer',
		async inject(galera, writer, seconds) {
			galera.signal(writer, 'SIGKILL');
			await sleep(seconds * 1000);
			galera.restart(writer);
		},
	},
	{
		what: 'freeze of the writer (SIGSTOP)',
		async inject(galera, writer, seconds) {
			galera.signal(writer, 'SIGSTOP');
			await sleep(seconds * 1000);
			galera.signal(writer, 'SIGCONT');
		},
	},
];

/**
 * Submits events at a steady rate while nodes of the database's cluster fail and return. No message may be lost or doubled, calls
 * are answered with 503 and Retry-After at worst, and no message waits longer than `STALL_SECONDS`.
 */
export async function cluster(options: BenchOptions): Promise<string[]> {
	const galera = await startGalera();
	if (!galera) return ['Not measured: it needs the packages mariadb-server, galera-4 and haproxy of Debian.'];
	try {
		return await measureAll(galera, options);
	} finally {
		await galera.stop();
	}
}

async function measureAll(galera: Galera, { quick, events: perSecond }: BenchOptions): Promise<string[]> {
	process.env['DATABASE_URL'] = galera.url;
	const db = await openTestDatabase({ durable: true });
	const counter = await startCounter();
	await subscribeRegions(db, counter, WEBHOOKS);
	const engines = await Promise.all(Array.from({ length: ENGINES }, (_, n) => startEngine(db, counter, n)));
	const product = await startProduct(db, counter.origin, { ENGINE: 'off' });
	const submitter = await startSubmitter(db, product.origin);
	const seconds = quick ? 10 : 30;
	const rows: string[][] = [];
	for (const fault of FAULTS) rows.push(await measure(fault, { galera, counter, submitter, perSecond, seconds }));
	await product.stop();
	await Promise.all(engines.map((engine) => kill(engine)));
	counter.stop();
	await db.close();
	return [
		`Three nodes of MariaDB with Galera behind HAProxy, one of which is written; ${ENGINES} engines of different addresses and a server at HAProxy's address. ${perSecond} events a second go to ${WEBHOOKS} webhooks each (${perSecond * WEBHOOKS} messages a second). A fault lasts ${seconds} s; then the node returns, and the load goes on until it has the same data. Aims: 0 lost, 0 doubled, at most ${STALL_SECONDS} s from a submission to its message.`,
		'',
		...table(['fault', 'messages', 'lost', 'doubled', 'longest delay', 'calls answered with 503', ''], rows),
	];
}

interface Running {
	galera: Galera;
	counter: Counter;
	submitter: Submitter;
	perSecond: number;
	seconds: number;
}

/** Injects the fault in the middle of a steady load. Returns the row of the table. */
async function measure({ what, inject }: Fault, running: Running): Promise<string[]> {
	const { galera, counter, submitter, perSecond, seconds } = running;
	await counter.take();
	const before = { ...(await counter.compare(submitter.count * WEBHOOKS)), count: submitter.count };
	const unavailable = submitter.unavailable;
	const failing = sleep(CALM_SECONDS * 1000).then(async () => {
		await inject(galera, await galera.writer(), seconds);
		await galera.synced();
	});
	// The returned node copies its data within a few seconds, which belong to the load.
	await atRate(perSecond, seconds + 3 * CALM_SECONDS, () => submitter.submit());
	await failing;
	const delays = await arrived(counter, submitter.count * WEBHOOKS);
	const { lost, doubled } = await counter.compare(submitter.count * WEBHOOKS);
	const stall = Math.max(...delays) / 1000;
	const found = { lost: lost - before.lost, doubled: doubled - before.doubled };
	const met = found.lost === 0 && found.doubled === 0 && stall <= STALL_SECONDS;
	return [
		what,
		String((submitter.count - before.count) * WEBHOOKS),
		String(found.lost),
		String(found.doubled),
		`${stall.toFixed(1)} s`,
		String(submitter.unavailable - unavailable),
		met ? 'met' : MISSED,
	];
}

function startEngine(db: TestDatabase, counter: Counter, n: number) {
	const dataDir = join(db.dataDir, `engine${n}`);
	mkdirSync(dataDir);
	const env = { EGRESS_NAME: `address${n}`, POLL_INTERVAL_MS: '86400000', WEBHOOK_CHECKS_PER_SECOND: '0' };
	return startEngineProcess({ databaseUrl: db.url, dataDir, discordUrl: counter.origin, env });
}
