import { expect, test } from 'vitest';
import { grantName, grantTimes } from './sentences.ts';

const GRANT = {
	id: '1',
	provider: 'discord',
	externalId: '1',
	subjectId: '1',
	subjectName: null,
	plan: 'pro',
	planName: 'Pro',
	rights: ['client', 'premium'],
	startsAt: Date.UTC(2026, 0, 2),
	endsAt: null,
	state: 'active',
} as const;

test.each([
	[{ planName: 'Pro', rights: ['client'] }, 'Pro'],
	[{ planName: null, rights: ['client', 'premium'] }, 'Premium'],
	[{ planName: null, rights: ['client'] }, 'Client'],
] as const)('a grant %j is called %s', ({ planName, rights }, name) => {
	expect(grantName({ planName, rights: [...rights] })).toBe(name);
});

test('the end of a grant is not guessed', () => {
	const text = (change: object) => grantTimes({ ...GRANT, rights: [], ...change });
	expect(text({})).toMatch(/^Active since .*2026.*\. A subscription renews until you cancel it/);
	expect(text({ provider: 'manual' })).toMatch(/^Active since .*, without an end date$/);
	expect(text({ endsAt: Date.UTC(2026, 5, 2) })).toMatch(/^Active since .*, ends on .*2026/);
	expect(text({ endsAt: Date.UTC(2026, 5, 2), state: 'ended' })).toMatch(/^Active from .* to /);
	expect(text({ state: 'scheduled' })).toMatch(/^Starts on /);
});
