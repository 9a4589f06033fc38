import { backoff } from '@dropwire/domain';
import type { FetchFailure } from './failure.ts';

/** The number of failures in a row after which a host is left alone. */
const FAILURES = 5;
const PAUSE = backoff({ firstMs: 30_000, maxMs: 15 * 60_000 });
/** The longest pause while the shop shows a queue, ms: those at drops end after minutes. */
const QUEUE_PAUSE_MS = 60_000;
/** The longest pause that a host can request, ms. */
const LONGEST_WAIT_MS = 3_600_000;
/** The shortest time after which a request that was not sent is tried again, ms. */
const RETRY_MS = 1000;

/** A request that can be sent. */
export interface Turn {
	/** A response arrived. `noteRead` or `noteWall` can follow, when its body was read. */
	answered(): void;
	failed(failure: FetchFailure, now?: number): void;
	/** The request is over, whether it was sent or not. */
	end(): void;
}

/**
 * Decides when a host is asked: leaves it alone after failures in a row, and as long as it asks for. The pause is 30 s
 * first, then twice as long each time up to 15 minutes, or a minute while it shows a queue, with one request between the
 * pauses. Only what says something about the whole host counts. A request that is not sent, whatever the reason, changes
 * nothing.
 */
export class Circuit {
	#failures = 0;
	/** The number of pauses without a queue since the host was read. */
	#pauses = 0;
	#until = 0;
	/** The one request between two pauses; null while there is none. */
	#probe: Turn | null = null;
	#last: FetchFailure | null = null;

	/** The turn of a request, which its caller ends; or the failure to report instead of a request. */
	begin(now = performance.now()): Turn | FetchFailure {
		if (this.#last && (now < this.#until || this.#probe)) {
			return { ...this.#last, isUnsent: true, retryAfterMs: Math.max(this.#until - now, RETRY_MS) };
		}
		const turn: Turn = {
			answered: () => this.#answered(),
			failed: (failure, at) => this.#failed(failure, at),
			end: () => {
				if (this.#probe === turn) this.#probe = null;
			},
		};
		if (this.#failures >= FAILURES) this.#probe = turn;
		return turn;
	}

	/** An answer of the host contained what was expected. */
	noteRead(now = performance.now()): void {
		// The answer to a request that was sent before the pause.
		if (now < this.#until) return;
		this.#failures = 0;
		this.#pauses = 0;
		this.#last = null;
	}

	/** An answer with status 200 was a bot wall. */
	noteWall(failure: FetchFailure, now = performance.now()): void {
		this.#failed(failure, now);
	}

	#answered(): void {
		this.#failures = Math.min(this.#failures, FAILURES - 1);
	}

	#failed(failure: FetchFailure, now = performance.now()): void {
		const wanted = now + Math.min(failure.retryAfterMs ?? 0, LONGEST_WAIT_MS);
		if (!isAboutHost(failure)) return this.#answered();
		// Requests that were sent before a pause prolong it only if the host asks for that.
		const isPaused = now < this.#until;
		this.#until = Math.max(this.#until, wanted);
		this.#last = failure;
		if (isPaused) return;
		this.#failures++;
		if (this.#failures < FAILURES) return;
		const pauseMs = PAUSE(this.#pauses + 1);
		this.#until = Math.max(this.#until, now + (failure.isQueue ? Math.min(pauseMs, QUEUE_PAUSE_MS) : pauseMs));
		if (!failure.isQueue) this.#pauses++;
	}
}

/**
 * Whether a failure says something about the whole host. Status 502 to 504, and Cloudflare's 520 and above: no server answers
 * for it. 500 can be one broken page.
 */
export function isAboutHost({ kind, status, retryAfterMs }: FetchFailure): boolean {
	if (kind === 'HTTP status') return retryAfterMs !== null || (status !== null && status > 501);
	return kind === 'wall (403)' || kind === 'wall page' || kind === 'rate limited' || kind === 'unreachable';
}
