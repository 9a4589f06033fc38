import { expect, test } from 'vitest';
import { AddressBudget, OPERATORS } from './budget.ts';
import { LoneBlocks } from './loneBlocks.ts';

/** Sends as many requests as the budget allows at `now`, each answered at once. @returns how many */
function burst(budget: AddressBudget, now: number, invalid = false, max = 1000): number {
	let sent = 0;
	while (sent < max && budget.readyAt(now) <= now) {
		budget.take(now)(now, invalid);
		sent++;
	}
	return sent;
}

test('requests beyond the limit wait for the next window', () => {
	const budget = new AddressBudget(50);
	expect(burst(budget, 10_000)).toBe(50);
	expect(budget.readyAt(10_400)).toBe(11_000);
	expect(burst(budget, 11_000)).toBe(50);
});

test("a window ends no earlier than Discord's, which began no later than the first answer", () => {
	const budget = new AddressBudget(1);
	budget.take(10_000)(10_080, false);
	expect(budget.readyAt(11_000)).toBe(11_080);
});

test('processes of one address share its limit', () => {
	const budget = new AddressBudget(50);
	budget.shareWith(4);
	expect(burst(budget, 10_000)).toBe(12);
});

test('a pause of the address stops all requests', () => {
	const budget = new AddressBudget(50);
	budget.pause(20_000);
	expect(budget.readyAt(10_000)).toBe(20_000);
	expect(budget.readyAt(20_000)).toBe(20_000);
});

test("from half of Discord's ban limit on, sending slows, and goes on when the window eases", () => {
	const budget = new AddressBudget(10_000);
	expect(burst(budget, 0, true, 4999)).toBe(4999);
	expect(burst(budget, 1000, true, 1)).toBe(1);
	expect(burst(budget, 2000)).toBe(5);
	expect(budget.invalid.total(601_001)).toBe(0);
	expect(burst(budget, 601_001)).toBe(1000);
});

test('sending stops at 90% of the ban limit', () => {
	const budget = new AddressBudget(10_000);
	burst(budget, 0, true, 4600);
	expect(budget.readyAt(5000)).toBe(5000);
	budget.invalid.hear([{ at: 1000, count: 4400 }]);
	expect(budget.readyAt(5000)).toBe(600_000);
	expect(budget.readyAt(600_001)).toBe(600_001);
});

test('guilds with many rejections are limited to one request in 5 s', () => {
	const budget = new AddressBudget(10_000);
	for (let n = 0; n < 20; n++) {
		expect(budget.deferral(0, 'guild')).toBe(0);
		budget.take(0, 'guild')(0, true);
	}
	expect([1, 2, 3].map(() => budget.deferral(1000, 'guild'))).toEqual([5000, 10_000, 15_000]);
	expect(budget.deferral(6000, 'guild', true)).toBe(1000);
	expect(budget.deferral(6000, 'guild')).toBe(0);
	expect(budget.deferral(6000, 'other guild')).toBe(0);
	expect(budget.deferral(6000, OPERATORS)).toBe(0);
	expect(budget.deferral(700_000, 'guild')).toBe(0);
});

test('own invalid responses are reported once', () => {
	const budget = new AddressBudget(10_000);
	burst(budget, 0, true, 3);
	expect(budget.invalid.takeUntold()).toBe(3);
	expect(budget.invalid.takeUntold()).toBe(0);
});

test('guilds with rejections are held before everyone is slowed', () => {
	const budget = new AddressBudget(10_000);
	for (let guild = 0; guild < 250; guild++) {
		for (let n = 0; n < 10; n++) budget.take(0, `guild ${guild}`)(0, true);
	}
	expect(budget.deferral(1000, 'guild 7')).toBeGreaterThanOrEqual(300_000);
	expect(budget.deferral(1000, 'clean guild')).toBe(0);
	expect(burst(budget, 2000)).toBe(1000);
});

test('one request probes after a pause', () => {
	const budget = new AddressBudget(50);
	budget.pause(20_000, 10_000);
	const first = budget.take(20_000);
	expect(budget.readyAt(20_010)).toBeGreaterThan(20_010);
	expect(first(20_050, true, true)).toBe(false);
	budget.pause(50_050, 20_050);
	expect(budget.readyAt(20_060)).toBe(50_050);
	const second = budget.take(50_050);
	expect(second(50_100, false)).toBe(true);
	expect(burst(budget, 50_100)).toBe(49);
});

test('a failed probe is followed by one more probe', () => {
	const budget = new AddressBudget(50);
	budget.pause(20_000, 10_000);
	expect(budget.take(20_000)(20_050, false, true)).toBe(false);
	expect(budget.readyAt(20_050)).toBe(20_050);
	const second = budget.take(20_050);
	expect(budget.readyAt(20_060)).toBeGreaterThan(20_060);
	expect(second(20_100, false)).toBe(true);
	expect(budget.isBlocked).toBe(false);
});

test('a long pause is probed once a minute', () => {
	const budget = new AddressBudget(50);
	budget.pause(3_600_000, 0);
	for (const minute of [60_000, 120_000, 180_000]) {
		expect(budget.readyAt(minute - 50_000)).toBe(minute);
		budget.take(minute)(minute, true, true);
		budget.pause(3_600_000, minute);
	}
});

test('a block of one webhook pauses the others at most twice', () => {
	const blocks = new LoneBlocks();
	expect(blocks.isAlone(1, 100)).toBe(false);
	expect(blocks.isAlone(1, 200)).toBe(false);
	blocks.answered(2, 300);
	expect(blocks.isAlone(1, 400)).toBe(false);
	expect(blocks.isAlone(3, 450)).toBe(false);
	blocks.answered(2, 500);
	expect(blocks.isAlone(1, 600)).toBe(true);
	expect(blocks.isAlone(3, 650)).toBe(false);
});
