import { expect, test } from 'vitest';
import { isLate, roundsSince, durationText } from './freshness.ts';

const NOW = 1_790_000_000_000;

test('checks are late when a product has waited for more than three rounds, and for 15 s', () => {
	const round = (waitingSince: number | null) => ({ waitingSince, roundMs: 40_000 });
	expect(isLate(round(NOW - 120_000), NOW)).toBe(false);
	expect(isLate(round(NOW - 120_001), NOW)).toBe(true);
	expect(isLate(round(null), NOW)).toBe(false);
	expect(isLate({ waitingSince: NOW - 15_000, roundMs: 200 }, NOW)).toBe(false);
	expect(roundsSince({ oldestCheckAt: NOW - 60_000, roundMs: 40_000 }, NOW)).toBe(1.5);
});

test('a round is said in seconds, and from two minutes on in minutes', () => {
	expect([200, 40_210, 119_000, 643_200].map(durationText)).toEqual(['0.2 s', '40 s', '120 s', '11 min']);
});
