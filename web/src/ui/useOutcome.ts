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
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	useEffect(() => {
		if (!outcome || outcome.bad) return undefined;
		const timer = setTimeout(() => setOutcome(null), forMs);
		return () => clearTimeout(timer);
	}, [outcome, forMs]);
	return [outcome, setOutcome];
}
