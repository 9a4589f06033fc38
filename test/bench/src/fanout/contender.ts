import type { Target } from '../setup.ts';

/** Sends one body to every target with one implementation. */
export interface Contender {
	/** The setup before the clock starts (connections, workers). */
	prepare(targets: readonly Target[], body: string): Promise<void>;
	/** The timed part: from the arrival of an event to the last response, recorded if the contender keeps records. */
	run(): Promise<void>;
	close(): Promise<void>;
}

/** Maximum number of concurrent requests of each contender. */
export const CONCURRENCY = 128;

/** The contenders by name. Each runs in a process of its own (`contender.main.ts`). */
export const CONTENDERS = {
	bare: 'bare loop (undici Pool)',
	rest: '@discordjs/rest, one instance',
	dropwire: 'Dropwire',
} as const;
export type ContenderName = keyof typeof CONTENDERS;

/** The first message to a contender's process. */
export interface ContenderSetup {
	name: ContenderName;
	origin: string;
	/** The database of `dropwire`, whose subscriptions are the targets. */
	database?: { url: string; dataDir: string };
}

/** Later messages. `prepare` sends the targets once; each `run` is one round. */
export type ContenderCall = { prepare: readonly Target[]; body: string } | 'run' | 'close';

/** The response to `run`. */
export interface Round {
	/** When the event arrived, epoch ms with fractions. */
	startedAt: number;
	ms: number;
	/** CPU time of the contender's process, ms, including its other threads. */
	cpuMs: number;
	/** Bytes that the process wrote to disks; null where this is not known. */
	writtenBytes: number | null;
}
