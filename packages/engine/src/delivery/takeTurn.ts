import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget } from '../discord/budget.ts';
import type { SharedLimits } from './sharedLimits.ts';

/** The result of a request, reported once Discord has answered. */
export interface TurnAnswer {
	/** Whether Discord counts the response towards its ban of the IP address. */
	invalid: boolean;
	/** Whether nothing proves that Discord accepts requests: it blocks the IP address, or the request failed. */
	unclear: boolean;
	/** How long Discord blocks the whole IP address, ms; 0 if it does not. */
	pauseMs: number;
	/** Why, for people. */
	reason: string;
}

/**
 * Waits until this process can send Discord a request other than a delivery. Call the returned function when the
 * response arrives.
 * @throws the signal's reason once it is aborted
 */
export async function takeTurn(
	budget: Budget,
	shared: SharedLimits,
	signal: AbortSignal,
): Promise<(answer: TurnAnswer) => void> {
	for (;;) {
		const now = performance.now();
		const readyAt = budget.readyAt(now);
		if (readyAt <= now) break;
		await sleep(readyAt - now, undefined, { signal });
	}
	const answered = budget.take(performance.now());
	return ({ invalid, unclear, pauseMs, reason }) => {
		if (answered(performance.now(), invalid, unclear)) shared.resume();
		if (pauseMs > 0) shared.pause(pauseMs, reason);
	};
}
