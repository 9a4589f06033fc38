import type { Answer } from '@dropwire/retailers';

/** Whether a whole call failed. A single blocked product does not block the region. */
export function isRegionBlocked(answers: readonly Answer[]): boolean {
	return answers.length > 0 && answers.every((answer) => answer.kind === 'blocked');
}

/** The longest pause that the answers request, ms; null if none requests one. */
export function longestPause(answers: readonly Answer[]): number | null {
	const pauses = answers.flatMap((answer) => (answer.kind === 'blocked' ? [answer.retryAfterMs ?? 0] : []));
	return pauses.length > 0 ? Math.max(...pauses) : null;
}
