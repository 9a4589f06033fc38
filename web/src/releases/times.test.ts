import { expect, test } from 'vitest';
import { addressOf, queryOf } from './address.ts';
import { addMonths, ANYBODY, dayOf, marketTime, weeksOf } from './times.ts';

const AT = Date.parse('2026-12-03T15:00:00Z');
const reader = (zone: string) => ({ zone, language: 'en' });

test("a launch has the reader's day and the market's time, with its weekday where that is another one", () => {
	expect(dayOf(AT, reader('Asia/Tokyo'))).toBe('2026-12-04');
	expect(marketTime(AT, 'US', reader('Europe/Berlin'))).toMatch(/^New York 10:00.AM$/);
	expect(marketTime(AT, 'US', reader('Asia/Tokyo'))).toMatch(/^New York Thu,? 10:00.AM$/);
});

test('a month has whole weeks that begin on Monday', () => {
	const weeks = weeksOf('2026-12');
	expect(weeks[0]).toEqual([null, ...[1, 2, 3, 4, 5, 6].map((day) => `2026-12-0${day}`)]);
	expect(weeks.at(-1)).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null, null]);
	expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test('the server is asked in whole hours, and not for a range that it answers by default', () => {
	const filter = {
		view: 'list',
		region: 'JP',
		brand: undefined,
		q: ' dunk ',
		day: undefined,
		month: undefined,
	} as const;
	expect(queryOf({ ...filter, range: 'month' }, ANYBODY, AT + 1).toString()).toBe('region=JP&q=dunk');
	const week = queryOf({ ...filter, range: 'week' }, ANYBODY, AT + 1);
	expect(Number(week.get('to'))).toBe(AT + 3_600_000 + 7 * 86_400_000);
	expect(addressOf({ ...filter, range: 'past', q: '' })).toBe('/releases?region=JP&range=past');
});
