import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@dropwire/contract';
import { backoff } from '@dropwire/domain';
import type { Logger } from 'pino';

const PAUSE = backoff({ firstMs: 500, maxMs: 30_000 });
/** Responses that would be the same for every retry. */
const PERMANENT: readonly number[] = [400, 404, 409];

/**
 * Retries work with exponential backoff until it succeeds. A permanent error is logged, and the work is given up.
 * @param name names the work in the log
 * @param pauseAfter the pause after a number of failures, ms
 * @returns null if the work was given up or the bot is shutting down
 */
export async function retryUntilDone<T>(
	name: string,
	log: Logger,
	shutdown: AbortSignal,
	work: () => Promise<T>,
	pauseAfter = PAUSE,
): Promise<T | null> {
	for (let failures = 1; !shutdown.aborted; failures++) {
		try {
			return await work();
		} catch (error) {
			const { status = 0, requestId = null } = error instanceof ApiError ? error : {};
			const permanent = PERMANENT.includes(status);
			log[permanent ? 'error' : 'warn']({ err: error, requestId }, `${name}: ${permanent ? 'failed' : 'will retry'}`);
			if (permanent) return null;
		}
		// Rejects only on shutdown, which the loop checks.
		await pause(pauseAfter(failures), undefined, { signal: shutdown, ref: false }).catch(() => {});
	}
	return null;
}

/** Runs work that nobody waits for, and logs its failure, for example an unexpected answer of the server. */
export function inBackground(name: string, log: Logger, work: Promise<unknown>): void {
	work.catch((error: unknown) => log.error({ err: error }, `${name}: failed`));
}
