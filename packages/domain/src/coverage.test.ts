import { expect, test } from 'vitest';
import { type CoverageFacts, coverageVerdict, isBlocked, isInFirstRound } from './coverage.ts';

const NOTHING: CoverageFacts = {
	active: 0,
	soldOtherwise: false,
	broadcast: false,
	skus: 0,
	canCheck: false,
	watched: 0,
	blocked: false,
	firstRound: false,
	suspect: false,
	late: false,
	monitors: null,
};
const sold = { active: 14 };
const checked = { skus: 12, canCheck: true, watched: 12 };

test.each([
	['nothing at all', {}, 'idle'],
	['subscriptions and SKUs that are checked', { ...sold, ...checked }, 'watched'],
	['subscriptions and SKUs that were added just now', { ...sold, skus: 1, canCheck: true }, 'watched'],
	['subscriptions and SKUs that no source can check', { ...sold, skus: 1 }, 'sold_but_unwatched'],
	['subscriptions without a SKU', sold, 'sold_but_unwatched'],
	['subscriptions whose products an external monitor reports', { ...sold, monitors: 'live' }, 'watched'],
	['subscriptions whose external monitor is silent', { ...sold, monitors: 'silent' }, 'late'],
	['a silent monitor of products that are also checked', { ...sold, ...checked, monitors: 'silent' }, 'watched'],
	['SKUs without a subscription', { skus: 12 }, 'watched_but_unsold'],
	['SKUs that are checked for another category', { ...checked, soldOtherwise: true }, 'idle'],
	['another category that is blocked', { ...checked, soldOtherwise: true, blocked: true, late: true }, 'idle'],
	['SKUs that are checked for the broadcast list', { ...checked, broadcast: true, soldOtherwise: true }, 'watched'],
	['only the broadcast list', { broadcast: true, soldOtherwise: true }, 'idle'],
	['products that cannot be read', { ...sold, ...checked, blocked: true }, 'blocked'],
	['answers in a changed format', { ...sold, ...checked, suspect: true, late: true }, 'suspect'],
	['a changed format that blocks products, too', { ...sold, ...checked, suspect: true, blocked: true }, 'blocked'],
	['late checks', { ...sold, ...checked, late: true }, 'late'],
	['checks that are blocked and late', { ...sold, ...checked, blocked: true, late: true }, 'blocked'],
	['products of which many were never checked', { ...sold, ...checked, firstRound: true }, 'first_round'],
	['a first round that is late', { ...sold, ...checked, firstRound: true, late: true }, 'late'],
] as const)('%s', (_, facts, verdict) => {
	expect(coverageVerdict({ ...NOTHING, ...facts })).toBe(verdict);
});

test.each([
	['one failed call of many', { watched: 5005, blocked: 25, since: 60_000 }, false],
	['a tenth of the products', { watched: 250, blocked: 25, since: 60_000 }, true],
	['a failed call that is repeated', { watched: 25, blocked: 25, since: 9000 }, false],
	['the only product', { watched: 1, blocked: 1, since: 10_000 }, true],
	['what an external monitor reports', { watched: 0, blocked: 1, since: 10_000 }, true],
])('%s', (_, { since, ...counts }, blocked) => {
	expect(isBlocked({ ...counts, blockedSince: 1_000_000 - since }, 1_000_000)).toBe(blocked);
	expect(isBlocked({ ...counts, blockedSince: null }, 1_000_000)).toBe(false);
});

test('the first round ends when 90% of the readable products are checked', () => {
	expect(isInFirstRound({ watched: 5005, neverChecked: 4330, blocked: 0 })).toBe(true);
	expect(isInFirstRound({ watched: 5005, neverChecked: 500, blocked: 0 })).toBe(false);
	expect(isInFirstRound({ watched: 10, neverChecked: 2, blocked: 2 })).toBe(false);
	expect(isInFirstRound({ watched: 10, neverChecked: 0, blocked: 0 })).toBe(false);
});
