import { expect, test } from 'vitest';
import { intervalText } from './intervalText.ts';

const at = { ms: 4000, uniformMs: 30_000, usual: null };

test('a sentence says how often something is checked, and why', () => {
	const usual = { fromDay: 2, toDay: 4, fromHour: 10, toHour: 12, zone: 'America/New_York' };
	expect(intervalText({ ...at, reason: 'learned', usual })).toBe(
		'Checked every 4 s now, at least every 2 min: restocks and releases here usually come Tue to Thu 10–12 (New York).',
	);
	expect(intervalText({ ...at, reason: 'learned' })).toContain('at least every 2 min, as its past changes suggest.');
	expect(intervalText({ ...at, reason: 'pinned' })).toBe('Checked every 4 s: pinned by an operator.');
	expect(intervalText({ ...at, ms: 30_000, reason: 'uniform' })).toContain('as often as the others of its shop');
	expect(intervalText({ ...at, ms: 1_800_000, reason: 'uniform' })).toBe('Checked every 30 min.');
});
