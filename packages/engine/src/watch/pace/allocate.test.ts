import { expect, test } from 'vitest';
import { allocate as divide, type Claim, LIMITS_OF_PACE } from './allocate.ts';

const allocate = (claims: readonly Claim[]) => divide(claims).paces;
const learned = (...demands: number[]): Claim[] => demands.map((demand) => ({ kind: 'learned', demand }));
const sum = (paces: Float64Array) => paces.reduce((total, pace) => total + pace, 0);
const delay = (claims: readonly Claim[], paces: Float64Array) =>
	claims.reduce((total, claim, index) => {
		return total + (claim.kind === 'learned' ? claim.demand / (2 * (paces[index] as number)) : 0);
	}, 0);

test('calls follow the root of the demand', () => {
	const paces = allocate(learned(1, 4, 9));
	expect([...paces].map((pace) => pace / (paces[0] as number))).toEqual([1, 2, 3].map((one) => expect.closeTo(one, 3)));
	expect(sum(paces)).toBeCloseTo(3, 3);
});

test('no division of the same calls has less delay', () => {
	const claims = learned(0, 0.001, 0.5, 0.5, 3, 40, 900, 1e6);
	const paces = allocate(claims);
	expect(sum(paces)).toBeCloseTo(8, 2);
	expect(Math.min(...paces)).toBe(LIMITS_OF_PACE.min);
	for (const from of paces.keys()) {
		for (const to of paces.keys()) {
			const moved = paces.map((pace, index) => pace + (index === to ? 0.01 : 0) - (index === from ? 0.01 : 0));
			if (moved.some((pace) => pace < LIMITS_OF_PACE.min || pace > LIMITS_OF_PACE.max)) continue;
			expect(delay(claims, moved)).toBeGreaterThanOrEqual(delay(claims, paces));
		}
	}
});

test('batches of which nothing is learned keep the uniform interval', () => {
	const paces = allocate([...learned(1, 100, 1), { kind: 'uniform' }, { kind: 'uniform' }]);
	expect(Array.from(paces.subarray(3))).toEqual([1, 1]);
	expect(sum(paces)).toBeCloseTo(5, 3);
	expect([...allocate(learned(0, 0))]).toEqual([1, 1].map((one) => expect.closeTo(one, 3)));
});

test('pinned batches take at most half of the calls', () => {
	const one = allocate([{ kind: 'pinned', pace: 3 }, ...learned(1, 1, 1, 1, 1, 1, 1)]);
	expect(one[0]).toBe(3);
	expect(one[1]).toBeCloseTo(5 / 7, 3);
	expect(allocate([{ kind: 'pinned', pace: 0.01 }, ...learned(1, 1)])[0]).toBe(0.01);
	const many = allocate([
		{ kind: 'pinned', pace: 300 },
		{ kind: 'pinned', pace: 100 },
		{ kind: 'uniform' },
		...learned(1),
	]);
	expect([...many].map((pace) => Number(pace.toFixed(3)))).toEqual([1.5, 0.5, 1, 1]);
});
