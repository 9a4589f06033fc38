import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_SETTINGS, type NodeSettings } from '../program.ts';
import { percentile } from '../report/statistics.ts';
import type { LeanTarget } from '../target/leanTarget.ts';
import type { Target } from '../setup.ts';
import type { ContenderCall, ContenderSetup, Round } from './contender.ts';

export interface Entrant {
	label: string;
	setup: ContenderSetup;
	/** How Node.js is started, if not as by default. */
	node?: NodeSettings;
}

/** One measured round. */
export interface Result {
	ms: number;
	/** CPU time of the sender, µs per message. */
	cpuUs: number;
	/** From the event to the arrival of the first message, of 99 % of them, and of the last one, ms. */
	first: number;
	p99: number;
	last: number;
	/** Bytes written by the sender. */
	written: number | null;
}

export interface RoundsOptions {
	target: LeanTarget;
	targets: readonly Target[];
	body: string;
	/** After those that are not counted. */
	rounds: number;
}

/** The messages of the rounds that are not counted, for connections and compiled code. */
export const WARM_UP = 30_000;
/** Before every round, so that the end of the previous contender's work does not delay the first message. */
const SETTLE_MS = 200;

/**
 * Lets every entrant send one message to every target, in turns, for several rounds. @returns the rounds of each entrant
 */
export async function runRounds(
	entrants: readonly Entrant[],
	{ target, targets, body, rounds }: RoundsOptions,
): Promise<Result[][]> {
	const running = [];
	for (const entrant of entrants) {
		const { flags, memory } = entrant.node ?? NO_SETTINGS;
		const child = fork(join(import.meta.dirname, 'contender.main.ts'), {
			serialization: 'advanced',
			execArgv: [...process.execArgv, ...flags],
			env: { ...process.env, ...memory },
		});
		const ended = once(child, 'exit').then(() => {
			throw new Error(`${entrant.label} ended in the middle of the benchmark`);
		});
		const ask = async <T>(message: ContenderSetup | ContenderCall): Promise<T> => {
			const response = once(child, 'message') as Promise<[T]>;
			child.send(message);
			const [result] = await Promise.race([response, ended]);
			return result;
		};
		await ask(entrant.setup);
		await ask({ prepare: targets, body });
		running.push({ ...entrant, child, ask, ended, results: [] as Result[] });
	}
	await target.take();
	const warmUps = Math.ceil(WARM_UP / targets.length);
	for (let round = 0; round < warmUps + rounds; round++) {
		for (const { label, ask, results } of running) {
			await sleep(SETTLE_MS);
			const done = await ask<Round>('run');
			const { times } = await target.take();
			if (times.length !== targets.length) {
				throw new Error(`${label} sent ${times.length} messages to ${targets.length} webhooks`);
			}
			if (round < warmUps) continue;
			results.push({
				ms: done.ms,
				cpuUs: (done.cpuMs * 1000) / targets.length,
				...arrivals(times, done.startedAt),
				written: done.writtenBytes,
			});
		}
	}
	for (const { child, ask, ended } of running) {
		await ask('close');
		child.disconnect();
		// It ends as intended now.
		await ended.catch(() => {});
	}
	return running.map(({ results }) => results);
}

function arrivals(times: Float64Array, startedAt: number): Pick<Result, 'first' | 'p99' | 'last'> {
	const waits = Array.from(times, (at) => at - startedAt);
	return { first: percentile(waits, 0), p99: percentile(waits, 0.99), last: percentile(waits, 1) };
}
