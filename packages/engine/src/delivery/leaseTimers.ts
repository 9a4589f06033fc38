import type { Logger } from 'pino';
import type { Claimer } from './claimer.ts';
import type { HeldLanes } from './heldLanes.ts';
import { LEASE_MS } from './leaseEnd.ts';
import type { Leases } from './leases.ts';
import type { Recorder } from './recorder.ts';

/** How often to search for webhooks held by dead processes, ms. */
const FREE_DEAD_MS = 1000;

export interface LeaseTimersOptions {
	leases: Leases;
	lanes: HeldLanes;
	claimer: Claimer;
	recorder: Recorder;
	log: Logger;
}

/** Renews the leases of held webhooks, and frees those of dead processes, at regular intervals. */
export class LeaseTimers {
	readonly #options: LeaseTimersOptions;
	#renewing: NodeJS.Timeout | undefined;
	#freeing: NodeJS.Timeout | undefined;
	#isFreeing = false;

	constructor(options: LeaseTimersOptions) {
		this.#options = options;
	}

	start(): void {
		this.#renewing = setInterval(() => void this.#renew(), LEASE_MS / 3);
		this.#freeing = setInterval(() => void this.#freeDead(), FREE_DEAD_MS);
	}

	/** Takes over no more webhooks, but keeps the held ones. */
	stopTakingOver(): void {
		clearInterval(this.#freeing);
	}

	stop(): void {
		clearInterval(this.#freeing);
		clearInterval(this.#renewing);
	}

	/**
	 * Renews the leases of held webhooks, and drops webhooks that were removed or taken over. One that was switched off is
	 * held until its request in progress has ended, so that no other process sends to it at the same time.
	 */
	async #renew(): Promise<void> {
		const { leases, lanes, log } = this.#options;
		if (lanes.size === 0) return;
		const before = [...lanes.all.values()];
		try {
			// Only webhooks held in memory: a claim whose database response was lost must expire.
			const held = await leases.renew([...lanes.all.keys()]);
			for (const lane of before) {
				const renewed = held.get(lane.webhookId);
				if (renewed) Object.assign(lane, renewed);
				else lanes.drop(lane);
			}
		} catch (error) {
			log.error({ err: error }, 'renewing leases failed');
		}
	}

	async #freeDead(): Promise<void> {
		const { leases, lanes, claimer, recorder, log } = this.#options;
		if (this.#isFreeing || recorder.stuck) return;
		this.#isFreeing = true;
		try {
			// What is being claimed is not in the held lanes yet. Wait instead of skipping this round: both timers tend
			// to fire together, so skipping would go on for as long as they do.
			await claimer.settled();
			if ((await leases.freeDead(lanes.all)) > 0) void claimer.claim();
		} catch (error) {
			log.error({ err: error }, 'freeing the webhooks of dead processes failed');
		} finally {
			this.#isFreeing = false;
		}
	}
}
