import { counted } from '../terminal/output.ts';

/** The share of its lists that an import may remove by default; --max-removals overrides it. */
const SHARE = 0.1;

interface Removals {
	removed: number;
	/** The current number of rows in the import's groups or lists. */
	current: number;
	/** The value of --max-removals. */
	max: number | undefined;
	plural: string;
}

/** Why an import removes too many rows, and how to proceed; null if the removals are within the limit. */
export function tooManyRemovals({ removed, current, max, plural }: Removals): { problem: string; hint: string } | null {
	const of = `${removed.toLocaleString('en')} of ${counted(current, plural)} would be removed`;
	const hint = `If that is what you want, add --max-removals ${removed}.`;
	if (max !== undefined) return removed > max ? { problem: `${of}; --max-removals allows ${max}.`, hint } : null;
	return removed > current * SHARE ? { problem: `${of}, which is more than 10 %.`, hint } : null;
}
