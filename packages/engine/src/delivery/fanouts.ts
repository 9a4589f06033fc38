import { setImmediate } from 'node:timers/promises';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';

export interface FanoutsOptions {
	log: Logger;
	/** Queues the next slice of a message to many webhooks. @returns false if nothing is left to queue */
	continueFanout: () => Promise<boolean>;
	/** Resolves once no webhooks are being claimed. */
	claimed: () => Promise<void>;
	/** Called when more deliveries were queued. */
	onQueued: () => void;
}

/**
 * Queues the rest of the messages that go to many webhooks, slice by slice, while the first ones are sent. Any engine
 * process continues what another one left.
 */
export class Fanouts {
	readonly #options: FanoutsOptions;
	/** Runs when it is woken. */
	readonly #job: Job;

	constructor(options: FanoutsOptions) {
		this.#options = options;
		this.#job = every(Number.POSITIVE_INFINITY, (signal) => this.#run(signal), {
			onError: (error) => options.log.error({ err: error }, 'queueing the rest of a message failed'),
		});
	}

	/** Continues what is left. A failure is tried again at the next call. */
	wake(): void {
		void this.#job.now();
	}

	/** Resolves once the current slice is stored. */
	async stop(): Promise<void> {
		await this.#job.stop();
	}

	async #run(signal: AbortSignal): Promise<void> {
		const { continueFanout, claimed, onQueued } = this.#options;
		// Claims first: on the embedded database, each of their statements would wait for a slice, and so would the first
		// message.
		await claimed();
		while (!signal.aborted && (await continueFanout())) {
			onQueued();
			// On the embedded database nothing else runs between two slices without this.
			await setImmediate();
			await claimed();
		}
	}
}
