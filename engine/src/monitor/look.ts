import type { EventKind } from '@dropwire/db/topics';
import type { Answer, ProductSnapshot } from '../sources/source.ts';
import { compare } from './compare.ts';

/** What is known of a product in a region before a look. */
export interface Known {
	/** Null: gone at the last look. */
	snapshot: ProductSnapshot | null;
	/** Looks in a row that found it gone, while the snapshot still stands. */
	goneLooks: number;
	/** When stock news of it was last told, epoch ms; null for never. */
	stockToldAt: number | null;
}

/** What a look comes to. */
export type Finding =
	/** Nothing changed, or not yet to be believed: the snapshot stands. */
	| { kind: 'same'; goneLooks: number }
	/** The first answer: remembered, told to nobody. */
	| { kind: 'baseline'; snapshot: ProductSnapshot | null }
	/** It changed in what is no news: remembered, told to nobody. */
	| { kind: 'quiet'; snapshot: ProductSnapshot | null }
	| { kind: 'news'; event: EventKind; snapshot: ProductSnapshot | null }
	| { kind: 'blocked'; reason: string };

/** Nike's feed drops a product for a moment after a change of its own: once gone is not yet gone. */
export const GONE_LOOKS = 2;
/** Stock news of one product at most so often, ms: what is told less often is not lost, only told together. */
export const STOCK_QUIET_MS = 60_000;

/**
 * Decides what an answer means. Pure: the same answer to the same knowledge always means the same.
 * @param known null before the first answer
 * @param watched kinds that the SKU's watch lists yield
 */
export function look(
	known: Known | null,
	answer: Answer,
	{ watched, at, quietMs = STOCK_QUIET_MS }: { watched: Iterable<EventKind>; at: number; quietMs?: number },
): Finding {
	if (answer.kind === 'blocked') return { kind: 'blocked', reason: answer.reason };
	const after = answer.kind === 'read' ? answer.snapshot : null;
	if (known === null) return { kind: 'baseline', snapshot: after };
	const { snapshot: before, stockToldAt } = known;
	if (after === null && before !== null && known.goneLooks + 1 < GONE_LOOKS) {
		return { kind: 'same', goneLooks: known.goneLooks + 1 };
	}
	if (after === before || JSON.stringify(after) === JSON.stringify(before)) return { kind: 'same', goneLooks: 0 };
	const event = compare(before, after, { at, watched });
	if (event === null) return { kind: 'quiet', snapshot: after };
	const tooSoon = event === 'STOCK' && stockToldAt !== null && at - stockToldAt < quietMs;
	// The snapshot stays, so what still differs after the quiet time is told then, and what went and came back is not.
	return tooSoon ? { kind: 'same', goneLooks: 0 } : { kind: 'news', event, snapshot: after };
}
