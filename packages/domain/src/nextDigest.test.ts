import { expect, test } from 'vitest';
import { nextDigestAt } from './nextDigest.ts';

const at = (text: string) => Date.parse(text);

test.each([
	['the same day', { weekday: 5, hour: 18, zone: 'UTC' }, '2026-11-27T12:00Z', '2026-11-27T18:00Z'],
	['the hour has begun', { weekday: 5, hour: 12, zone: 'UTC' }, '2026-11-27T12:00Z', '2026-12-04T12:00Z'],
	['a half-hour zone', { weekday: 1, hour: 9, zone: 'Asia/Kolkata' }, '2026-11-27T12:00Z', '2026-11-30T03:30Z'],
	['summer time begins', { weekday: 1, hour: 9, zone: 'Europe/Berlin' }, '2026-03-28T12:00Z', '2026-03-30T07:00Z'],
	['a repeated hour', { weekday: 7, hour: 2, zone: 'Europe/Berlin' }, '2026-10-24T12:00Z', '2026-10-25T00:00Z'],
	['within a repeated hour', { weekday: 7, hour: 2, zone: 'Europe/Berlin' }, '2026-10-25T00:00Z', '2026-11-01T01:00Z'],
	['a skipped hour', { weekday: 7, hour: 2, zone: 'Europe/Berlin' }, '2026-03-27T12:00Z', '2026-04-05T00:00Z'],
])('the next digest: %s', (_, time, after, next) => {
	expect(new Date(nextDigestAt(time, at(after))).toISOString()).toBe(new Date(at(next)).toISOString());
});
