import { useState } from 'react';

/** The keys of the rows that are selected for a bulk action. */
export interface Selection {
	/** How many of these rows are selected. */
	countOf(keys: readonly string[]): number;
	has(key: string): boolean;
	set(keys: readonly string[], on: boolean): void;
}

export function useSelection(): Selection {
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	return {
		countOf: (keys) => keys.filter((key) => selected.has(key)).length,
		has: (key) => selected.has(key),
		set: (keys, on) => setSelected((before) => (on ? before.union(new Set(keys)) : before.difference(new Set(keys)))),
	};
}
