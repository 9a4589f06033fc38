import type { UsualTimes } from '@dropwire/domain';
import { addHabit, changesPerDay, noTotals, type Totals } from './habit.ts';

/** What "usually" needs: changes, and shares of them on these days and in these hours. At least half are then in both. */
const MIN = { changes: 5, days: 0.8, hours: 0.7 };
const MAX_DAYS = 5;
const MAX_HOURS = 4;

/** What the stored habit of a product says: its changes a day, and when they usually come. */
export function habitFacts(habit: Uint8Array | null, now: number): { changesPerDay: number; usual: UsualTimes | null } {
	if (!habit) return { changesPerDay: 0, usual: null };
	const totals = noTotals();
	addHabit(totals, habit, now);
	return { changesPerDay: Number(changesPerDay(habit, now).toPrecision(3)), usual: usualTimes(totals) };
}

/** The few hours in which most changes come, on the days on which they do; null if there are too few, or they come at any time. */
export function usualTimes({
	changes,
	hours,
	weekdays,
}: Pick<Totals, 'changes' | 'hours' | 'weekdays'>): UsualTimes | null {
	if (changes < MIN.changes) return null;
	const inHours = shortestRun(hours, MIN.hours, MAX_HOURS);
	if (!inHours) return null;
	const onDays = shortestRun(weekdays, MIN.days, MAX_DAYS) ?? { from: 0, length: 7 };
	return {
		fromDay: onDays.from + 1,
		toDay: onDays.from + onDays.length,
		fromHour: inHours.from,
		toHour: inHours.from + inHours.length,
	};
}

/** The shortest run of neighbours that has this share of all; of several the one with the most. */
function shortestRun(counts: readonly number[], share: number, max: number): { from: number; length: number } | null {
	const all = counts.reduce((sum, count) => sum + count, 0);
	for (let length = 1; length <= max; length++) {
		const sums = counts
			.slice(0, counts.length - length + 1)
			.map((_, from) => counts.slice(from, from + length).reduce((sum, count) => sum + count, 0));
		const most = Math.max(...sums);
		if (most >= share * all) return { from: sums.indexOf(most), length };
	}
	return null;
}
