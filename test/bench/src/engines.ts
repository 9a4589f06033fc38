import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from '@dropwire/db';
import type { TestDatabase } from '@dropwire/db/testing';
import { queueEvent } from '@dropwire/engine';
import { startEngineProcess } from '@dropwire/engine/testing';
import { anEvent, median, openBenchDatabase, subscribeAll } from './setup.ts';
import { type LeanTarget, startLeanTarget } from './target/leanTarget.ts';

const ENGINES = [1, 2, 4];
const WEBHOOKS = 2500;
const EVENTS = 24;
/**
 * Sent first and not counted: an engine lives for weeks, but one that has just started compiles its code in the background,
 * and four of them do so four times. With one event instead, four engines took 1.5 times the processor time of one.
 */
const WARM_UPS = 40;
const ROUNDS = 5;
/** A tick of the processor times in /proc, µs. */
const TICK_US = 10_000;

interface Figures {
	perSecond: number;
	cpuUs: number;
	lost: number;
	repeated: number;
	deadlocks: number;
}

/**
 * Sends events to 2,500 webhooks with 1, 2 and 4 engine processes on one MariaDB, in turns. @returns lines of Markdown
 */
export async function engines(): Promise<string[]> {
	const db = await openBenchDatabase('MariaDB');
	if (!db) return ['MariaDB does not answer.'];
	const target = await startLeanTarget();
	await subscribeAll(db, target.webhooks(WEBHOOKS));
	const rounds = new Map(ENGINES.map((count) => [count, [] as Figures[]]));
	for (let round = 0; round < ROUNDS; round++) {
		for (const count of ENGINES) rounds.get(count)?.push(await measure(db, target, count));
	}
	target.stop();
	await db.close();
	const one = rounds.get(1) ?? [];
	return [
		`${EVENTS} events, one after the other, to ${WEBHOOKS} webhooks each, after ${WARM_UPS} that are not counted, with Discord as a lean process of its own; median (lowest to highest) of ${ROUNDS} rounds that take turns. CPU is that of the engines and of MariaDB.`,
		'',
		'| engines | messages a second | CPU per message | of one engine | lost | sent twice | deadlocks |',
		'|---|---|---|---|---|---|---|',
		...[...rounds].map(([count, all]) => {
			const sum = (pick: (figures: Figures) => number) => all.reduce((total, figures) => total + pick(figures), 0);
			const ratios = all.map(({ cpuUs }, round) => cpuUs / (one[round]?.cpuUs ?? Number.NaN));
			return `| ${[
				count,
				spread(all.map(({ perSecond }) => perSecond)),
				`${spread(all.map(({ cpuUs }) => cpuUs))} µs`,
				spread(ratios, 2),
				sum(({ lost }) => lost),
				sum(({ repeated }) => repeated),
				sum(({ deadlocks }) => deadlocks),
			].join(' | ')} |`;
		}),
	];
}

async function measure(db: TestDatabase, target: LeanTarget, count: number): Promise<Figures> {
	const running = await Promise.all(
		Array.from({ length: count }, () =>
			startEngineProcess({
				databaseUrl: db.url,
				dataDir: db.dataDir,
				discordUrl: target.origin,
				// Only messages count: no webhook is verified.
				env: { DISCORD_REQUESTS_PER_SECOND: '1000000', WEBHOOK_CHECKS_PER_SECOND: '0', LOG_LEVEL: 'info' },
			}),
		),
	);
	const pids = [...running.map(({ pid }) => pid as number), await databasePid(db)];
	const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
	for (let n = 1; n <= WARM_UPS; n++) await send(db, n);
	await target.take();
	const [cpuBefore, deadlocksBefore, at] = [cpu(), await deadlocks(db), performance.now()];
	let [lost, repeated] = [0, 0];
	for (let n = 1; n <= EVENTS; n++) {
		await send(db, WARM_UPS + n);
		const { times, perWebhook } = await target.take();
		lost += WEBHOOKS - perWebhook.length;
		repeated += times.length - perWebhook.length;
	}
	const seconds = (performance.now() - at) / 1000;
	const cpuUs = (cpu() - cpuBefore) / (EVENTS * WEBHOOKS);
	const figures = {
		perSecond: (EVENTS * WEBHOOKS) / seconds,
		cpuUs,
		lost,
		repeated,
		deadlocks: (await deadlocks(db)) - deadlocksBefore,
	};
	for (const engine of running) engine.kill('SIGTERM');
	await Promise.all(running.map((engine) => once(engine, 'exit')));
	return figures;
}

/** Queues an event and waits until every delivery is stored and recorded: the first 500 can be sent before the others are. */
async function send(db: TestDatabase, n: number): Promise<void> {
	await queueEvent(db, anEvent(n));
	const rowsOf = async (query: Knex.QueryBuilder) => Number((await query.count({ rows: '*' }))[0]?.rows);
	const isOpen = async () =>
		(await rowsOf(db.knex('fanouts'))) > 0 ||
		(await rowsOf(db.knex('deliveries').whereIn('status', ['pending', 'retrying']))) > 0;
	while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function databasePid({ knex }: TestDatabase): Promise<number> {
	const [[row]] = (await knex.raw('select @@pid_file as file, @@datadir as folder')) as [
		{ file: string; folder: string }[],
	];
	const { file = '', folder = '' } = row ?? {};
	return Number(readFileSync(file.startsWith('/') ? file : join(folder, file), 'utf8'));
}

async function deadlocks({ knex }: TestDatabase): Promise<number> {
	const [[row]] = (await knex.raw(`show global status like 'Innodb_deadlocks'`)) as [{ Value: string }[]];
	return Number(row?.Value ?? 0);
}

/** The processor time of a process so far, µs. */
function cpuOf(pid: number): number {
	// The command, in parentheses, can contain spaces.
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

function spread(values: readonly number[], digits = 0): string {
	const [low, high] = [Math.min(...values), Math.max(...values)];
	return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
