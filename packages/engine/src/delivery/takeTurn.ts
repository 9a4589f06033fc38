import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget } from './discord/budget.ts';
import type { SharedLimits } from './sharedLimits.ts';

/**
 * Waits until this process can send Discord a request other than a delivery. Call the returned function when the
 * response arrives.
 * @throws the signal's reason once it is aborted
 */
export async function takeTurn(
	budget: Budget,
	shared: SharedLimits,
	signal: AbortSignal,
): Promise<(answer: { invalid: boolean; pauseMs: number }) => void> {
	for (;;) {
		const now = performance.now();
		const readyAt = budget.readyAt(now);
		if (readyAt <= now) break;
		await sleep(readyAt - now, undefined, { signal });
	}
	const answered = budget.take(performance.now());
	return ({ invalid, pauseMs }) => {
		answered(performance.now(), invalid);
		if (pauseMs > 0) shared.pause(pauseMs);
	};
}
