import { DAY_MS, type HistoryPoint, stateAt } from './points.ts';
import { restocksOf } from './restocks.ts';
import { staysOf } from './stays.ts';

/**
 * A history in which each UTC day that ended at `before` at the latest has one point, at its beginning. Days without a
 * point get none. Repeating it changes nothing.
 * @param points from the first one, or from one whose state the next ones continue
 * @param before epoch ms
 */
export function compactDays(points: readonly HistoryPoint[], before: number): HistoryPoint[] {
	const end = points.findIndex(({ at }) => startOf(at) + DAY_MS > before);
	const old = end < 0 ? points : points.slice(0, end);
	const restocks = Map.groupBy(restocksOf(staysOf(points)), ({ at }) => startOf(at));
	const compacted: HistoryPoint[] = [];
	for (const [start, ofDay] of Map.groupBy(old, ({ at }) => startOf(at))) {
		const state = compacted.at(-1);
		const isDone = ofDay.length === 1 && ofDay[0]?.day;
		compacted.push(
			isDone ? (ofDay[0] as HistoryPoint) : dayPoint(start, state, ofDay, restocks.get(start)?.length ?? 0),
		);
	}
	return [...compacted, ...points.slice(old.length)];
}

/** @param state what the day began with */
function dayPoint(
	start: number,
	state: HistoryPoint | undefined,
	points: readonly HistoryPoint[],
	restocks: number,
): HistoryPoint {
	const states = [...(state ? [stateAt(start, state)] : []), ...points];
	const currency = states.findLast((one) => one.currency !== null)?.currency ?? null;
	const prices = states
		.filter((one) => one.currency === currency)
		.flatMap(({ price, day }) => [price, day?.low ?? null, day?.high ?? null])
		.filter((price) => price !== null);
	let availableMs = 0;
	for (const [index, { at, available, day }] of states.entries()) {
		if (day) availableMs += day.minutesAvailable * 60_000;
		else if (available) availableMs += (states[index + 1]?.at ?? start + DAY_MS) - at;
	}
	return {
		...stateAt(start, points.at(-1) as HistoryPoint),
		currency,
		day: {
			low: prices.length > 0 ? Math.min(...prices) : null,
			high: prices.length > 0 ? Math.max(...prices) : null,
			minutesAvailable: Math.min(Math.round(availableMs / 60_000), DAY_MS / 60_000),
			restocks: restocks + points.reduce((sum, { day }) => sum + (day?.restocks ?? 0), 0),
		},
	};
}

/** The beginning of a moment's UTC day. */
function startOf(at: number): number {
	return Math.floor(at / DAY_MS) * DAY_MS;
}
