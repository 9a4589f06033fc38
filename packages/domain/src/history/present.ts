import { HISTORY_LIMITS } from '../limits.ts';
import { type CompactedDay, DAY_MS, type HistoryPoint, stateAt, toSecond } from './points.ts';
import { type Restock, restocksOf } from './restocks.ts';
import { type SizeSpans, sizeSpans } from './sizeSpans.ts';
import { type Stay, staysOf } from './stays.ts';
import { thin } from './thin.ts';

/** A point as `/api/history` answers it; that of a compacted day has what the day was. */
export type PresentedPoint = Pick<
	HistoryPoint,
	'at' | 'price' | 'full' | 'currency' | 'status' | 'available' | 'inStock' | 'gap'
> &
	Partial<CompactedDay> & { day?: true };

/** What `/api/history` answers about a range, in whole seconds as epoch ms. */
export interface PresentedHistory {
	points: PresentedPoint[];
	sizes: SizeSpans[];
	restocks: Restock[];
	/** Whether the range has points, spans or restocks that are left out because they are too old or too many. */
	more: { points: boolean; spans: boolean; restocks: boolean };
}

/**
 * A range of a product's history within the limits of an answer. The state at `from` is the first point.
 * @param points the whole history: what came back, and since when a size is available, depends on earlier points
 * @param range epoch ms, both inclusive
 * @param stays of these points, for a caller that needs them, too
 * @param isCut whether the history has older points
 */
export function presentHistory(
	points: readonly HistoryPoint[],
	range: { from: number; to: number },
	stays: readonly Stay[] = staysOf(points),
	isCut = false,
): PresentedHistory {
	const misses = isCut && range.from < (points[0]?.at ?? Infinity);
	const restocks = restocksOf(stays).filter(({ at }) => at >= range.from && at <= range.to);
	return {
		points: thin(pointsOf(points, range), HISTORY_LIMITS.points).map(present),
		...spansOf(stays, range, { points: misses, spans: false, restocks: restocks.length > HISTORY_LIMITS.restocks }),
		restocks: restocks.slice(-HISTORY_LIMITS.restocks).map((restock) => ({ ...restock, at: toSecond(restock.at) })),
	};
}

function pointsOf(points: readonly HistoryPoint[], { from, to }: { from: number; to: number }): HistoryPoint[] {
	const begin = points.findLastIndex(({ at }) => at <= from);
	const state = points[begin];
	const rest = points.slice(begin + 1).filter(({ at }) => at <= to);
	if (!state || from > to) return rest;
	const isInDay = state.day !== undefined && state.at + DAY_MS > from;
	return [isInDay ? { ...state, at: from } : stateAt(from, state), ...rest];
}

function spansOf(
	stays: readonly Stay[],
	{ from, to }: { from: number; to: number },
	more: PresentedHistory['more'],
): Pick<PresentedHistory, 'sizes' | 'more'> {
	const since = Math.max(from, to - HISTORY_LIMITS.spanDays * DAY_MS);
	let hasMore = more.spans;
	const sizes = sizeSpans(stays).flatMap(({ size, spans }) => {
		const inRange = spans.filter((span) => span[0] <= to && (span[1] ?? Infinity) > from);
		const shown = inRange.filter((span) => (span[1] ?? Infinity) > since);
		if (shown.length < inRange.length) hasMore = true;
		if (shown.length === 0) return [];
		const seconds = shown.map((span): SizeSpans['spans'][number] => [
			toSecond(span[0]),
			span[1] === null ? null : toSecond(span[1]),
		]);
		return [{ size, spans: seconds }];
	});
	return { sizes, more: { ...more, spans: hasMore } };
}

function present(point: HistoryPoint): PresentedPoint {
	const { sizes: _, noRestock: _noRestock, day, ...state } = point;
	return { ...state, at: toSecond(point.at), ...(day && { ...day, day: true }) };
}
