import { expect, test } from 'vitest';
import { restocksOf } from './restocks.ts';
import { sizeSpans } from './sizeSpans.ts';
import { staysOf } from './stays.ts';
import { day, GONE, history, minute } from './testing.ts';

test('a restock lasts until the last of its sizes is gone', () => {
	const points = history(
		[day(0), { available: true, sizes: ['8'] }],
		[minute(10), { sizes: ['8', '9', '10'] }],
		[minute(15), { sizes: ['8', '10'] }],
		[minute(20), { sizes: ['8', '9', '10'] }],
		[minute(32.5), { sizes: ['8', '9'] }],
	);
	expect(restocksOf(staysOf(points))).toEqual([
		{ at: minute(10), sizes: ['9', '10'], minutes: 22.5 },
		{ at: minute(20), sizes: ['9'], minutes: null },
	]);
	expect(sizeSpans(staysOf(points))).toEqual([
		{ size: '8', spans: [[day(0), null]] },
		{
			size: '9',
			spans: [
				[minute(10), minute(15)],
				[minute(20), null],
			],
		},
		{ size: '10', spans: [[minute(10), minute(32.5)]] },
	]);
});

test('a product without sizes comes back as a whole', () => {
	const points = history(
		[day(0), { available: true }],
		[minute(1), { available: false }],
		[minute(2), { available: true }],
		[minute(3), { price: 100 }],
		[minute(5), { available: false }],
	);
	expect(restocksOf(staysOf(points))).toEqual([{ at: minute(2), sizes: [], minutes: 3 }]);
	expect(sizeSpans(staysOf(points))).toEqual([]);
});

test('a product that is gone ends all spans and restocks', () => {
	const points = history(
		[day(0), { available: true, sizes: ['9'] }],
		[minute(1), { sizes: ['9', '10'] }],
		[minute(4), GONE],
	);
	expect(restocksOf(staysOf(points))).toEqual([{ at: minute(1), sizes: ['10'], minutes: 3 }]);
	expect(sizeSpans(staysOf(points)).flatMap(({ spans }) => spans)).toEqual([
		[day(0), minute(4)],
		[minute(1), minute(4)],
	]);
});

test('a gap ends spans, and leaves the duration of a restock unknown', () => {
	const points = history(
		[day(0), { available: true, sizes: [] }],
		[minute(1), { sizes: ['9'] }],
		[minute(2), { gap: true }],
		[minute(3), { available: true, sizes: ['9'] }],
		[minute(4), { sizes: [] }],
	);
	expect(restocksOf(staysOf(points))).toEqual([{ at: minute(1), sizes: ['9'], minutes: null }]);
	expect(sizeSpans(staysOf(points))[0]?.spans).toEqual([
		[minute(1), minute(2)],
		[minute(3), minute(4)],
	]);
});

test('after a gap of more than a day nothing is a restock', () => {
	const around = (days: number) =>
		history(
			[day(0), { available: true, sizes: [] }],
			[day(1), { gap: true }],
			[day(days), { available: true, sizes: ['9'] }],
		);
	expect(restocksOf(staysOf(around(2)))).toHaveLength(1);
	expect(restocksOf(staysOf(around(2.001)))).toEqual([]);
});

test('no size of an unavailable product is in stock', () => {
	const points = history([day(0), { available: false, sizes: ['9'] }], [minute(1), { available: true, sizes: ['9'] }]);
	expect(sizeSpans(staysOf(points))).toEqual([{ size: '9', spans: [[minute(1), null]] }]);
	expect(restocksOf(staysOf(points))).toMatchObject([{ sizes: ['9'] }]);
});
