import { setTimeout } from 'node:timers/promises';

/** The wanted duration of a deletion, ms. SQLite runs in the thread that also sends messages and answers requests. */
const WANTED_MS = 10;
/**
 * The pause after a statement, in multiples of its duration. Long enough that an embedded database can copy its log in
 * between: without an end to the writing, the log never starts again, and a commit has to copy it.
 */
const PAUSE = 3;
/** Bounds of the rows per deletion, and the rows of the first. */
const [FEWEST, MAX, FIRST] = [50, 1000, 250];

/**
 * Spreads a long deletion over time. Each statement is a transaction of its own, with as many rows as the measured time
 * allows, and is followed by a longer pause: at most a quarter of the time belongs to the deletion.
 */
export class DeletionPacer {
	readonly #signal: AbortSignal;
	#rows = FIRST;

	constructor(signal: AbortSignal) {
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
		const fitting = Math.min((rows * WANTED_MS) / ms, 2 * this.#rows);
		if (rows === this.#rows || fitting < this.#rows) this.#rows = Math.round(clamp(fitting));
		await this.#pause(ms);
		return deleted;
	}

	/** @param ms how long the statement took */
	async #pause(ms: number): Promise<void> {
		// Rejects when the process stops, which the caller sees in `stopped`.
		await setTimeout(PAUSE * ms, undefined, { signal: this.#signal }).catch(() => undefined);
	}
}

function clamp(rows: number): number {
	return Math.min(MAX, Math.max(FEWEST, rows));
}
