import { expect, test } from 'vitest';
import {
	beginHabit,
	changesPerDay,
	DAY_MS,
	expectedRate,
	HABIT_BYTES,
	isLearned,
	noteChange,
	skipTime,
	UNKNOWN_GROUP,
} from './habit.ts';

/** A Monday, 0 h. */
const BEGIN = Date.UTC(2026, 0, 5);
const HOUR = DAY_MS / 24;
const timeOf = (at: number) => {
	const hours = Math.floor((at - BEGIN) / HOUR);
	return { weekday: (Math.floor(hours / 24) % 7) + 1, hour: hours % 24 };
};
const habitSince = (since = BEGIN) => beginHabit(new Uint8Array(HABIT_BYTES), since);
const after = (habit: Uint8Array, ...changes: number[]) => {
	for (const at of changes) noteChange(habit, at, timeOf(at));
	return habit;
};
const rateAt = (habit: Uint8Array, at: number) => expectedRate(habit, UNKNOWN_GROUP, at, timeOf(at));
const weeks = (from: number, to: number, at: number) => {
	return Array.from({ length: to - from }, (_, week) => BEGIN + (from + week) * 7 * DAY_MS + at);
};
const [TUESDAY_10, SATURDAY_20] = [DAY_MS + 10.5 * HOUR, 5 * DAY_MS + 20.5 * HOUR];

test('changes are expected in the hours of the week that had them', () => {
	const habit = after(habitSince(), ...weeks(0, 12, TUESDAY_10));
	const [week = 0] = weeks(12, 13, 0);
	const usual = rateAt(habit, week + TUESDAY_10);
	expect(usual).toBeGreaterThan(5);
	expect(rateAt(habit, week + TUESDAY_10 + DAY_MS)).toBeLessThan(usual / 4);
	expect(rateAt(habit, week + SATURDAY_20)).toBeLessThan(usual / 50);
	expect(changesPerDay(habit, week)).toBeCloseTo(1 / 7, 1);
});

test('a product whose habit moves is followed', () => {
	const habit = after(habitSince(), ...weeks(0, 26, TUESDAY_10), ...weeks(26, 46, SATURDAY_20));
	const [week = 0] = weeks(46, 47, 0);
	expect(rateAt(habit, week + SATURDAY_20)).toBeGreaterThan(rateAt(habit, week + TUESDAY_10));
});

test('counts neither drift nor depend on anything but the changes', () => {
	const changes = Array.from({ length: 400 * 12 }, (_, n) => BEGIN + n * 2 * HOUR + ((n * 7919) % 3000) * 1000);
	const habit = after(habitSince(), ...changes);
	const now = BEGIN + 400 * DAY_MS;
	expect(changesPerDay(habit, now)).toBeGreaterThan(10.5);
	expect(changesPerDay(habit, now)).toBeLessThan(13.5);
	expect(after(habitSince(), ...changes)).toEqual(habit);
});

test('a change raises the rate for a while, and one at an odd hour for a day', () => {
	const habit = after(habitSince(), ...weeks(0, 12, TUESDAY_10));
	const [at = 0] = weeks(12, 13, SATURDAY_20);
	const before = rateAt(habit, at);
	const elsewhere = rateAt(habit, at - 8 * HOUR);
	after(habit, at);
	expect(rateAt(habit, at + 60_000)).toBeGreaterThan(before * 50);
	expect(rateAt(habit, at + 16 * HOUR)).toBeGreaterThan(elsewhere * 3);
	expect(rateAt(habit, at + 40 * HOUR)).toBeLessThan(elsewhere * 3);
});

test('time in which a product cannot be read is no history', () => {
	const habit = habitSince();
	const now = BEGIN + 15 * DAY_MS;
	expect(isLearned(habit, now)).toBe(true);
	skipTime(habit, 2 * DAY_MS, now);
	expect(isLearned(habit, now)).toBe(false);
	expect(isLearned(habit, now + DAY_MS)).toBe(true);
});
