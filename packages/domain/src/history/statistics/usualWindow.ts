import { HOURS_A_DAY, localTimes } from './localTimes.ts';

/** When a product usually comes back. */
export interface UsualWindow {
	/** 1 is Monday, 7 Sunday. */
	weekday: number;
	/** Whole hours of the market's clocks; `toHour` is exclusive, 24 at most. */
	fromHour: number;
	toHour: number;
	zone: string;
	/** The share of all restocks that lie in it, 0.5 to 1, and their number. */
	share: number;
	n: number;
}

/** Restocks of a product within this time of the first count as one, ms. */
const SAME_RESTOCK_MS = 3_600_000;
/** What a window needs to be named: restocks, different weeks, and the share of all restocks. */
const MIN = { restocks: 5, weeks: 3, share: 0.5 };
const MAX_HOURS = 3;

/**
 * The window of one to three hours in a week with the most restocks; of several the shortest, then the earliest. Null if none
 * has enough.
 * @param times of restocks from the oldest, epoch ms
 * @param zone the market's
 */
export function usualWindow(times: readonly number[], zone: string): UsualWindow | null {
	const moments = localTimes(distinct(times), zone);
	const byHour = Map.groupBy(moments, ({ weekday, hour }) => weekday * HOURS_A_DAY + hour);
	const minimum = Math.max(MIN.restocks, moments.length * MIN.share);
	let usual: UsualWindow | null = null;
	for (const { weekday, fromHour, toHour } of WINDOWS) {
		const hours = Array.from({ length: toHour - fromHour }, (_, more) => weekday * HOURS_A_DAY + fromHour + more);
		const weeks = hours.flatMap((hour) => byHour.get(hour)?.map(({ week }) => week) ?? []);
		const n = weeks.length;
		if (n < minimum || n <= (usual?.n ?? 0) || new Set(weeks).size < MIN.weeks) continue;
		usual = { weekday, fromHour, toHour, zone, share: n / moments.length, n };
	}
	return usual;
}

/** Every window, from the shortest and earliest. */
const WINDOWS = Array.from({ length: MAX_HOURS }, (_, more) =>
	Array.from({ length: 7 }, (_, day) =>
		Array.from({ length: HOURS_A_DAY - more }, (_, fromHour) => ({
			weekday: day + 1,
			fromHour,
			toHour: fromHour + more + 1,
		})),
	),
).flat(2);

/** The first of the restocks that count as one. */
function distinct(times: readonly number[]): number[] {
	const kept: number[] = [];
	for (const at of times) if (at - (kept.at(-1) ?? -Infinity) > SAME_RESTOCK_MS) kept.push(at);
	return kept;
}
