import { expect, test } from 'vitest';
import { Budget } from './budget.ts';

/** Sends as many requests as may go at `now`, each answered at once. @returns how many */
function burst(budget: Budget, now: number, invalid = false, most = 1000): number {
	let sent = 0;
	while (sent < most && budget.readyAt(now) <= now) {
		budget.take(now)(now, invalid);
		sent++;
	}
	return sent;
}

test('so many a second, and the next when the window ends', () => {
	const budget = new Budget(50);
	expect(burst(budget, 10_000)).toBe(50);
	expect(budget.readyAt(10_400)).toBe(11_000);
	expect(burst(budget, 11_000)).toBe(50);
});

test("a window ends no earlier than Discord's, which began no later than the first answer", () => {
	const budget = new Budget(1);
	budget.take(10_000)(10_080, false);
	expect(budget.readyAt(11_000)).toBe(11_080);
});

test('processes of one address share its limit', () => {
	const budget = new Budget(50);
	budget.shareWith(4);
	expect(burst(budget, 10_000)).toBe(12);
});

test('a pause that Discord told holds everything', () => {
	const budget = new Budget(50);
	budget.pause(20_000);
	expect(budget.readyAt(10_000)).toBe(20_000);
	expect(budget.readyAt(20_000)).toBe(20_000);
});

test("from half of Discord's ban limit on, sending slows, and goes on when the window eases", () => {
	const budget = new Budget(10_000);
	expect(burst(budget, 0, true, 4999)).toBe(4999);
	expect(burst(budget, 1000, true, 1)).toBe(1);
	expect(burst(budget, 2000)).toBe(5);
	expect(budget.invalidCount(601_001)).toBe(0);
	expect(burst(budget, 601_001)).toBe(1000);
});

test('at nine tenths of what is this process’s share it stops until the oldest are forgotten', () => {
	const budget = new Budget(10_000);
	burst(budget, 0, true, 4600);
	expect(budget.readyAt(5000)).toBe(5000);
	budget.shareWith(2);
	expect(budget.readyAt(5000)).toBe(600_000);
	expect(budget.readyAt(600_001)).toBe(600_001);
});
