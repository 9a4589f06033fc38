/** When the watched products of a source were last checked, in one region or all. */
export interface Freshness {
	/** The oldest among the latest checks of its products, epoch ms; null if none was ever checked. */
	oldestCheckAt: number | null;
	/** Since when the product that waits longest for its check has waited, epoch ms; null if all are blocked. */
	waitingSince: number | null;
	/** The duration of a round over all its products within the shop's budget, ms. */
	roundMs: number;
}

/** Checks are late when a product has waited for more than this many rounds. */
const LATE_ROUNDS = 3;
/** No check is late sooner, ms: times are stored a few seconds later, more on a busy machine. */
const LATE_AFTER_MS = 15_000;

/**
 * Whether a product waits for its check for longer than the budget explains (contract: "Where a product is polled"). The
 * only measure for it: screens, alerts, the command line and the metrics judge by it.
 */
export function isLate({ waitingSince, roundMs }: Omit<Freshness, 'oldestCheckAt'>, now: number): boolean {
	return waitingSince !== null && now - waitingSince > Math.max(LATE_ROUNDS * roundMs, LATE_AFTER_MS);
}

/** The age of the oldest check in rounds; 0 without a check. Orders sources by how late they are. */
export function roundsSince({ oldestCheckAt, roundMs }: Omit<Freshness, 'waitingSince'>, now: number): number {
	return oldestCheckAt === null ? 0 : (now - oldestCheckAt) / Math.max(1, roundMs);
}
