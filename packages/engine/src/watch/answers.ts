import type { Answer } from '@dropwire/retailers';

/** The kinds of `blockedReason` that are about one page. */
const OWN_PROBLEMS = /^(?:changed format|robots\.txt): /;

/** Whether a whole call failed. A single blocked product does not block the region. */
export function isRegionBlocked(answers: readonly Answer[]): boolean {
	return answers.length > 0 && answers.every((answer) => answer.kind === 'blocked');
}

/** Whether a call for links failed at the shop. A page in another format, or that robots.txt forbids, says nothing about others. */
export function isShopBlocked(answers: readonly Answer[]): boolean {
	const isOwn = (answer: Answer) =>
		answer.kind === 'blocked' && answer.retryAfterMs === null && OWN_PROBLEMS.test(answer.reason);
	return isRegionBlocked(answers) && !answers.every(isOwn);
}

/** The longest pause that the answers request, ms; null if none requests one. */
export function longestPause(answers: readonly Answer[]): number | null {
	const pauses = answers.flatMap((answer) => (answer.kind === 'blocked' ? [answer.retryAfterMs ?? 0] : []));
	return pauses.length > 0 ? Math.max(...pauses) : null;
}
