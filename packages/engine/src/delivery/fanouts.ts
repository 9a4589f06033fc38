import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import { continueFanout } from '../publish/fanout.ts';

export interface FanoutsOptions {
	db: Database;
	log: Logger;
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
	#running: Promise<void> | undefined;
	#wakes = 0;
	#stopping = false;

	constructor(options: FanoutsOptions) {
		this.#options = options;
	}

	/** Continues what is left. */
	wake(): void {
		this.#wakes++;
		this.#running ??= this.#run().finally(() => {
			this.#running = undefined;
		});
	}

	/** Resolves once the current slice is stored. */
	async stop(): Promise<void> {
		this.#stopping = true;
		await this.#running;
	}

	/** Never rejects. A failure is tried again at the next call of `wake`. */
	async #run(): Promise<void> {
		const { db, log, claimed, onQueued } = this.#options;
		try {
			let wakes: number;
			do {
				wakes = this.#wakes;
				// Claims first: on the embedded database, each of their statements would wait for a slice, and so would the
				// first message.
				await claimed();
				while (!this.#stopping && (await continueFanout(db))) {
					onQueued();
					// On the embedded database nothing else runs between two slices without this.
					await new Promise((resolve) => setImmediate(resolve));
					await claimed();
				}
			} while (wakes !== this.#wakes);
		} catch (error) {
			log.error({ err: error }, 'queueing the rest of a message failed');
		}
	}
}
