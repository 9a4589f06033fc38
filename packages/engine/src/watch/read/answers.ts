import type { Answer, Source } from '@dropwire/retailers';
import type { Checked } from '../schedule/schedule.ts';

/** Whether a whole call failed. A single blocked product does not block the region. */
export function isRegionBlocked(answers: readonly Answer[]): boolean {
	return answers.length > 0 && answers.every((answer) => answer.kind === 'blocked');
}

/**
 * When to check a batch again. A source that reads links decides when each host is asked (`circuit.ts` of the
 * retailers), and its answers name the pause: the schedule only waits for its end.
 */
export function checkedOf({ byLink }: Pick<Source, 'byLink'>, answers: readonly Answer[]): Checked {
	return { blocked: byLink ? null : isRegionBlocked(answers), retryAfterMs: pauseIn(answers, Boolean(byLink)) };
}

/** The pause that the answers request, ms: that after which one product can be read, or the longest; null for none. */
function pauseIn(answers: readonly Answer[], byLink: boolean): number | null {
	const pauses = answers.flatMap((answer) => (answer.kind === 'blocked' ? [answer.retryAfterMs ?? 0] : []));
	if (pauses.length === 0 || (byLink && pauses.length < answers.length)) return null;
	return byLink ? Math.min(...pauses) : Math.max(...pauses);
}
