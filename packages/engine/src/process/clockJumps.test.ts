import { expect, test } from 'vitest';
import { ClockJumps } from './clockJumps.ts';

const DAY = 86_400_000;

function useClocks() {
	const clocks = { wall: 100 * DAY, steady: DAY };
	const jumps = new ClockJumps(() => ({ ...clocks }));
	return {
		jumps,
		pass(ms: number) {
			clocks.wall += ms;
			clocks.steady += ms;
		},
		set(byMs: number) {
			clocks.wall += byMs;
		},
		now: () => clocks.wall,
	};
}

test('a clock that is set forward moves what it showed before, and not what it shows afterwards', () => {
	const { jumps, pass, set, now } = useClocks();
	const before = now();
	pass(60_000);
	set(DAY);
	expect(jumps.since(before)).toBe(DAY);
	pass(1000);
	expect(jumps.since(now() - 500)).toBe(0);
	set(DAY);
	expect(jumps.since(before)).toBe(2 * DAY);
});

test('time in which the machine ran or was suspended is no jump', () => {
	const { jumps, pass, now } = useClocks();
	const before = now();
	pass(3 * DAY);
	expect(jumps.since(before)).toBe(0);
});

test('a clock that is set forward and corrected has not jumped', () => {
	const { jumps, set, now } = useClocks();
	const before = now();
	set(DAY);
	expect(jumps.since(before)).toBe(DAY);
	set(-DAY);
	expect(jumps.since(before)).toBe(0);
	set(-DAY);
	expect(jumps.since(before)).toBe(0);
});
