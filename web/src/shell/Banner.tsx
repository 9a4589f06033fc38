import type { Outcome } from '../data/useOutcome.ts';

/** The outcome of an action, read out when it appears. Its place stands empty before, so nothing moves. */
export function Banner({ outcome }: { outcome: Outcome | null }) {
	return (
		<div role="status">{outcome && <p className={`banner ${outcome.bad ? 'bad' : 'good'}`}>{outcome.text}</p>}</div>
	);
}
