/**
 * Whether somebody who waits for a brand's messages in a region can get any:
 *
 * - `blocked`: checks there cannot read a tenth of the products or more.
 * - `suspect`: the checks are answered, but the shop's format has probably changed.
 * - `late`: the checks are late, or the external monitor that reports the products is silent.
 * - `sold_but_unwatched`: active subscriptions, but no source, or no SKU that it can check.
 * - `watched_but_unsold`: SKUs, but no active subscription, so that nothing is checked.
 * - `first_round`: a tenth of the products or more has not been checked for the first time.
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
	'first_round',
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
	first_round: 'First round',
	watched: 'Watched',
	idle: 'Idle',
};

/** Whether an operator has to do something about it. */
export function isCoverageProblem(verdict: CoverageVerdict): boolean {
	return verdict !== 'watched' && verdict !== 'first_round' && verdict !== 'idle';
}

/** The part of a place's products from which its state is theirs: one failed call of many is not the state of a shop. */
const NOTABLE_SHARE = 0.1;
/** How long products cannot be read until that is the state of their shop, ms: a failed call is repeated before. */
const BLOCKED_AFTER_MS = 10_000;

/**
 * Whether checks cannot read a source in a region or at a host, judged by the share of its products and for how long. The
 * only rule for it: coverage, the public status, the pulse and the bot use it.
 */
export function isBlocked(
	{ watched, blocked, blockedSince }: { watched: number; blocked: number; blockedSince: number | null },
	now: number,
): boolean {
	return blockedSince !== null && now - blockedSince >= BLOCKED_AFTER_MS && blocked >= NOTABLE_SHARE * watched;
}

/** Whether the first round over a place's products is under way. Products that cannot be read do not count. */
export function isInFirstRound({
	watched,
	neverChecked,
	blocked,
}: {
	watched: number;
	neverChecked: number;
	blocked: number;
}): boolean {
	const left = neverChecked - blocked;
	return left > 0 && left >= NOTABLE_SHARE * watched;
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
	/**
	 * Of the products that are checked now: how many there are, whether they cannot be read (`isBlocked`), whether their first
	 * round is under way, and whether their answers are suspect or late.
	 */
	watched: number;
	blocked: boolean;
	firstRound: boolean;
	suspect: boolean;
	late: boolean;
	/** The state of the external monitors that report the products; null if there are none. */
	monitors: 'live' | 'silent' | null;
}

/** The verdict on a brand and category in a region. The only rule for it: web, command line and bot show its result. */
export function coverageVerdict(facts: CoverageFacts): CoverageVerdict {
	const { active, soldOtherwise, broadcast, skus, canCheck, watched, blocked, firstRound, suspect, late, monitors } =
		facts;
	if (active === 0 && !broadcast) return skus > 0 && !soldOtherwise ? 'watched_but_unsold' : 'idle';
	if (blocked) return 'blocked';
	if (suspect) return 'suspect';
	if (late) return 'late';
	if (firstRound) return 'first_round';
	if (watched > 0 || canCheck || monitors === 'live') return 'watched';
	if (active === 0) return 'idle';
	return monitors === 'silent' ? 'late' : 'sold_but_unwatched';
}
