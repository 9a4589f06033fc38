import type { Endpoint } from '../../contract/endpoint.ts';
import { type CallName, contract } from '../../contract/index.ts';

const ENTRIES = (Object.entries(contract) as [CallName, Endpoint][]).map(([name, entry]) => ({
	name,
	entry,
	matches: new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The calls of the contract that a path stands for, one per method. */
export function entriesFor(path: string): { name: CallName; entry: Endpoint }[] {
	return ENTRIES.filter(({ matches }) => matches.test(path));
}
