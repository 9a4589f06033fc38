import { expect, test } from 'vitest';
import { isLate, roundsSince, durationText } from './freshness.ts';

const NOW = 1_790_000_000_000;

test('checks are late when the oldest is older than three rounds', () => {
	const round = (oldestCheckAt: number | null) => ({ oldestCheckAt, roundMs: 40_000 });
	expect(isLate(round(NOW - 120_000), NOW)).toBe(false);
	expect(isLate(round(NOW - 120_001), NOW)).toBe(true);
	expect(isLate(round(null), NOW)).toBe(false);
	expect(isLate({ oldestCheckAt: NOW - 5000, roundMs: 200 }, NOW)).toBe(false);
	expect(roundsSince(round(NOW - 60_000), NOW)).toBe(1.5);
});

test('a round is said in seconds, and from two minutes on in minutes', () => {
	expect([200, 40_210, 119_000, 643_200].map(durationText)).toEqual(['0.2 s', '40 s', '120 s', '11 min']);
});
