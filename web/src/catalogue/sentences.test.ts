import { expect, test } from 'vitest';
import type { Statistics } from './history.ts';
import { sentencesOf } from './sentences.ts';
import { stateAt, stateText } from './states.ts';

const NOTHING: Statistics = {
	lowest30: null,
	lowest90: null,
	lowestEver: null,
	verdict: null,
	discount: null,
	restocks: null,
	sellOut: null,
};
const NOON = Date.UTC(2026, 10, 3, 12);

test('what there is too little history for is not said', () => {
	expect(sentencesOf(NOTHING, 'USD')).toEqual([]);
	expect(sentencesOf({ ...NOTHING, restocks: { count: 0, per30Days: 0, usualWindow: null } }, 'USD')).toEqual([]);
});

test('equal lowest prices are one sentence about the longest time', () => {
	const [low, lower] = [
		{ price: 9797, at: NOON },
		{ price: 8900, at: NOON },
	];
	expect(sentencesOf({ ...NOTHING, lowest30: low, lowest90: low, lowestEver: lower }, 'USD')).toEqual([
		'The lowest price of 90 days is $97.97, from Nov 3, 2026 on.',
		'The lowest price of its whole history is $89.00, from Nov 3, 2026 on.',
	]);
});

test('a reduction is compared with the price before it', () => {
	const say = (discount: Statistics['discount']) => sentencesOf({ ...NOTHING, discount }, 'EUR')[0];
	expect(say({ percent: 20, claimedPercent: 20, claimHolds: true })).toContain('20 % is what it is');
	expect(say({ percent: 5, claimedPercent: 30, claimHolds: false })).toContain('it is 5 %.');
	expect(say({ percent: -8, claimedPercent: 30, claimHolds: false })).toContain('the price rose by 8 %.');
	expect(say({ percent: null, claimedPercent: 30, claimHolds: null })).toContain('no 30 days of prices');
});

test('restocks name their usual hours in the zone of the market', () => {
	const usualWindow = { weekday: 2, fromHour: 10, toHour: 12, zone: 'America/New_York', share: 0.58, n: 7 };
	expect(sentencesOf({ ...NOTHING, restocks: { count: 12, per30Days: 3.1, usualWindow } }, null)).toEqual([
		'12 restocks in the last year, 3.1 in 30 days. The usual time is Tuesday 10:00–12:00 (New York): 7 times, where those within an hour count as one.',
	]);
});

test('a state that is not known is neither in stock nor sold out', () => {
	const state = { at: 0, price: null, full: null, currency: null, status: null, available: null, inStock: null };
	expect(stateText(state)).toBe('no price, stock unknown');
	expect(stateText({ ...state, available: false, inStock: 0 })).toBe('no price, sold out');
	expect(stateText({ ...state, gap: true })).toBe('not watched');
});

test('the state at a time is the last one that began', () => {
	const states = [{ at: 10 }, { at: 20 }, { at: 30 }];
	expect([0, 10, 19, 20, 99].map((at) => stateAt(states, at))).toEqual([0, 0, 0, 1, 2]);
});
