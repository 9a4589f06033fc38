import type { HistoryPoint } from './points.ts';

/** The points that a slice of time keeps at most; see `thin`. */
const KEPT_PER_SLICE = 5;

/**
 * At most `max` of the points. If there are more, time is divided into equal slices, each of which keeps its lowest and highest
 * price, its first change of status and of availability, and its last point, so that a state that lasts is the right one.
 * The first and last point are always kept.
 * @param max at least 7
 */
export function thin(points: readonly HistoryPoint[], max: number): HistoryPoint[] {
	const [first, last] = [points[0], points.at(-1)];
	if (points.length <= max || !first || !last) return [...points];
	const slices = Math.floor((max - 2) / KEPT_PER_SLICE);
	const sliceMs = (last.at - first.at) / slices;
	const kept = new Set([0, points.length - 1]);
	let begin = 0;
	for (let slice = 1; slice <= slices; slice++) {
		const end = slice === slices ? Infinity : first.at + slice * sliceMs;
		let next = begin;
		while (next < points.length && (points[next] as HistoryPoint).at < end) next++;
		for (const index of notable(points, begin, next)) kept.add(index);
		begin = next;
	}
	return points.filter((_, index) => kept.has(index));
}

/** The indices of the points that a slice keeps. */
function notable(points: readonly HistoryPoint[], begin: number, end: number): number[] {
	let [low, high, status, availability] = [-1, -1, -1, -1];
	for (let index = begin; index < end; index++) {
		const point = points[index] as HistoryPoint;
		const before = points[index - 1];
		if (lowOf(point) < (low < 0 ? Infinity : lowOf(points[low] as HistoryPoint))) low = index;
		if (highOf(point) > (high < 0 ? -Infinity : highOf(points[high] as HistoryPoint))) high = index;
		if (status < 0 && before && before.status !== point.status) status = index;
		if (availability < 0 && before && (before.available !== point.available || before.gap !== point.gap))
			availability = index;
	}
	return [low, high, status, availability, end - 1].filter((index) => index >= begin);
}

function lowOf({ price, day }: HistoryPoint): number {
	return day?.low ?? price ?? Infinity;
}

function highOf({ price, day }: HistoryPoint): number {
	return day?.high ?? price ?? -Infinity;
}
