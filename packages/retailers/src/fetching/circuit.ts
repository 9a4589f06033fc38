import type { FetchFailure } from './failure.ts';

/** The number of failures in a row after which a host is left alone. */
const FAILURES = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** The longest pause that a host can request, ms. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Leaves a host alone after failures in a row, and as long as it asks for: first 30 s, then twice as long each time up to
 * 15 minutes, with one request between the pauses.
 */
export class Circuit {
	#failures = 0;
	#pauseMs = FIRST_PAUSE_MS;
	#until = 0;
	#probing = false;
	#last: FetchFailure | null = null;

	/** The failure to report instead of a request; null if the request can be sent. */
	problem(now = performance.now()): FetchFailure | null {
		if (!this.#last) return null;
		if (now < this.#until || this.#probing) {
			return { ...this.#last, isRepeated: true, retryAfterMs: Math.max(this.#until - now, 1000) };
		}
		this.#probing = this.#failures >= FAILURES;
		return null;
	}

	/** A response with status 200 or 304 arrived. `noteRead` or `noteFailure` follows: it can be a wall. */
	noteAnswer(): void {
		this.#probing = false;
		this.#until = 0;
		this.#failures = Math.min(this.#failures, FAILURES - 1);
	}

	/** An answer was read. */
	noteRead(): void {
		this.#failures = 0;
		this.#pauseMs = FIRST_PAUSE_MS;
		this.#until = 0;
		this.#probing = false;
		this.#last = null;
	}

	noteFailure(failure: FetchFailure, now = performance.now()): void {
		this.#failures++;
		this.#probing = false;
		this.#last = failure;
		this.#until = now + Math.min(failure.retryAfterMs ?? 0, LONGEST_WAIT_MS);
		if (this.#failures < FAILURES) return;
		this.#until = Math.max(this.#until, now + this.#pauseMs);
		this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
	}

	/** The request was given up before it had a result. */
	noteAborted(): void {
		this.#probing = false;
	}
}
