import type { Outcome } from './useOutcome.ts';

/** The outcome of an action, announced to screen readers. Its space is reserved, so that nothing moves. */
export function Banner({ outcome }: { outcome: Outcome | null }) {
	return (
		<div role="status">{outcome && <p className={`banner ${outcome.bad ? 'bad' : 'good'}`}>{outcome.text}</p>}</div>
	);
}
