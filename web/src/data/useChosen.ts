import { useState } from 'react';

/** Rows that are chosen for something to be done to them together, by key. */
export interface Chosen {
	/** How many of these are chosen. */
	countOf(keys: readonly string[]): number;
	has(key: string): boolean;
	set(keys: readonly string[], on: boolean): void;
}

export function useChosen(): Chosen {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	return {
		countOf: (keys) => keys.filter((key) => chosen.has(key)).length,
		has: (key) => chosen.has(key),
		set: (keys, on) => setChosen((before) => (on ? before.union(new Set(keys)) : before.difference(new Set(keys)))),
	};
}
