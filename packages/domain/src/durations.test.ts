import { expect, test } from 'vitest';
import { backoff, durationText, longDurationText } from './durations.ts';

test('durations have two digits, and minutes from two minutes on', () => {
	expect([0, 212.4, 1440, 40_210, 119_000, 643_200].map(durationText)).toEqual([
		'0 ms',
		'212 ms',
		'1.4 s',
		'40 s',
		'120 s',
		'11 min',
	]);
});

test('long durations have their two largest units', () => {
	expect([-1, 200, 8000, 79_001, 240_000, 7_500_000].map(longDurationText)).toEqual([
		'0 s',
		'1 s',
		'8 s',
		'1 min 20 s',
		'4 min',
		'2 h 5 min',
	]);
});

test('pauses grow by the factor up to the maximum', () => {
	expect([0, 1, 2, 3, 4, 2000].map(backoff({ firstMs: 100, maxMs: 700 }))).toEqual([0, 100, 200, 400, 700, 700]);
	expect([1, 2, 3].map(backoff({ firstMs: 10, factor: 3 }))).toEqual([10, 30, 90]);
});
