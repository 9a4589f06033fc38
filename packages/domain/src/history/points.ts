import type { ProductStatus } from '../statuses.ts';

/** The state of one offer of a product in a region from `at` until the next point. */
export interface HistoryPoint {
	/** When the check found it, or when a report observed it, epoch ms. */
	at: number;
	/** Minor units; null where no price is known or in force. */
	price: number | null;
	/** The price without a reduction, minor units. */
	full: number | null;
	currency: string | null;
	status: ProductStatus | null;
	/** Null is unknown. */
	available: boolean | null;
	/** The number of sizes known to be available; null where the product lists none. */
	inStock: number | null;
	/** The sizes known to be available; null where the product lists none. */
	sizes: readonly string[] | null;
	/** Watching ended: until the next point nothing is known, and no price is in force. */
	gap?: true;
	/**
	 * The sizes that are available since this point but did not come back, because the check before did not find them sold
	 * out: it did not know, or it was more than a day earlier. True for all that the point has, and at a launch.
	 */
	noRestock?: true | readonly string[];
	/** What a compacted day was; the other fields are the state at its end, but `currency` is also that of `low` and `high`. */
	day?: CompactedDay;
}

/** The points of a UTC day in one. */
export interface CompactedDay {
	/** The lowest and the highest price that was in force on the day, minor units; null without one. */
	low: number | null;
	high: number | null;
	minutesAvailable: number;
	restocks: number;
}
