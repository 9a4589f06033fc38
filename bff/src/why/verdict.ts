import type { WhyRow, WhyVerdict } from '@dropwire/contract';
import type { EventPath } from './eventSteps.ts';
import { verdictOf } from './rows.ts';

/**
 * The step that said no (contract: "Why"): on the path of the event nearest to the moment, or else of the checks.
 * @returns null if the message was sent or waits
 */
export function decideVerdict(checks: readonly WhyRow[], paths: readonly EventPath[]): WhyVerdict | null {
	const [nearest] = paths;
	const row = nearest ? firstNo(nearest.rows) : lastNo(checks);
	return row ? verdictOf(row) : null;
}

function firstNo(path: readonly WhyRow[]): WhyRow | undefined {
	const isReached = path.some(({ step }) => step === 'queued');
	if (!isReached)
		return path.find(({ step, outcome }) => ['topic', 'subscription'].includes(step) && outcome !== 'yes');
	const queued = path.find(({ step }) => step === 'queued')?.count ?? 0;
	const failed = path.filter(({ step }) => step === 'failed');
	const isOver = failed.reduce((sum, { count }) => sum + count, 0) === queued;
	return isOver ? failed[0] : undefined;
}

function lastNo(checks: readonly WhyRow[]): WhyRow | undefined {
	const last = (is: (row: WhyRow) => boolean) => {
		const found = checks.filter(is);
		return found.toSorted((a, b) => endOf(a) - endOf(b)).at(-1);
	};
	return (
		last(({ outcome, code }) => outcome === 'blocked' || outcome === 'held back' || code === 'no_event') ??
		last(({ outcome }) => outcome === 'baseline') ??
		last(({ outcome }) => outcome === 'no change') ??
		last(({ outcome }) => outcome === 'gone') ??
		last(({ step, outcome }) => step === 'listed' && outcome === 'no') ??
		last(({ step, outcome }) => step === 'polled' && outcome !== 'yes') ??
		last(({ step }) => step === 'polled') ??
		last(({ step }) => step === 'listed')
	);
}

function endOf({ at, until }: WhyRow): number {
	return until ?? at ?? 0;
}
