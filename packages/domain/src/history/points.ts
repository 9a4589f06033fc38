import type { ProductStatus } from '../statuses.ts';

/** The state of one offer of a product in a region from `at` until the next point. */
export interface HistoryPoint {
	/** When a check found it, or when a report observed it, epoch ms. */
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
	 * out; true for all of them, and for a product without sizes. Set by `nextPoint`, which knows that check.
	 */
	noRestock?: true | readonly string[];
	/** What a compacted day was. The other fields are the state at its end, but `currency` is also that of `low` and `high`. */
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

/** A UTC day, ms. */
export const DAY_MS = 86_400_000;

/** The state from `at` on in which nothing is known. */
export function gapPoint(at: number): HistoryPoint {
	return {
		at,
		price: null,
		full: null,
		currency: null,
		status: null,
		available: null,
		inStock: null,
		sizes: null,
		gap: true,
	};
}

/** The state that a point leaves, as a point at another moment. */
export function stateAt(at: number, point: HistoryPoint): HistoryPoint {
	const { noRestock: _, day: _day, ...state } = point;
	return { ...state, at };
}

/** The sizes that can be bought in a state: none of a product that is not available, whatever stock the shop lists. */
export function sizesOf({ available, sizes }: HistoryPoint): readonly string[] {
	return available === false ? [] : (sizes ?? []);
}

/** The time between two moments in which the product was watched, ms: since its first point, without gaps. */
export function watchedMs(points: readonly HistoryPoint[], from: number, to: number): number {
	let sum = 0;
	for (const [index, point] of points.entries()) {
		if (point.gap && !point.day) continue;
		const end = Math.min(to, points[index + 1]?.at ?? to, point.gap ? point.at + DAY_MS : to);
		sum += Math.max(0, end - Math.max(from, point.at));
	}
	return sum;
}

/** A length of time in minutes with one decimal. */
export function toMinutes(ms: number): number {
	return Math.round(ms / 6000) / 10;
}

/** A time in whole seconds, epoch ms, as answers state it. */
export function toSecond(at: number): number {
	return Math.floor(at / 1000) * 1000;
}
