import { intervalOf, type Lane, PRIORITY_SHARE } from './lanes.ts';

/** How long each lane needs for one check of all its batches, ms. */
export type Rounds = Readonly<Record<Lane, number>>;

/**
 * The rounds of the lanes, which share one budget: the interval of the lane, or longer if the budget does not suffice.
 * @param batches the number of batches of each lane, over all regions
 */
export function roundsOf(
	batches: Readonly<Record<Lane, number>>,
	{ intervalMs, batchesPerMinute }: { intervalMs: number; batchesPerMinute: number },
): Rounds {
	const interval = (lane: Lane) => intervalOf(lane, intervalMs);
	/** Batches per ms. */
	const budget = batchesPerMinute / 60_000;
	const wanted = (lane: Lane) => batches[lane] / interval(lane);
	const priorityShare = budget / PRIORITY_SHARE;
	const forOthers = budget - Math.min(wanted('priority'), priorityShare);
	const forPriority = Math.max(priorityShare, budget - wanted('regular') - wanted('rare'));
	// In one interval, the batches of the rare lane are due once in a while.
	const regularBatches = batches.regular + wanted('rare') * intervalMs;
	const regular = Math.max(intervalMs, regularBatches / forOthers);
	return {
		priority: Math.max(interval('priority'), batches.priority / forPriority),
		regular,
		// Both lanes are late by the same time, because the batch that is due first is checked first.
		rare: interval('rare') + regular - intervalMs,
	};
}
