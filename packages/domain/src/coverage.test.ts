import { expect, test } from 'vitest';
import { type CoverageFacts, coverageVerdict } from './coverage.ts';

const NOTHING: CoverageFacts = {
	active: 0,
	soldOtherwise: false,
	broadcast: false,
	skus: 0,
	canCheck: false,
	watched: 0,
	blocked: 0,
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
	['another category that is blocked', { ...checked, soldOtherwise: true, blocked: 1, late: true }, 'idle'],
	['SKUs that are checked for the broadcast list', { ...checked, broadcast: true, soldOtherwise: true }, 'watched'],
	['only the broadcast list', { broadcast: true, soldOtherwise: true }, 'idle'],
	['one product that cannot be read', { ...sold, ...checked, blocked: 1 }, 'blocked'],
	['answers in a changed format', { ...sold, ...checked, suspect: true, late: true }, 'suspect'],
	['a changed format that blocks products, too', { ...sold, ...checked, suspect: true, blocked: 1 }, 'blocked'],
	['late checks', { ...sold, ...checked, late: true }, 'late'],
	['checks that are blocked and late', { ...sold, ...checked, blocked: 12, late: true }, 'blocked'],
] as const)('%s', (_, facts, verdict) => {
	expect(coverageVerdict({ ...NOTHING, ...facts })).toBe(verdict);
});
