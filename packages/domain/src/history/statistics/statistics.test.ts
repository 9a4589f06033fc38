import { expect, test } from 'vitest';
import { MARKET_ZONES } from '../../regions.ts';
import { type HistoryPoint, DAY_MS } from '../points.ts';
import { type Change, day, GONE, history, minute } from '../testing.ts';
import { historyStatistics } from './statistics.ts';

const NOW = day(100);
const HOUR = 3_600_000;

function statistics(...states: readonly Change[]) {
	const found = historyStatistics(history(...states), NOW, 'UTC');
	if (!found) throw new Error('There are no statistics.');
	return found;
}

test('a product without a point has no statistics', () => {
	expect(historyStatistics([], NOW, 'UTC')).toBeNull();
	expect(historyStatistics(history([NOW + 1, { price: 100 }]), NOW, 'UTC')).toBeNull();
});

test('a product that was checked once has a lowest price and nothing to compare it with', () => {
	const at = NOW;
	expect(statistics([NOW, { price: 100, available: true, sizes: ['9'] }])).toEqual({
		lowest30: { price: 100, at },
		lowest90: { price: 100, at },
		lowestEver: { price: 100, at },
		verdict: null,
		discount: null,
		restocks: { count: 0, per30Days: null, usualWindow: null },
		sellOut: null,
	});
});

test('the lowest prices are of those in force in their time', () => {
	expect(
		statistics(
			[day(0), { price: 50 }],
			[day(5), { price: 70 }],
			[day(20), { price: 90 }],
			[day(60), { price: 80 }],
			[day(75), { price: 100 }],
		),
	).toMatchObject({
		lowest30: { price: 80, at: day(60) },
		lowest90: { price: 70, at: day(5) },
		lowestEver: { price: 50, at: day(0) },
	});
});

test.each([
	['that ended 30 days ago counts no more', day(70), 100, day(70)],
	['that ended a millisecond later counts', day(70) + 1, 80, day(60)],
])('a price %s', (_, raisedAt, price, at) => {
	expect(statistics([day(0), { price: 90 }], [day(60), { price: 80 }], [raisedAt, { price: 100 }]).lowest30).toEqual({
		price,
		at,
	});
});

test('of several times with the lowest price the latest counts, from its beginning', () => {
	expect(
		statistics(
			[day(10), { price: 80 }],
			[day(20), { price: 100 }],
			[day(30), { price: 80, available: true }],
			[day(40), { available: false }],
			[day(50), { price: 100 }],
		).lowestEver,
	).toEqual({ price: 80, at: day(30) });
});

test('no price is in force in a gap, nor while the product is gone', () => {
	for (const nothing of [{ gap: true }, GONE] as const) {
		const found = statistics([day(0), { price: 50 }], [day(60), nothing], [day(99), { price: 90 }]);
		expect(found).toMatchObject({ lowest30: { price: 90 }, lowest90: { price: 50 } });
		expect(statistics([day(0), { price: 50 }], [day(60), nothing])).toMatchObject({
			lowest30: null,
			lowest90: { price: 50, at: day(0) },
			verdict: null,
		});
	}
});

test('only prices in the currency of the current one are compared', () => {
	const [usd, eur] = [{ currency: 'USD' }, { currency: 'EUR' }];
	expect(
		statistics([day(0), { price: 120, ...eur }], [day(40), { price: 60, ...usd }], [day(90), { price: 110, ...eur }]),
	).toMatchObject({ lowest30: { price: 110 }, lowest90: { price: 110 }, lowestEver: { price: 110 }, verdict: 'low' });
});

test('a compacted day counts with its lowest price, and only on that day', () => {
	const compacted = { low: 60, high: 120, minutesAvailable: 0, restocks: 0 };
	const points = [[day(0), { price: 100 }] as const, [day(20), { price: 110, day: compacted }] as const];
	expect(statistics(...points)).toMatchObject({ lowest90: { price: 60, at: day(20) }, verdict: 'typical' });
	expect(statistics(...points).lowest30).toEqual({ price: 110, at: day(21) });
});

test.each<[name: string, prices: (readonly [days: number, price: number])[], verdict: string | null]>([
	['one price', [[0, 100]], 'typical'],
	[
		'the lowest price, in force for a tenth of the time',
		[
			[0, 100],
			[90, 80],
		],
		'low',
	],
	[
		'the lowest price, in force for half of the time',
		[
			[0, 100],
			[50, 80],
		],
		'typical',
	],
	[
		'the lowest price, in force for less than half of the time',
		[
			[0, 100],
			[50.1, 80],
		],
		'low',
	],
	[
		'the highest price, in force for a tenth of the time',
		[
			[0, 100],
			[90, 120],
		],
		'high',
	],
	[
		'the highest price, in force for half of the time',
		[
			[0, 100],
			[50, 120],
		],
		'high',
	],
	[
		'the highest price, in force for more than half of the time',
		[
			[0, 100],
			[49.9, 120],
		],
		'typical',
	],
	[
		'a price of the lower quartile',
		[
			[0, 70],
			[10, 110],
			[80, 80],
		],
		'low',
	],
	[
		'a price between the quartiles',
		[
			[0, 70],
			[40, 110],
			[80, 90],
		],
		'typical',
	],
	[
		'a price of a minute ago',
		[
			[0, 100],
			[40, 120],
			[99.999, 90],
		],
		'low',
	],
	[
		'30 days of history',
		[
			[70, 100],
			[99, 90],
		],
		'low',
	],
	[
		'less than 30 days',
		[
			[70.001, 100],
			[99, 90],
		],
		null,
	],
])('the verdict on %s', (_, prices, verdict) => {
	expect(statistics(...prices.map(([days, price]) => [day(days), { price }] as const)).verdict).toBe(verdict);
});

test('the verdict forgets what was more than 180 days ago', () => {
	const points = history([day(0), { price: 50 }], [day(100), { price: 100 }], [day(279), { price: 90 }]);
	expect(historyStatistics(points, day(280), 'UTC')?.verdict).toBe('low');
	expect(historyStatistics(points, day(279) + 1, 'UTC')?.verdict).toBe('low');
	expect(
		historyStatistics(history([day(0), { price: 50 }], [day(50), { gap: true }]), day(300), 'UTC')?.verdict,
	).toBeNull();
});

test('a product that is back after months without a price has no verdict yet', () => {
	const found = historyStatistics(
		history([day(0), { price: 50 }], [day(50), GONE], [day(300), { price: 60 }]),
		day(300),
		'UTC',
	);
	expect(found?.verdict).toBeNull();
});

/** A product that comes back at these moments, for some minutes. */
function restocked(times: readonly number[], minutes: number | readonly number[] = 5, sizes = ['9']): HistoryPoint[] {
	const states = times.flatMap((at, index) => {
		const length = typeof minutes === 'number' ? minutes : (minutes[index] ?? 0);
		return [
			[at, { available: true, sizes }] as const,
			[at + length * 60_000, { available: false, sizes: [] }] as const,
		];
	});
	return history([Math.min(...times) - DAY_MS, { available: false, sizes: [] }], ...states);
}

test('restocks are counted over the days of history in the last year', () => {
	const points = history(
		[day(0), { available: false, sizes: [] }],
		[day(10), { available: true, sizes: ['9'] }],
		[day(20), { available: false, sizes: [] }],
		[day(390), { available: true, sizes: ['9'] }],
		[day(392), { available: false, sizes: [] }],
		[day(395), { available: true, sizes: ['9'] }],
	);
	expect(historyStatistics(points, day(400), 'UTC')?.restocks).toMatchObject({ count: 2, per30Days: 0.2 });
	expect(historyStatistics(points, day(30), 'UTC')?.restocks).toMatchObject({ count: 1, per30Days: 1 });
	expect(historyStatistics(points, day(45), 'UTC')?.restocks).toMatchObject({ count: 1, per30Days: 0.7 });
	const withGap = [...points.slice(0, 3), ...history([day(20) + 1, { gap: true }])];
	expect(historyStatistics(withGap, day(400), 'UTC')?.restocks).toMatchObject({ count: 0, per30Days: null });
	expect(historyStatistics(withGap, day(100), 'UTC')?.restocks).toMatchObject({ count: 1, per30Days: 1.5 });
});

test('the restocks of compacted days are counted', () => {
	const compacted = { low: null, high: null, minutesAvailable: 30, restocks: 3 };
	const points = history([day(0), { available: false, sizes: [] }], [day(10), { day: compacted }]);
	expect(historyStatistics(points, day(30), 'UTC')?.restocks).toMatchObject({ count: 3, per30Days: 3 });
});

function windowOf(times: readonly number[], zone = 'UTC', now = Math.max(...times) + HOUR) {
	return historyStatistics(restocked(times), now, zone)?.restocks?.usualWindow ?? null;
}

/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 0, 5);
/** In this week, at this hour of a day (0 is Monday). */
function week(weeks: number, hour: number, weekday = 0): number {
	return MONDAY + (weeks * 7 + weekday) * DAY_MS + hour * HOUR;
}

test('the usual window is the shortest with the most restocks', () => {
	const weekly = [0, 1, 2, 3, 4].map((weeks) => week(weeks, 15, 3));
	expect(windowOf(weekly)).toEqual({ weekday: 4, fromHour: 15, toHour: 16, zone: 'UTC', share: 1, n: 5 });
	expect(windowOf([...weekly, week(5, 16.9, 3)])).toMatchObject({ fromHour: 15, toHour: 17, n: 6, share: 1 });
	expect(windowOf([...weekly, week(5, 17.9, 3)])).toMatchObject({ fromHour: 15, toHour: 18, n: 6, share: 1 });
	expect(windowOf([...weekly, week(5, 18, 3)])).toMatchObject({ fromHour: 15, toHour: 16, n: 5, share: 5 / 6 });
	expect(windowOf([0, 1, 2, 3, 4].map((weeks) => week(weeks, 23, 6)))).toMatchObject({ weekday: 7, toHour: 24 });
});

test('of equal windows the earliest is the usual one', () => {
	const both = [0, 1, 2, 3, 4].flatMap((weeks) => [week(weeks, 9, 2), week(weeks, 6, 4)]);
	expect(windowOf(both)).toMatchObject({ weekday: 3, fromHour: 9, share: 0.5, n: 5 });
	// Two restocks at 10 and 11 lie in three windows of three hours.
	const spread = [0, 1, 2, 3, 4].map((weeks) => week(weeks, weeks % 2 === 0 ? 10 : 11));
	expect(windowOf(spread)).toMatchObject({ weekday: 1, fromHour: 10, toHour: 12 });
});

test.each([
	['fewer than five restocks', [0, 1, 2, 3].map((weeks) => week(weeks, 15))],
	['restocks of two weeks', [0, 1, 2].flatMap((hours) => [week(0, 12 + hours * 1.1), week(1, 12 + hours * 1.1)])],
	[
		'less than half of all',
		[0, 1, 2, 3, 4]
			.map((weeks) => week(weeks, 15))
			.concat([8, 9, 10, 11, 12, 13].map((weeks) => week(weeks, weeks, 3))),
	],
	['hours across midnight', [0, 1, 2, 3, 4].map((weeks) => week(weeks, weeks % 2 === 0 ? 23.5 : 24.5))],
])('%s have no usual window', (_, times) => {
	expect(windowOf(times.toSorted((a, b) => a - b))).toBeNull();
});

test('restocks within an hour of each other count as one', () => {
	const often = [0, 1, 2, 3].flatMap((weeks) => [week(weeks, 15), week(weeks, 15.5)]);
	expect(windowOf(often)).toBeNull();
	expect(windowOf([...often, week(4, 15), week(4, 16)])).toMatchObject({ n: 5, share: 1 });
	expect(windowOf([...often, week(4, 15), week(4, 16) + 1])).toMatchObject({
		fromHour: 15,
		toHour: 17,
		n: 6,
		share: 1,
	});
});

test('a restock of more than a year ago does not make a window', () => {
	const times = [0, 1, 2, 3, 4].map((weeks) => week(weeks, 15));
	const [first = 0] = times;
	expect(windowOf(times, 'UTC', first + 365 * DAY_MS)).toMatchObject({ n: 5 });
	expect(windowOf(times, 'UTC', first + 365 * DAY_MS + 1)).toBeNull();
});

test('a window is by the clocks of the market, also over their change', () => {
	// Clocks in New York go forward on 8 March 2026: 10:00 is 15:00 UTC before and 14:00 UTC after.
	const spring = [22, 29].map((date) => Date.UTC(2026, 0, date, 15, 20));
	const times = [...spring, Date.UTC(2026, 1, 26, 15, 10), Date.UTC(2026, 2, 12, 14, 5), Date.UTC(2026, 2, 19, 14, 59)];
	const window = { weekday: 4, fromHour: 10, toHour: 11, zone: 'America/New_York', share: 1, n: 5 };
	expect(windowOf(times, MARKET_ZONES.US)).toEqual(window);
	// Clocks in London go back on 25 October 2026: 01:30 is there twice, and both lie in the same hour of one Sunday.
	const autumn = [4, 11, 18].map((date) => Date.UTC(2026, 9, date, 0, 30));
	const back = [Date.UTC(2026, 9, 25, 0, 15), Date.UTC(2026, 9, 25, 1, 30)];
	expect(windowOf([...autumn, ...back], MARKET_ZONES.GB)).toMatchObject({ weekday: 7, fromHour: 1, toHour: 2, n: 5 });
});

test('a window is of the weekday that the market has', () => {
	const times = [0, 1, 2, 3, 4].map((weeks) => week(weeks, 20));
	expect(windowOf(times, MARKET_ZONES.JP)).toMatchObject({ weekday: 2, fromHour: 5, toHour: 6 });
	expect(windowOf(times, MARKET_ZONES.IN)).toMatchObject({ weekday: 2, fromHour: 1, toHour: 2 });
	for (const zone of Object.values(MARKET_ZONES)) expect(windowOf(times, zone)).toMatchObject({ zone, n: 5 });
});

test('the sell-out of a size is the median of its ended restocks', () => {
	const times = [10, 20, 30, 40].map((days) => day(days));
	const sellOut = (minutes: readonly number[], count = minutes.length) =>
		historyStatistics(restocked(times.slice(0, count), minutes), NOW, 'UTC')?.sellOut;
	expect(sellOut([10, 30, 20])).toEqual([{ size: '9', medianMinutes: 20, n: 3 }]);
	expect(sellOut([10, 31, 20, 12.5])).toEqual([{ size: '9', medianMinutes: 16.3, n: 4 }]);
	expect(sellOut([10, 20])).toBeNull();
});

test('a size that is there, or whose end is unknown, has no sell-out', () => {
	const three = restocked(
		[10, 20, 30].map((days) => day(days)),
		[10, 20, 30],
		['10', '9'],
	);
	const there = history([day(40), { available: true, sizes: ['9'] }]);
	expect(historyStatistics([...three, ...there], NOW, 'UTC')?.sellOut).toEqual([
		{ size: '9', medianMinutes: 20, n: 3 },
		{ size: '10', medianMinutes: 20, n: 3 },
	]);
	const two = three.slice(0, -1);
	expect(historyStatistics([...two, ...history([minute(30, 30), { gap: true }])], NOW, 'UTC')?.sellOut).toBeNull();
	expect(historyStatistics([...two, ...history([minute(30, 30), GONE])], NOW, 'UTC')?.sellOut).toHaveLength(2);
});

test('a product without sizes has restocks but no sell-out of a size', () => {
	const times = [10, 20, 30];
	const points = history(
		[day(0), { available: false }],
		...times.flatMap((days) => [
			[day(days), { available: true }] as const,
			[day(days + 1), { available: false }] as const,
		]),
	);
	expect(historyStatistics(points, NOW, 'UTC')).toMatchObject({
		restocks: { count: 3, per30Days: 0.9 },
		sellOut: null,
	});
});

test('points after the moment that is asked for do not count', () => {
	const points = history([day(0), { price: 100 }], [day(90), { price: 50 }]);
	expect(historyStatistics(points, day(80), 'UTC')).toEqual(historyStatistics(points.slice(0, 1), day(80), 'UTC'));
});

test('10,000 points take a moment', () => {
	const points = Array.from({ length: 10_000 }, (_, index) => {
		const sizes = Array.from({ length: 20 }, (_, size) => String(size)).filter((_, size) => (size + index) % 3 > 0);
		return history([day(0) + index * HOUR, { price: 100 + (index % 7), available: true, sizes }]);
	}).flat();
	const started = process.cpuUsage();
	expect(historyStatistics(points, day(420), 'America/New_York')?.restocks?.count).toBe(8680);
	expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});
