import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@dropwire/bff/contract';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Tells the server something until it has taken it: it may be down or slow for a while. What it refuses for good (a bad
 * request) is logged and given up.
 * @returns null when it was given up, or the bot ends
 */
export async function untilDone<T>(
	what: string,
	log: Logger,
	ends: AbortSignal,
	work: () => Promise<T>,
): Promise<T | null> {
	for (let wait = FIRST_PAUSE_MS; !ends.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
		try {
			return await work();
		} catch (error) {
			const { status = 0, requestId = null } = error instanceof ApiError ? error : {};
			const hopeless = status === 400 || status === 404 || status === 409;
			log[hopeless ? 'error' : 'warn']({ err: error, requestId }, `${what}: ${hopeless ? 'refused' : 'not yet'}`);
			if (hopeless) return null;
		}
		// It fails only by the end of this process, which is looked at next.
		await pause(wait, undefined, { signal: ends, ref: false }).catch(() => {});
	}
	return null;
}
