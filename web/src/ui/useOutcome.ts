import { useEffect, useState } from 'react';

/**
 * The result of an action as text. A success message disappears after a while; a failure stays until the next attempt.
 */
export interface Outcome {
	bad: boolean;
	text: string;
}

/** @param forMs how long a success is shown, ms */
export function useOutcome(forMs: number): [Outcome | null, (outcome: Outcome | null) => void] {
	const [[outcome = null], setOutcomes] = useOutcomes(forMs);
	return [outcome, (one) => setOutcomes(one ? [one] : [])];
}

/** The results of an action in several places, which disappear together if all are successes. */
export function useOutcomes(forMs: number): [readonly Outcome[], (outcomes: readonly Outcome[]) => void] {
	const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
	useEffect(() => {
		if (outcomes.length === 0 || outcomes.some(({ bad }) => bad)) return undefined;
		const timer = setTimeout(() => setOutcomes([]), forMs);
		return () => clearTimeout(timer);
	}, [outcomes, forMs]);
	return [outcomes, setOutcomes];
}
