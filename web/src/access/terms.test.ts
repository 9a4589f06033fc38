import { afterEach, expect, test, vi } from 'vitest';
import { editedTerms, expiryState, extended, inputOf, termsOf } from './terms.ts';

const DAY = 86_400_000;
afterEach(() => void vi.unstubAllEnvs());

test('an expiry date means the end of that day', () => {
	const input = { plan: ' ', expires: '2030-05-17', note: '' };
	const expiresAt = new Date(2030, 4, 17, 23, 59, 59).getTime();
	expect(termsOf(input)).toEqual({ plan: null, expiresAt, note: null });
	expect(termsOf({ ...input, expires: '' }).expiresAt).toBeNull();
});

test('only edited terms are saved', () => {
	const expiresAt = new Date(2030, 4, 17, 9, 30).getTime();
	const opened = { plan: 'Pro', expiresAt, note: null };
	const input = inputOf(opened);
	expect(input).toEqual({ plan: 'Pro', expires: '2030-05-17', note: '' });
	expect(editedTerms(input, opened)).toEqual({});
	expect(editedTerms({ ...input, note: 'paid' }, opened)).toEqual({ note: 'paid' });
	expect(editedTerms({ ...input, plan: '', expires: '' }, opened)).toEqual({ plan: null, expiresAt: null });
});

test('an extension begins at the expiry, or today if that has passed', () => {
	const now = new Date(2030, 4, 1, 12).getTime();
	expect(extended('2030-05-17', 30, now)).toBe('2030-06-16');
	expect(extended('2030-04-01', 30, now)).toBe('2030-05-31');
	expect(extended('', 30, now)).toBe('2030-05-31');
});

test('an extension counts calendar days across clock changes', () => {
	vi.stubEnv('TZ', 'America/New_York');
	expect(extended('2026-03-01', 30, 0)).toBe('2026-03-31');
	expect(extended('2026-10-25', 30, 0)).toBe('2026-11-24');
});

test('access is expiring in the last week', () => {
	const now = 1_900_000_000_000;
	const states = [null, now + 8 * DAY, now + 7 * DAY, now + 1, now, now - 1];
	expect(states.map((expiresAt) => expiryState({ expiresAt }, now))).toEqual([
		'current',
		'current',
		'expiring',
		'expiring',
		'expired',
		'expired',
	]);
});
