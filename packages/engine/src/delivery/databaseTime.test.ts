import type { Database } from '@dropwire/db';
import { expect, test } from 'vitest';
import { DatabaseTime } from './databaseTime.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T = 1_800_000_000_000;

/** A clock that has shown these times, each with the time of the monotonic clock. */
function clockAfter(...readings: [database: number, at: number][]) {
	const time = new DatabaseTime({} as Database);
	const noted = readings.map(([database, at]) => time.note({ database, at, tookMs: 1, newestId: 0 }));
	const last = noted.at(-1)!;
	return (expiresAt: number) => time.freshForMs(expiresAt, 30 * MINUTE, last);
}

test('a message expires by the clock of the database', () => {
	const freshForMs = clockAfter([T, 0], [T + 10 * MINUTE, 10 * MINUTE]);
	expect(freshForMs(T + 30 * MINUTE)).toBe(20 * MINUTE);
	expect(freshForMs(T + 9 * MINUTE)).toBe(-MINUTE);
});

test.each([60 * MINUTE, DAY])('setting the clock forward by %i ms does not age messages', (by) => {
	const freshForMs = clockAfter([T, 0], [T + by + 5 * MINUTE, 5 * MINUTE]);
	expect(freshForMs(T + 30 * MINUTE)).toBe(25 * MINUTE);
	expect(freshForMs(T + MINUTE)).toBe(-4 * MINUTE);
	const later = clockAfter([T, 0], [T + by, 1000], [T + by + 9000, 10_000]);
	expect(later(T + by + 8000 + 30 * MINUTE)).toBe(30 * MINUTE - 1000);
});

test('setting the clock forward twice does not age messages', () => {
	const freshForMs = clockAfter([T, 0], [T + DAY, 1000], [T + 2 * DAY, 2000]);
	expect(freshForMs(T + 30 * MINUTE)).toBe(30 * MINUTE - 2000);
});

test("setting the clock back does not extend a message's lifetime", () => {
	const freshForMs = clockAfter([T, 0], [T - DAY, 1000]);
	expect(freshForMs(T + 30 * MINUTE)).toBe(30 * MINUTE);
});
