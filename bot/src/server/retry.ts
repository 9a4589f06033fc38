import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@dropwire/contract';
import type { Logger } from 'pino';

/** The first pause and the longest, ms. */
const PAUSES_MS: readonly [first: number, max: number] = [500, 30_000];
/** Responses that would be the same for every retry. */
const PERMANENT: readonly number[] = [400, 404, 409];

/**
 * Retries work with exponential backoff until it succeeds. A permanent error is logged, and the work is given up.
 * @param name names the work in the log
 * @param pausesMs the first pause, which doubles, and the longest
 * @returns null if the work was given up or the bot is shutting down
 */
export async function retryUntilDone<T>(
	name: string,
	log: Logger,
	shutdown: AbortSignal,
	work: () => Promise<T>,
	[first, max] = PAUSES_MS,
): Promise<T | null> {
	for (let wait = first; !shutdown.aborted; wait = Math.min(wait * 2, max)) {
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

/** Runs work that nobody waits for, and logs its failure, for example an unexpected answer of the server. */
export function inBackground(name: string, log: Logger, work: Promise<unknown>): void {
	work.catch((error: unknown) => log.error({ err: error }, `${name}: failed`));
}
