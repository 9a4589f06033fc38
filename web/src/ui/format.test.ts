import { expect, test } from 'vitest';
import { ago, counted, dateTime, duration, fromNow } from './format.ts';

test('a count agrees with its noun', () => {
	expect([0, 1, 2, 12_345].map((count) => counted(count, 'webhook'))).toEqual([
		'0 webhooks',
		'1 webhook',
		'2 webhooks',
		'12,345 webhooks',
	]);
	expect([1, 3].map((count) => counted(count, 'person', 'people'))).toEqual(['1 person', '3 people']);
});

test('dates and times show their time zone', () => {
	const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
		.formatToParts(0)
		.find(({ type }) => type === 'timeZoneName')?.value;
	expect(dateTime(0)).toContain(zone);
});

test('relative times use the largest whole unit', () => {
	expect(ago(null)).toBe('never');
	expect([5000, 180_000, 7_200_000, 172_800_000].map((ms) => ago(Date.now() - ms))).toEqual([
		'5s ago',
		'3m ago',
		'2h ago',
		'2d ago',
	]);
	const [hour, day] = [3_600_000, 86_400_000];
	// A past moment is not ahead, even if this clock is behind the server's.
	expect([0, 900, 36 * hour, 47 * hour, -day].map((ms) => ago(Date.now() - ms))).toEqual([
		'now',
		'now',
		'1d ago',
		'1d ago',
		'now',
	]);
	expect([36 * hour, 3 * day, -2 * day].map((ms) => fromNow(Date.now() + ms + (ms > 0 ? 900 : 0)))).toEqual([
		'in 1d',
		'in 3d',
		'2d ago',
	]);
});

test('formats durations under a second in milliseconds', () => {
	expect([84, 1240].map(duration)).toEqual(['84 ms', '1.2 s']);
});
