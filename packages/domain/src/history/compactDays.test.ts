import { expect, test } from 'vitest';
import { compactDays } from './compactDays.ts';
import { nextPoint } from './nextPoint.ts';
import { gapPoint } from './points.ts';
import { day, GONE, history, minute } from './testing.ts';

const POINTS = history(
	[minute(60), { price: 100, available: false, status: 'ACTIVE', sizes: [] }],
	[minute(90), { price: 80, full: 100, available: true, sizes: ['9'] }],
	[minute(120), { price: 90, full: 100, available: false, sizes: [] }],
	[minute(150), { available: true, sizes: ['9', '10'] }],
	[minute(600, 2), { price: 95, full: 100, sizes: ['9'] }],
	[minute(0, 3), { available: false, sizes: [] }],
);

test('the points of a UTC day become one with what the day was', () => {
	const [first, third, ...rest] = compactDays(POINTS, day(3));
	expect(first).toEqual({
		at: day(0),
		price: 90,
		full: 100,
		currency: 'USD',
		status: 'ACTIVE',
		available: true,
		inStock: 2,
		sizes: ['9', '10'],
		day: { low: 80, high: 100, minutesAvailable: 30 + 1440 - 150, restocks: 2 },
	});
	expect(third).toMatchObject({
		at: day(2),
		price: 95,
		day: { low: 90, high: 95, minutesAvailable: 1440, restocks: 0 },
	});
	expect(rest).toEqual(POINTS.slice(-1));
});

test('days that have not ended at the limit keep their points', () => {
	expect(compactDays(POINTS, day(0))).toEqual(POINTS);
	expect(compactDays(POINTS, day(1) - 1)).toEqual(POINTS);
	expect(compactDays(POINTS, day(1)).slice(1)).toEqual(POINTS.slice(4));
	expect(compactDays([], day(1))).toEqual([]);
});

test('compaction in steps is that at once', () => {
	const once = compactDays(POINTS, day(9));
	expect(compactDays(compactDays(compactDays(POINTS, day(1)), day(3)), day(9))).toEqual(once);
	expect(compactDays(once, day(9))).toEqual(once);
	// Storage can pass the state before a day instead of the whole history.
	expect(compactDays([...once.slice(0, 1), ...POINTS.slice(4)], day(9))).toEqual(once);
});

test('a day at whose end the product was gone, or not watched, keeps its prices', () => {
	const day0 = { low: 100, high: 100, minutesAvailable: 10, restocks: 0 };
	const begin = history([day(0), { price: 100, available: true }]);
	const gone = compactDays([...begin, ...history([minute(10), GONE])], day(1));
	expect(gone).toEqual([expect.objectContaining({ price: null, available: false, currency: 'USD', day: day0 })]);
	const check = { at: day(1), found: null, previousAt: minute(10), previous: null };
	expect(nextPoint(gone[0] ?? null, check)).toBeNull();
	expect(compactDays([...begin, gapPoint(minute(10))], day(1))).toEqual([
		{ ...gapPoint(day(0)), currency: 'USD', day: day0 },
	]);
});

test('a day without a price has no lowest one', () => {
	expect(compactDays(history([day(0), { available: true }]), day(1))).toMatchObject([
		{ price: null, currency: null, day: { low: null, high: null, minutesAvailable: 1440 } },
	]);
});

test('a point of a report that reaches a compacted day joins it', () => {
	const [once] = compactDays(POINTS, day(1));
	const late = history([minute(1000), { price: 70, available: false, sizes: [] }]);
	expect(compactDays([...(once ? [once] : []), ...late], day(1))).toMatchObject([
		{ at: day(0), price: 70, available: false, day: { low: 70, high: 100, minutesAvailable: 1320, restocks: 2 } },
	]);
});
