import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isUnavailable, UncertainCommitError } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import type { Logger } from 'pino';
import { type Lane, leaseLeftMs } from './lane.ts';
import { type Batch, record } from './record.ts';
import type { Settled } from './settle.ts';

/** A webhook that must wait longer than this is released and its wait stored, so that every process respects it, ms. */
export const HOLD_MS = 5000;
/** The maximum number of attempts to write a batch while stopping, in case the database does not respond. */
const LAST_TRIES = 3;
const LONGEST_PAUSE_MS = 1000;
const retryPause = backoff({ firstMs: 100, maxMs: LONGEST_PAUSE_MS });
/** Results of this time go into one batch, ms; of a longer time if they are many, because a commit costs the most. */
const COLLECT_MS = 5;
const COLLECT_MANY_MS = 30;
const MANY = 16;
/** If the database rejects the rows of this many webhooks, the cause is not the rows. */
const MAX_ASIDE = 20;
/** Before the reason of a pause. */
const EDITS_ONLY = 'Only edits wait. ';
/** A batch that takes longer than this to write counts as stuck, ms. */
const STUCK_MS = 2000;

/** A webhook to release, and the time during which no process can send to it, ms. */
export interface Released {
	lane: Lane;
	waitMs: number;
	/** Why Discord orders the wait; null if it does not. */
	reason: string | null;
}

export interface RecorderOptions {
	db: Database;
	log: Logger;
	worker: string;
	/**
	 * Called when a batch was written: its slots are free, and held webhooks can continue.
	 * @param written false if the batch was dropped because the process is stopping and the database does not respond
	 */
	onRecorded(settled: readonly Settled[], released: readonly Released[], written: boolean): void;
}

/**
 * Writes the results of attempts in batches. Attempts that end during a write go into the next batch. A batch that
 * cannot be written is retried until it succeeds, because otherwise its messages would be sent again.
 */
export class Recorder {
	readonly #options: RecorderOptions;
	/** Parts that the database rejects, each of one webhook, which waits for it. */
	readonly #aside = new Set<Part>();
	#asideTimer: NodeJS.Timeout | undefined;
	/** Completed attempts that are not recorded yet. */
	#settled: Settled[] = [];
	/** Webhooks to release without an attempt: another process finished the delivery, or the webhook has to wait. */
	#released: Released[] = [];
	#recording: Promise<void> | undefined;
	#failing = false;
	/** The start time of the current write, by the monotonic clock. */
	#writingSince: number | undefined;
	#stopping = false;
	#dropped = false;

	constructor(options: RecorderOptions) {
		this.#options = options;
	}

	/** Whether the database does not accept a batch. Until it does, claim nothing and start no requests. */
	get stuck(): boolean {
		return (
			this.#failing ||
			this.#aside.size >= MAX_ASIDE ||
			performance.now() - (this.#writingSince ?? Number.POSITIVE_INFINITY) > STUCK_MS
		);
	}

	/**
	 * Whether a batch was dropped while stopping. From then on, nothing is written, and no webhook may be released: only
	 * when its lease expires does another process read the journal, which has the messages of that batch.
	 */
	get dropped(): boolean {
		return this.#dropped;
	}

	add(settled: Settled): void {
		this.#settled.push(settled);
	}

	/** @param reason why Discord orders the wait; null if it does not */
	release(lane: Lane, waitMs = 0, reason: string | null = null): void {
		this.#released.push({ lane, waitMs, reason });
	}

	stop(): void {
		this.#stopping = true;
	}

	/** Writes all pending results, including results added during the write. Resolves when nothing is left. */
	record(): Promise<void> {
		this.#recording ??= this.#recordAll().finally(() => {
			this.#recording = undefined;
		});
		return this.#recording;
	}

	async #recordAll(): Promise<void> {
		while (this.#settled.length + this.#released.length > 0) {
			// A commit costs more than the rows of a small batch. Until it, the journal has the accepted messages.
			await sleep(COLLECT_MS);
			if (this.#settled.length >= MANY) await sleep(COLLECT_MANY_MS - COLLECT_MS);
			const settled = this.#settled;
			const given = this.#released;
			this.#settled = [];
			this.#released = [];
			for (const { lane, advance, editsWaitMs } of settled) {
				if (advance) lane.jobs.shift();
				if (editsWaitMs > 0) lane.jobs = lane.jobs.filter(({ editOf }) => editOf === null);
			}
			await this.#writeAll({ settled, released: [...given, ...settled.flatMap(releaseOf)] });
		}
		if (this.#stopping && this.#aside.size > 0) await this.#writeAside();
	}

	/**
	 * Writes a batch. If the database rejects it, the rows of each webhook are written separately; those that are rejected
	 * alone are set aside and tried again, while everything else goes on.
	 */
	async #writeAll(part: Part): Promise<void> {
		this.#writingSince = performance.now();
		const written = await this.#write(part);
		this.#writingSince = undefined;
		if (written !== 'rejected') return this.#report(part, written === 'written');
		const parts = byLane(part);
		if (parts.length > 1) {
			for (const own of parts) await this.#writeAll(own);
			return;
		}
		this.#aside.add(part);
		this.#asideTimer ??= setTimeout(() => void this.#writeAside(), LONGEST_PAUSE_MS).unref();
	}

	/** Tries each part that was set aside once more. Those that still fail wait or, while stopping, are dropped. */
	async #writeAside(): Promise<void> {
		clearTimeout(this.#asideTimer);
		this.#asideTimer = undefined;
		for (const part of this.#aside) {
			try {
				await record(this.#options.db, this.#batchOf(part));
			} catch (error) {
				this.#options.log.error({ err: error }, 'recording a delivery failed; trying again');
				if (!this.#stopping) continue;
				this.#dropped = true;
			}
			if (this.#aside.delete(part)) this.#report(part, !this.#dropped);
		}
		if (this.#aside.size > 0) {
			this.#asideTimer ??= setTimeout(() => void this.#writeAside(), LONGEST_PAUSE_MS).unref();
		}
	}

	#report({ settled, released }: Part, written: boolean): void {
		this.#options.onRecorded(settled, released, written);
	}

	#batchOf({ settled, released }: Part): Batch {
		return {
			worker: this.#options.worker,
			finished: settled.flatMap(({ finished }) => finished ?? []),
			released: released.map(({ lane: { webhookId }, waitMs, reason }) => ({ webhookId, waitMs, reason })),
			editsWait: settled.flatMap(({ lane: { webhookId, lost }, editsWaitMs: waitMs, waitReason }) =>
				waitMs > 0 && !lost ? [{ webhookId, waitMs, reason: `${EDITS_ONLY}${waitReason ?? ''}` }] : [],
			),
			dead: settled.flatMap(({ lane, dead }) => (dead === null ? [] : [{ webhookId: lane.webhookId, reason: dead }])),
		};
	}

	async #write(part: Part): Promise<'written' | 'rejected' | 'dropped'> {
		const batch = this.#batchOf(part);
		for (let attempt = 1; !this.#dropped; attempt++) {
			try {
				await record(this.#options.db, batch);
				this.#failing = false;
				return 'written';
			} catch (error) {
				this.#options.log.error({ err: error, attempt }, 'recording deliveries failed; trying again');
				this.#failing = isUnavailable(error) || error instanceof UncertainCommitError;
				if (!this.#failing) return 'rejected';
				await sleep(retryPause(attempt));
				this.#dropped = this.#stopping && attempt >= LAST_TRIES;
			}
		}
		return 'dropped';
	}
}

/** Results that are written together. */
interface Part {
	settled: readonly Settled[];
	released: readonly Released[];
}

/** One part for each webhook. */
function byLane({ settled, released }: Part): Part[] {
	const lanes = new Set([...settled, ...released].map(({ lane }) => lane));
	return [...lanes].map((lane) => ({
		settled: settled.filter((row) => row.lane === lane),
		released: released.filter((row) => row.lane === lane),
	}));
}

/** Releases a webhook when it has no more deliveries, is dead, has to wait long, or its lease has expired. */
function releaseOf({ lane, resumeAt, dead, waitReason }: Settled): Released[] {
	if (lane.lost) return [];
	const now = performance.now();
	const waitMs = Math.max(0, resumeAt - now);
	const letGo = dead !== null || lane.jobs.length === 0 || waitMs > HOLD_MS || leaseLeftMs(lane.leaseEnd) <= 0;
	return letGo ? [{ lane, waitMs, reason: waitReason }] : [];
}
