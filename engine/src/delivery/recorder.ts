import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import type { Lane } from './lane.ts';
import { record } from './record.ts';
import type { Settled } from './settle.ts';

/** A webhook that waits longer than this is let go with the time noted, so that any process knows it. */
export const HOLD_MS = 5000;
/** While stopping, a database that does not answer is not waited for. */
const LAST_TRIES = 3;

/** A webhook that is given back, and until when nobody may send to it. */
export interface Released {
	lane: Lane;
	pausedUntil: number;
}

export interface RecorderOptions {
	db: Database;
	log: Logger;
	worker: string;
	/** A batch is written: its slots are free, and what is held goes on. */
	onRecorded(settled: readonly Settled[], released: readonly Released[]): void;
}

/**
 * Writes what became of attempts, batch by batch: what gets over while one is written goes into the next. A batch that
 * cannot be written is tried again until it can, since sending it anew would tell it twice.
 */
export class Recorder {
	readonly #options: RecorderOptions;
	/** Attempts that are over and not yet recorded. */
	#settled: Settled[] = [];
	/** Claimed for nothing: somebody else finished what was open. */
	#empty: Lane[] = [];
	#recording = false;
	#stopping = false;

	constructor(options: RecorderOptions) {
		this.#options = options;
	}

	/** Whether a batch is being written. */
	get busy(): boolean {
		return this.#recording;
	}

	add(settled: Settled): void {
		this.#settled.push(settled);
	}

	addEmpty(lane: Lane): void {
		this.#empty.push(lane);
	}

	stop(): void {
		this.#stopping = true;
	}

	/** Writes what there is, unless a batch is under way: what is left goes into the next one by itself. */
	async record(): Promise<void> {
		if (this.#recording) return;
		this.#recording = true;
		while (this.#settled.length + this.#empty.length > 0) {
			// What arrives in the same turn of the loop goes into the same batch.
			await new Promise((resolve) => setImmediate(resolve));
			const settled = this.#settled;
			const empty = this.#empty;
			this.#settled = [];
			this.#empty = [];
			for (const { lane, advance } of settled) if (advance) lane.jobs.shift();
			const released = [...empty.map((lane) => ({ lane, pausedUntil: 0 })), ...settled.flatMap(releaseOf)];
			await this.#write(settled, released);
			this.#options.onRecorded(settled, released);
		}
		this.#recording = false;
	}

	async #write(settled: readonly Settled[], released: readonly Released[]): Promise<void> {
		const batch = {
			worker: this.#options.worker,
			finished: settled.flatMap(({ finished }) => finished ?? []),
			released: released.map(({ lane, pausedUntil }) => ({ webhookId: lane.webhookId, pausedUntil })),
			dead: settled.flatMap(({ lane, dead }) => (dead === null ? [] : [{ webhookId: lane.webhookId, reason: dead }])),
		};
		for (let attempt = 1; !(this.#stopping && attempt > LAST_TRIES); attempt++) {
			try {
				await record(this.#options.db, batch);
				return;
			} catch (error) {
				this.#options.log.error({ err: error, attempt }, 'recording deliveries failed; trying again');
				await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 50 * 2 ** attempt)));
			}
		}
	}
}

/** A webhook is let go when nothing is left for it, when it has to wait long, or when its lease ran out. */
function releaseOf({ lane, goOnAt, dead }: Settled): Released[] {
	if (dead !== null || lane.lost) return [];
	const now = Date.now();
	const letGo = lane.jobs.length === 0 || goOnAt - now > HOLD_MS || now >= lane.leaseUntil;
	return letGo ? [{ lane, pausedUntil: goOnAt }] : [];
}
