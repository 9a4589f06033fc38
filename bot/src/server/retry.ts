import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@dropwire/contract';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Responses that would be the same for every retry. */
const PERMANENT: readonly number[] = [400, 404, 409];

/**
 * Retries work with exponential backoff until it succeeds. A permanent error is logged, and the work is given up.
 * @param name names the work in the log
 * @returns null if the work was given up or the bot is shutting down
 */
export async function retryUntilDone<T>(
	name: string,
	log: Logger,
	shutdown: AbortSignal,
	work: () => Promise<T>,
): Promise<T | null> {
	for (let wait = FIRST_PAUSE_MS; !shutdown.aborted; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
		try {
			return await work();
		} catch (error) {
			const { status = 0, requestId = null } = error instanceof ApiError ? error : {};
			const permanent = PERMANENT.includes(status);
			log[permanent ? 'error' : 'warn']({ err: error, requestId }, `${name}: ${permanent ? 'failed' : 'will retry'}`);
			if (permanent) return null;
		}
		// Rejects only on shutdown, which the loop checks.
		await pause(wait, undefined, { signal: shutdown, ref: false }).catch(() => {});
	}
	return null;
}
