/** A webhook is refused alone after this many blocks, with accepted requests of other webhooks in between. */
const ALONE_AFTER = 2;
const MAX_ENTRIES = 10_000;

/**
 * Distinguishes a block of the whole IP address from a webhook that Discord rejects in the same words. Without it, one such
 * webhook would pause all others again and again.
 */
export class LoneBlocks {
	/** By webhook: the time of its latest block, and how often others were accepted between two of its blocks. */
	readonly #blocks = new Map<number, { at: number; times: number }>();
	#acceptedAt = Number.NEGATIVE_INFINITY;

	/** Discord answered a request of this webhook in its own words. */
	answered(webhookId: number, now: number): void {
		this.#acceptedAt = now;
		this.#blocks.delete(webhookId);
	}

	/** Notes a block. @returns whether it is about this webhook only */
	isAlone(webhookId: number, now: number): boolean {
		if (this.#blocks.size >= MAX_ENTRIES) this.#blocks.clear();
		const last = this.#blocks.get(webhookId);
		const times = (last?.times ?? 0) + (last && this.#acceptedAt > last.at ? 1 : 0);
		this.#blocks.set(webhookId, { at: now, times });
		return times >= ALONE_AFTER;
	}
}
