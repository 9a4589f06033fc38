/**
 * Whether somebody who waits for a brand's messages in a region can get any:
 *
 * - `blocked`: a check of a product there could not read it.
 * - `suspect`: the checks are answered, but the shop's format has probably changed.
 * - `late`: the checks are late, or the external monitor that reports the products is silent.
 * - `sold_but_unwatched`: active subscriptions, but no source, or no SKU that it can check.
 * - `watched_but_unsold`: SKUs, but no active subscription, so that nothing is checked.
 * - `watched`: active subscriptions, and products that are checked or reported.
 * - `idle`: nobody waits, and nothing is meant to be watched.
 *
 * In the order in which they need an operator.
 */
export const COVERAGE_VERDICTS = [
	'blocked',
	'sold_but_unwatched',
	'suspect',
	'late',
	'watched_but_unsold',
	'watched',
	'idle',
] as const;
export type CoverageVerdict = (typeof COVERAGE_VERDICTS)[number];

export const VERDICT_NAMES: Readonly<Record<CoverageVerdict, string>> = {
	blocked: 'Blocked',
	sold_but_unwatched: 'Sold but unwatched',
	suspect: 'Suspect',
	late: 'Late',
	watched_but_unsold: 'Watched but unsold',
	watched: 'Watched',
	idle: 'Idle',
};

/** Whether an operator has to do something about it. */
export function isCoverageProblem(verdict: CoverageVerdict): boolean {
	return verdict !== 'watched' && verdict !== 'idle';
}

/** What the verdict on a brand and category in a region depends on. */
export interface CoverageFacts {
	/** Subscriptions that get messages: their webhooks are on, and their servers are not paused. */
	active: number;
	/** Whether somebody else gets what the same source yields there: another category, or the broadcast list. */
	soldOtherwise: boolean;
	/** Whether the broadcast list has a webhook that is on: it gets every event, so the source is polled for it, too. */
	broadcast: boolean;
	/** SKUs on its lists that are meant for the region. */
	skus: number;
	/** Whether some of them can be checked: there is a source, an engine runs, and their links are known. */
	canCheck: boolean;
	/** Of the products that are checked now: how many there are, how many are blocked, and whether their answers are suspect or late. */
	watched: number;
	blocked: number;
	suspect: boolean;
	late: boolean;
	/** The state of the external monitors that report the products; null if there are none. */
	monitors: 'live' | 'silent' | null;
}

/** The verdict on a brand and category in a region. The only rule for it: web, command line and bot show its result. */
export function coverageVerdict(facts: CoverageFacts): CoverageVerdict {
	const { active, soldOtherwise, broadcast, skus, canCheck, watched, blocked, suspect, late, monitors } = facts;
	if (active === 0 && !broadcast) return skus > 0 && !soldOtherwise ? 'watched_but_unsold' : 'idle';
	if (blocked > 0) return 'blocked';
	if (suspect) return 'suspect';
	if (late) return 'late';
	if (watched > 0 || canCheck || monitors === 'live') return 'watched';
	if (active === 0) return 'idle';
	return monitors === 'silent' ? 'late' : 'sold_but_unwatched';
}
