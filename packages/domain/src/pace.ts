/** Why a product is checked as often as it is. */
export const INTERVAL_REASONS = ['launch', 'hot', 'pinned', 'learned', 'uniform', 'canary'] as const;
export type IntervalReason = (typeof INTERVAL_REASONS)[number];

/** The intervals that an operator can pin, ms. */
export const PIN_LIMITS = { minMs: 2000, maxMs: 3_600_000 } as const;

/** When a product, or the products of a place, usually change, by the market's clocks. */
export interface UsualTimes {
	/** 1 is Monday, 7 Sunday; both are included. */
	fromDay: number;
	toDay: number;
	/** Whole hours; `toHour` is exclusive, 24 at most. */
	fromHour: number;
	toHour: number;
}

/** How often a product is checked, ms, and how often it were if all of its shop's were checked equally often. */
export interface Interval {
	ms: number;
	uniformMs: number;
	reason: IntervalReason;
}

/** How often the products of a place change and are checked. */
export interface PlacePace extends Interval {
	/** Changes that matter, of all products together. */
	changesPerDay: number;
	usual: UsualTimes | null;
}
