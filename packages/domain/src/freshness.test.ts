import { expect, test } from 'vitest';
import { isLate, roundsSince } from './freshness.ts';

const NOW = 1_790_000_000_000;

test('checks are late after three rounds and 15 s', () => {
	const round = (waitingSince: number | null) => ({ waitingSince, roundMs: 40_000 });
	expect(isLate(round(NOW - 120_000), NOW)).toBe(false);
	expect(isLate(round(NOW - 120_001), NOW)).toBe(true);
	expect(isLate(round(null), NOW)).toBe(false);
	expect(isLate({ waitingSince: NOW - 15_000, roundMs: 200 }, NOW)).toBe(false);
	expect(roundsSince({ oldestCheckAt: NOW - 60_000, roundMs: 40_000 }, NOW)).toBe(1.5);
});
