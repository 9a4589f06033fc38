import { useEffect, useState } from 'react';

/** What an action came to, in words; good news goes by itself, bad news stays until the next try. */
export interface Outcome {
	bad: boolean;
	text: string;
}

/** @param forMs how long good news stands */
export function useOutcome(forMs: number): [Outcome | null, (outcome: Outcome | null) => void] {
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	useEffect(() => {
		if (!outcome || outcome.bad) return undefined;
		const timer = setTimeout(() => setOutcome(null), forMs);
		return () => clearTimeout(timer);
	}, [outcome, forMs]);
	return [outcome, setOutcome];
}
