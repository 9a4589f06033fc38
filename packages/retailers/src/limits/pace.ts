import { type Budget, createBudget } from './budget.ts';
import { unlessAborted } from './deadline.ts';

/** The requests that a host that was left alone gets at once, as a share of a minute's. */
const BURST = 1 / 6;
/** How long a request waits for its turn, ms. */
const PATIENCE_MS = 30_000;

/** The requests to one host: a maximum at a time, and a maximum a minute. */
export class Pace {
	readonly #places: Budget;
	readonly #spacingMs: number;
	readonly #burstMs: number;
	/** When the requests so far would have been sent at an even pace. */
	#evenAt = 0;

	/** @param perMinute null for no maximum */
	constructor(concurrent: number, perMinute: number | null) {
		this.#places = createBudget(concurrent, PATIENCE_MS);
		this.#spacingMs = perMinute === null ? 0 : 60_000 / perMinute;
		this.#burstMs = perMinute === null ? 0 : 60_000 * BURST;
	}

	/**
	 * Waits for a turn, and holds a place until the returned function is called.
	 * @returns null if it would wait for too long
	 * @throws BudgetError when other requests hold the places for too long
	 */
	async enter(signal: AbortSignal): Promise<(() => void) | null> {
		const now = performance.now();
		const evenAt = Math.max(now, this.#evenAt);
		const waitMs = evenAt - this.#burstMs - now;
		if (waitMs > PATIENCE_MS) return null;
		this.#evenAt = evenAt + this.#spacingMs;
		try {
			if (waitMs > 0) await wait(waitMs, signal);
			return await this.#places.take(1);
		} catch (error) {
			// What is not sent leaves its turn to others.
			this.#evenAt -= this.#spacingMs;
			throw error;
		}
	}
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, ms);
	try {
		await unlessAborted(promise, signal);
	} finally {
		clearTimeout(timer);
	}
}
