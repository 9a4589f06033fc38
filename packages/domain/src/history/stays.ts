import { DAY_MS, type HistoryPoint, sizesOf } from './points.ts';

/** A size, or the product itself (null), while it is available. */
export interface Stay {
	size: string | null;
	/** From this moment until before that one, epoch ms; null while it is there. */
	from: number;
	to: number | null;
	/** Whether it came back: the check before found it sold out. */
	isBack: boolean;
	/** Watching ended at `to`, so the time at which it sold out is unknown. */
	isCut?: true;
}

/** The stays in a history, from the oldest. Those that began on a compacted day did not come back: the day counts its restocks. */
export function staysOf(points: readonly HistoryPoint[]): Stay[] {
	const stays: Stay[] = [];
	const open = new Map<string | null, { stay: Stay; lastIndex: number }>();
	/** The state before, and since when it is unknown whether it goes on. */
	let before: HistoryPoint | undefined;
	let gapSince: number | undefined;
	for (const [index, point] of points.entries()) {
		const there: readonly (string | null)[] = point.available ? [null, ...sizesOf(point)] : sizesOf(point);
		const isBack = comebacks(before, point, gapSince);
		for (const size of there) {
			const known = open.get(size);
			if (known) known.lastIndex = index;
			else {
				const stay = { size, from: point.at, to: null, isBack: isBack(size) };
				stays.push(stay);
				open.set(size, { stay, lastIndex: index });
			}
		}
		for (const [size, { stay, lastIndex }] of open) {
			if (lastIndex === index) continue;
			stay.to = point.at;
			if (point.gap) stay.isCut = true;
			open.delete(size);
		}
		if (!point.gap) [before, gapSince] = [point, undefined];
		// What the product was when the gap began is lost with the day's other points.
		else if (point.day) before = undefined;
		else gapSince ??= point.at;
	}
	return stays;
}

/** Whether a size that is available since a point came back with it. */
function comebacks(
	before: HistoryPoint | undefined,
	after: HistoryPoint,
	gapSince: number | undefined,
): (size: string | null) => boolean {
	const isPaused = gapSince !== undefined && after.at - gapSince > DAY_MS;
	if (!before || isPaused || after.day || after.noRestock === true) return () => false;
	const wasOut = before.available === false;
	// Sizes that a shop lists for the first time may have been there before.
	const isListed = before.sizes !== null || wasOut;
	const others = after.noRestock ?? [];
	// Without a gap, what was there before has no new stay.
	const had = gapSince === undefined ? [] : sizesOf(before);
	return (size) => {
		if (size === null) return wasOut && after.sizes === null;
		return isListed && !others.includes(size) && !had.includes(size);
	};
}
