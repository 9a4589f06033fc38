import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HISTORY_LIMITS } from '../limits.ts';
import { presentHistory } from './present.ts';
import { historyStatistics, sincePoint } from './statistics/statistics.ts';
import { staysOf } from './stays.ts';
import { type Change, day, history, minute } from './testing.ts';

const POINTS = history(
	[day(0), { price: 100, available: true, status: 'ACTIVE', sizes: ['9'] }],
	[day(10) + 1, { price: 90 }],
	[day(20), { available: false, sizes: [] }],
	[day(30) + 1234, { available: true, sizes: ['9', '10'] }],
	[day(40), { gap: true }],
);

test('a range begins with the state at its beginning, in whole seconds', () => {
	const shown = presentHistory(POINTS, { from: day(15) + 999, to: day(35) });
	expect(shown).toEqual({
		points: [
			{ at: day(15), price: 90, full: 90, currency: 'USD', status: 'ACTIVE', available: true, inStock: 1 },
			{ at: day(20), price: 90, full: 90, currency: 'USD', status: 'ACTIVE', available: false, inStock: 0 },
			{ at: day(30) + 1000, price: 90, full: 90, currency: 'USD', status: 'ACTIVE', available: true, inStock: 2 },
		],
		sizes: [
			{
				size: '9',
				spans: [
					[day(0), day(20)],
					[day(30) + 1000, day(40)],
				],
			},
			{ size: '10', spans: [[day(30) + 1000, day(40)]] },
		],
		restocks: [{ at: day(30) + 1000, sizes: ['9', '10'], minutes: null }],
		more: { points: false, spans: false, restocks: false },
	});
});

test('a range before the first point is empty, and one after the last has its state', () => {
	const nothing = { sizes: [], restocks: [], more: { points: false, spans: false, restocks: false } };
	expect(presentHistory(POINTS, { from: day(-5), to: day(-1) })).toEqual({ points: [], ...nothing });
	expect(presentHistory([], { from: day(0), to: day(1) })).toEqual({ points: [], ...nothing });
	expect(presentHistory(POINTS, { from: day(50), to: day(60) })).toMatchObject({
		points: [{ at: day(50), gap: true, price: null }],
		...nothing,
	});
	expect(presentHistory(POINTS, { from: day(0), to: day(0) }).points).toMatchObject([{ at: day(0) }]);
});

test('a point of a compacted day has what the day was', () => {
	const facts = { low: 80, high: 120, minutesAvailable: 60, restocks: 2 };
	const points = history([day(0), { price: 100, day: facts }]);
	expect(presentHistory(points, { from: day(-1), to: day(5) }).points).toMatchObject([
		{ at: day(0), ...facts, day: true },
	]);
	expect(presentHistory(points, { from: day(0.5), to: day(5) }).points).toMatchObject([{ at: day(0.5), day: true }]);
	expect(presentHistory(points, { from: day(1), to: day(5) }).points[0]).not.toHaveProperty('low');
});

test('spans are of the last 90 days of a range', () => {
	const points = history(
		[day(0), { available: true, sizes: ['8', '9'] }],
		[day(50), { sizes: ['9'] }],
		[day(120), { sizes: [] }],
	);
	const { sizes, more } = presentHistory(points, { from: day(0), to: day(200) });
	expect({ sizes, more }).toEqual({
		sizes: [{ size: '9', spans: [[day(0), day(120)]] }],
		more: { points: false, spans: true, restocks: false },
	});
	expect(presentHistory(points, { from: day(51), to: day(200) }).more.spans).toBe(false);
	expect(presentHistory(points, { from: day(0), to: day(139) }).sizes).toHaveLength(2);
});

test('restocks are the newest 500 of a range', () => {
	const restock = (index: number): Change[] => [
		[minute(index * 2), { available: false, sizes: [] }],
		[minute(index * 2 + 1), { available: true, sizes: ['9'] }],
	];
	const points = history(...Array.from({ length: 501 }, (_, index) => restock(index)).flat());
	const { restocks, more } = presentHistory(points, { from: day(0), to: day(9) });
	expect(restocks).toHaveLength(HISTORY_LIMITS.restocks);
	expect([restocks[0]?.at, restocks.at(-1)?.at, more.restocks]).toEqual([minute(3), minute(1001), true]);
	expect(presentHistory(points, { from: minute(2), to: day(9) }).more.restocks).toBe(false);
});

test('a year of 20 changes a day is at most 2,000 points and 30 kB gzip', () => {
	let seed = 1;
	const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
	const labels = Array.from({ length: 16 }, (_, index) => String(6 + index / 2));
	let sizes = labels.slice(4);
	const changes = Array.from({ length: 365 * 20 }, (_, index): Change => {
		const at = minute(index * 72) + random(4_000_000);
		if (random(10) === 0) return [at, { price: 9000 + 500 * random(8), full: 13_000 }];
		const size = labels[random(labels.length)] ?? '';
		sizes = sizes.includes(size) ? sizes.filter((one) => one !== size) : [...sizes, size];
		return [at, { available: true, status: 'ACTIVE', sizes }];
	});
	const shown = presentHistory(history(...changes), { from: day(0), to: day(365) });
	expect(shown.points.length).toBeGreaterThan(1000);
	expect(shown.points.length).toBeLessThanOrEqual(HISTORY_LIMITS.points);
	expect(gzipSync(JSON.stringify(shown)).length).toBeLessThan(30_000);
});

test('older points that are not read are named, and figures of them are unknown', () => {
	const stays = staysOf(POINTS);
	const [first, last] = [POINTS[0]!.at, POINTS.at(-1)!.at];
	expect(presentHistory(POINTS, { from: first - 1, to: last }, stays, true).more.points).toBe(true);
	expect(presentHistory(POINTS, { from: first, to: last }, stays, true).more.points).toBe(false);
	const all = historyStatistics(POINTS, day(60), 'UTC', stays)!;
	expect(all.lowestEver).not.toBeNull();
	expect(sincePoint(all, first, day(60))).toEqual({
		...all,
		lowest90: null,
		lowestEver: null,
		verdict: null,
		restocks: null,
	});
});
