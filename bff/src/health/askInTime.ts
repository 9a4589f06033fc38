import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A question to the database that is answered within `ms`, even if the database hangs: false then, and when it fails.
 * It is asked once at a time: while the database hangs, probes must not take all its connections.
 */
export function askInTime(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
	let asking: Promise<boolean> | undefined;
	return async () => {
		asking ??= ask()
			.catch(() => false)
			.finally(() => {
				asking = undefined;
			});
		const patience = new AbortController();
		const late = sleep(ms, false, { signal: patience.signal, ref: false }).catch(() => false);
		const answer = await Promise.race([asking, late]);
		patience.abort();
		return answer;
	};
}
