import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactDays } from './compactDays.ts';
import { gapPoint, type HistoryPoint, sizesOf } from './points.ts';
import { sizeSpans } from './sizeSpans.ts';
import { staysOf } from './stays.ts';
import { historyStatistics } from './statistics/statistics.ts';
import { day, GONE, history } from './testing.ts';
import { thin } from './thin.ts';

const state = fc.record({
	/** Minutes since the point before. */
	after: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20_000 })),
	kind: fc.constantFrom('found', 'found', 'found', 'found', 'gone', 'gap'),
	price: fc.option(fc.integer({ min: 1, max: 20 })),
	status: fc.constantFrom('ACTIVE' as const, 'HOLD' as const, null),
	available: fc.constantFrom(true, false, null),
	sizes: fc.option(fc.subarray(['8', '9', '10'])),
});

/** Any history of one currency. */
const histories = fc.array(state, { minLength: 1, maxLength: 60 }).map((states) => {
	let at = day(0);
	return states.map(({ after, kind, price, status, available, sizes }): HistoryPoint => {
		at += after * 60_000;
		if (kind === 'gap') return gapPoint(at);
		if (kind === 'gone') return history([at, GONE])[0] as HistoryPoint;
		const currency = price === null ? null : 'USD';
		return { at, price, full: price, currency, status, available, inStock: sizes?.length ?? null, sizes };
	});
});

const moments = fc.integer({ min: 0, max: 200 }).map(day);

test('compaction keeps the lowest price, and the number of restocks except after gaps', () => {
	fc.assert(
		fc.property(histories, moments, (points, before) => {
			const [whole, compacted] = [points, compactDays(points, before)].map((one) =>
				historyStatistics(one, day(300), 'UTC'),
			);
			expect(compacted?.lowestEver?.price).toBe(whole?.lowestEver?.price);
			const [count = 0, left = 0] = [whole?.restocks?.count, compacted?.restocks?.count];
			expect(points.some(({ gap }) => gap) ? Math.min(count, left) : count).toBe(left);
		}),
	);
});

test('compaction leaves one point a day, in its state at the end', () => {
	fc.assert(
		fc.property(histories, moments, (points, before) => {
			const compacted = compactDays(points, before);
			expect(compactDays(compacted, before)).toEqual(compacted);
			for (const point of compacted.filter(({ at }) => at < before)) {
				const last = points.findLast(({ at }) => at < point.at + 86_400_000);
				expect(point).toMatchObject({ price: last?.price, available: last?.available, sizes: last?.sizes });
				expect(point.at % 86_400_000).toBe(0);
			}
		}),
	);
});

test('thinning keeps the bounds, the extremes and the order', () => {
	fc.assert(
		fc.property(histories, fc.integer({ min: 7, max: 70 }), (points, max) => {
			const kept = thin(points, max);
			expect(kept.length).toBeLessThanOrEqual(max);
			expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
			expect(extremes(kept)).toEqual(extremes(points));
			expect(points.filter((point) => kept.includes(point))).toEqual(kept);
			if (points.length <= max) expect(kept).toEqual(points);
		}),
	);
});

function extremes(points: readonly HistoryPoint[]): [number, number] {
	const prices = points.map(({ price }) => price).filter((price) => price !== null);
	return [Math.min(...prices), Math.max(...prices)];
}

test('the spans of sizes say what the points say', () => {
	fc.assert(
		fc.property(histories, (points) => {
			const sizes = sizeSpans(staysOf(points));
			for (const point of points) {
				const open = sizes
					.filter(({ spans }) => spans.some(([from, to]) => from <= point.at && point.at < (to ?? Infinity)))
					.map(({ size }) => size);
				expect(open).toEqual(['8', '9', '10'].filter((size) => sizesOf(point).includes(size)));
			}
			for (const { spans } of sizes) expect(spans.filter(([from, to]) => to !== null && to <= from)).toEqual([]);
		}),
	);
});
