import { setTimeout } from 'node:timers/promises';
import type { Database } from '@dropwire/db';

interface Pace {
	/** The wanted duration of a deletion, ms. */
	wantedMs: number;
	/** The smallest number of rows for a deletion. */
	fewest: number;
	/** The pause after a statement, in multiples of its duration. */
	pause: number;
}

const PACES: Record<Database['dialect'], Pace> = {
	/**
	 * SQLite runs in the thread that also sends messages and answers requests. The pause is long enough that it can copy its
	 * log in between: without an end to the writing, the log never starts again, and a commit has to copy it.
	 */
	sqlite: { wantedMs: 10, fewest: 50, pause: 3 },
	/**
	 * A server deletes beside other statements. When it is busy, a statement mostly waits for a processor, so that fewer rows
	 * would make it no faster.
	 */
	mysql: { wantedMs: 50, fewest: 250, pause: 1 },
};
/** The largest number of rows for a deletion, and those of the first. */
const [MAX, FIRST] = [1000, 250];

/**
 * Spreads a long deletion over time. Each statement is a transaction of its own, with as many rows as the measured time
 * allows, and is followed by a pause: at most a quarter of the time belongs to the deletion, on a server a half.
 */
export class DeletionPacer {
	readonly #pace: Pace;
	readonly #signal: AbortSignal;
	#rows = FIRST;

	constructor({ dialect }: Pick<Database, 'dialect'>, signal: AbortSignal) {
		this.#pace = PACES[dialect];
		this.#signal = signal;
	}

	/** The maximum number of rows for the next statement. */
	get rows(): number {
		return this.#rows;
	}

	get stopped(): boolean {
		return this.#signal.aborted;
	}

	/** Finds rows. */
	async find<T>(statement: () => PromiseLike<T>): Promise<T> {
		const startedAt = performance.now();
		const found = await statement();
		await this.#pause(performance.now() - startedAt);
		return found;
	}

	/** Deletes `rows` rows. @returns the number of deleted rows */
	async delete(rows: number, statement: () => PromiseLike<number>): Promise<number> {
		const startedAt = performance.now();
		const deleted = await statement();
		const ms = performance.now() - startedAt;
		// Grows slowly, and never because of a small statement.
		const fitting = Math.min((rows * this.#pace.wantedMs) / ms, 2 * this.#rows);
		if (rows === this.#rows || fitting < this.#rows)
			this.#rows = Math.round(Math.min(MAX, Math.max(this.#pace.fewest, fitting)));
		await this.#pause(ms);
		return deleted;
	}

	/** @param ms how long the statement took */
	async #pause(ms: number): Promise<void> {
		// Rejects when the process stops, which the caller sees in `stopped`.
		await setTimeout(this.#pace.pause * ms, undefined, { signal: this.#signal }).catch(() => undefined);
	}
}
