import { DAY_MS, type HistoryPoint, sizesOf, toMinutes } from './points.ts';

/** A check that found sizes available, or a product without sizes, which the check before found sold out. */
export interface Restock {
	/** Epoch ms. */
	at: number;
	/** The sizes that came back; empty for a product without sizes. */
	sizes: string[];
	/** Until the last of them was gone, with one decimal; null while one is there, and if that is not known. */
	minutes: number | null;
}

/** A size, or a product without sizes (null), that came back and is there until it is gone. */
export interface Stay {
	/** Epoch ms. */
	at: number;
	size: string | null;
	/** Null while it is there, and if watching ended before it was gone. */
	until: number | null;
}

/** The restocks in a history, from the oldest. Those of compacted days are only counted, in `day.restocks`. */
export function restocksOf(points: readonly HistoryPoint[]): Restock[] {
	const byTime = Map.groupBy(staysOf(points), ({ at }) => at);
	return [...byTime].map(([at, stays]) => ({
		at,
		sizes: stays.flatMap(({ size }) => size ?? []),
		minutes: stays.some(({ until }) => until === null)
			? null
			: toMinutes(Math.max(...stays.map(({ until }) => until ?? at)) - at),
	}));
}

/** How long what came back was there, from the oldest. */
export function staysOf(points: readonly HistoryPoint[]): Stay[] {
	const stays: Stay[] = [];
	const open = new Map<string | null, Stay>();
	let before: HistoryPoint | undefined;
	let gapSince: number | undefined;
	for (const point of points) {
		if (point.gap) {
			open.clear();
			gapSince ??= point.at;
			continue;
		}
		const isThere = availability(point);
		for (const [size, stay] of open) {
			if (isThere(size)) continue;
			stay.until = point.at;
			open.delete(size);
		}
		const isPaused = gapSince !== undefined && point.at - gapSince > DAY_MS;
		for (const size of before && !isPaused && !point.day ? comeBack(before, point) : []) {
			const stay = { at: point.at, size, until: null };
			stays.push(stay);
			open.set(size, stay);
		}
		before = point;
		gapSince = undefined;
	}
	return stays;
}

/** Whether a size, or a product without sizes (null), is available in a state. */
function availability(point: HistoryPoint): (size: string | null) => boolean {
	const sizes = new Set(sizesOf(point));
	return (size) => (size === null ? point.available === true : sizes.has(size));
}

function comeBack(before: HistoryPoint, after: HistoryPoint): (string | null)[] {
	if (after.noRestock === true || after.available === false) return [];
	const wasOut = before.available === false;
	if (after.sizes === null) return wasOut && after.available ? [null] : [];
	// Sizes that a shop lists for the first time may have been there before.
	if (before.sizes === null && !wasOut) return [];
	const had = new Set([...sizesOf(before), ...(after.noRestock ?? [])]);
	return after.sizes.filter((size) => !had.has(size));
}
