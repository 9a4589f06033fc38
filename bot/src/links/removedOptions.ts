import type { SubscriptionOptions } from '@dropwire/contract';

const MAX_LINKS = 1000;

/** The options of recently removed links, for Undo: they do not fit into the id of its button. */
export class RemovedOptions {
	readonly #byLink = new Map<string, SubscriptionOptions>();

	get(linkId: string): SubscriptionOptions | undefined {
		return this.#byLink.get(linkId);
	}

	/** Removes the oldest entry if there are too many. */
	put(linkId: string, options: SubscriptionOptions): void {
		this.#byLink.set(linkId, options);
		const [oldest] = this.#byLink.keys();
		if (this.#byLink.size > MAX_LINKS && oldest !== undefined) this.#byLink.delete(oldest);
	}
}
