import { expect, test } from 'vitest';
import { lastSeen } from './names.ts';

test('users without a sign-in are shown as never seen', () => {
	expect(lastSeen({ username: null, lastSeenAt: null })).toBe('never');
	expect(lastSeen({ username: 'Ada', lastSeenAt: null })).toBe('–');
	expect(lastSeen({ username: 'Ada', lastSeenAt: Date.now() - 7_200_000 })).toBe('2h ago');
});
