import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { CLOCK_JUMP_MS, type DatabaseTime, driftMs, type Reading } from './databaseTime.ts';
import type { Claimer, HeldLanes } from './heldLanes.ts';
import { LEASE_MS } from './lane.ts';
import type { Leases } from './leases.ts';
import type { Recorder } from './recorder.ts';

/** How often to renew leases, ms. */
const RENEW_MS = LEASE_MS / 3;
/** A renewal that is late by more than this means that the process was suspended, ms. */
const LATE_MS = 1000;
/** How long the database can lack its newest deliveries before they count as lost, ms: a node of a cluster lags by less. */
const LAG_MS = 1000;
/** How often to search for webhooks held by dead processes, ms. */
const FREE_DEAD_MS = 1000;

export interface LeaseTimersOptions {
	leases: Leases;
	lanes: HeldLanes;
	claimer: Claimer;
	recorder: Recorder;
	time: DatabaseTime;
	log: Logger;
}

/** Renews the leases of held webhooks, and frees those of dead processes, at regular intervals. */
export class LeaseTimers {
	readonly #options: LeaseTimersOptions;
	#renewing: Job | undefined;
	#freeing: Job | undefined;
	/** When the leases were last renewed, by the monotonic clock. */
	#renewedAt = performance.now();
	/** The first reading of the database's clock since a renewal that followed a jump. */
	#since: Reading | undefined;

	constructor(options: LeaseTimersOptions) {
		this.#options = options;
	}

	start(): void {
		const { log } = this.#options;
		this.#renewing = every(RENEW_MS, () => this.#renew(), {
			onError: (error) => log.error({ err: error }, 'renewing leases failed'),
		});
		this.#freeing = every(FREE_DEAD_MS, () => this.#freeDead(), {
			onError: (error) => log.error({ err: error }, 'freeing the webhooks of dead processes failed'),
		});
	}

	/**
	 * Whether this process can send: it asks the database for the time first. A process that was suspended with its
	 * clocks, as in a paused virtual machine, cannot notice that otherwise, and another one may have sent its messages. If
	 * the database's clock ran ahead of this process's, or the last renewal is late, the leases are renewed before. While
	 * the database lacks its newest deliveries, nothing is sent. Never rejects.
	 */
	async confirm(): Promise<boolean> {
		const { time, log } = this.#options;
		try {
			const reading = await time.read();
			if (time.behindSince !== undefined) {
				if (reading.at - time.behindSince < LAG_MS) return false;
				this.#giveUp();
			}
			this.#since ??= reading;
			const wasSuspended = driftMs(this.#since, reading) > CLOCK_JUMP_MS + reading.tookMs;
			if (!wasSuspended && reading.at - this.#renewedAt < RENEW_MS + LATE_MS) return true;
			this.#since = reading;
			return await this.#renew();
		} catch (error) {
			log.error({ err: error }, "reading the database's clock failed");
			return false;
		}
	}

	/**
	 * The database has lost deliveries, so what this process has loaded may no longer exist, and a caller or a watcher will
	 * queue it again. Every webhook is released before its next message, and its deliveries are read again.
	 */
	#giveUp(): void {
		const { time, lanes, log } = this.#options;
		log.warn({ webhooks: lanes.size }, 'the database has lost its newest deliveries: those in memory are given up');
		time.acceptLoss();
		for (const lane of lanes.all.values()) lane.off = true;
	}

	/** Takes over no more webhooks, but keeps the held ones. */
	stopTakingOver(): void {
		void this.#freeing?.stop();
	}

	/** Does not wait for the renewal in progress: the database may not answer. */
	stop(): void {
		void this.#freeing?.stop();
		void this.#renewing?.stop();
	}

	/**
	 * Renews the leases of held webhooks, and drops webhooks that were removed or taken over. One that was switched off is
	 * held until its request in progress has ended, so that no other process sends to it at the same time. Never rejects.
	 * @returns whether they were renewed
	 */
	async #renew(): Promise<boolean> {
		const { leases, lanes, log } = this.#options;
		const startedAt = performance.now();
		const before = [...lanes.all.values()];
		try {
			// Only webhooks held in memory: a claim whose database response was lost must expire.
			const held = await leases.renew(before.map(({ webhookId }) => webhookId));
			for (const lane of before) {
				const renewed = held.get(lane.webhookId);
				if (renewed) Object.assign(lane, renewed, { off: lane.off || renewed.off });
				else lanes.drop(lane);
			}
			this.#renewedAt = startedAt;
			return true;
		} catch (error) {
			log.error({ err: error }, 'renewing leases failed');
			return false;
		}
	}

	async #freeDead(): Promise<void> {
		const { leases, lanes, claimer, recorder } = this.#options;
		if (recorder.stuck) return;
		// What is being claimed is not in the held lanes yet. Wait instead of skipping this round: both timers tend to fire
		// together, so skipping would go on for as long as they do.
		await claimer.settled();
		if ((await leases.freeDead(lanes.all)) > 0) void claimer.claim();
	}
}
