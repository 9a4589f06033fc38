import { Release } from '@dropwire/db';
import { openTestDatabase } from '@dropwire/db/testing';
import { type Region, REGIONS } from '@dropwire/domain';
import { type LaunchReport, recordReleases } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { expect, test } from 'vitest';
import { calendarFile } from './calendarFile.ts';
import { eventsOf } from './readCalendar.testing.ts';

const DAY = 86_400_000;

/** Whole numbers below a bound, the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
	let last = seed;
	return (below) => {
		last = (last * 48_271) % 2_147_483_647;
		return last % below;
	};
}

test('any title makes a valid calendar that has it unchanged', () => {
	const parts = [
		'a',
		'é',
		'字',
		'👟',
		',',
		';',
		'\\',
		':',
		'"',
		'\n',
		' ',
		'\\n',
		'BEGIN:VEVENT',
		'END:VCALENDAR\n',
		'x'.repeat(40),
	];
	const random = randomNumbers(7);
	const releases = Array.from({ length: 300 }, (_, n) =>
		Release.fromJson(
			{
				id: n,
				brand: 'NIKE',
				sku: `S${n}`,
				region: REGIONS[n % REGIONS.length],
				title: Array.from({ length: 1 + random(60) }, () => parts[random(parts.length)]).join(''),
				url: null,
				launchAt: random(2_000_000_000) * 1000,
				method: null,
				entriesUntil: null,
				price: null,
				full: null,
				currency: null,
				changedAt: random(2_000_000_000) * 1000,
				sequence: random(9),
				cancelledAt: random(2) === 0 ? null : 1,
				moves: '[]',
			},
			{ skipValidation: true },
		),
	);
	const events = eventsOf(calendarFile(releases, { name: 'Releases', host: 'drop.example' }));
	expect(events.map(({ uid, sequence, start, stamp, summary }) => ({ uid, sequence, start, stamp, summary }))).toEqual(
		releases.map(({ id, sequence, launchAt, changedAt, title }) => ({
			uid: `release-${id}@drop.example`,
			sequence,
			start: launchAt,
			stamp: changedAt,
			summary: title,
		})),
	);
	const odd = Release.fromJson({ ...releases[0], title: 'a\u0000b\uD800c\r' }, { skipValidation: true });
	expect(eventsOf(calendarFile([odd], { name: 'Releases', host: 'x' }))[0]?.summary).toBe('ab\uFFFDc');
});

test('500 random histories: an event keeps its UID, and each change of date or state has a higher SEQUENCE and its DTSTAMP', async () => {
	const db = await openTestDatabase();
	const random = randomNumbers(11);
	const begin = Date.UTC(2026, 10, 27);
	const brand = 'NIKE';
	let before = new Map<string, ReturnType<typeof eventsOf>[number]>();
	for (let step = 1; step <= 12; step++) {
		const now = begin + step * 7_200_000;
		// Each product names no date, a placeholder, or one that lies ahead.
		const named = Array.from(
			{ length: 500 },
			() => [null, now + 200 * DAY, now + (1 + random(20)) * 3_600_000][random(3)],
		);
		const reports = named.map((launchAt, n): LaunchReport => {
			const [sku, region] = [`H${n}`, REGIONS[n % REGIONS.length] as Region];
			const snapshot = aSnapshot({ sku, region, launchAt: launchAt as number | null });
			return { brand, sku, region, origin: 'source', snapshot, at: now };
		});
		await db.transaction((trx) => recordReleases(trx, reports, { now }));
		const rows = await Release.query(db.knex).orderBy('id');
		const events = eventsOf(calendarFile(rows, { name: 'Releases', host: 'drop.example' }));
		const after = new Map(events.map((event) => [event.uid, event]));
		const numbers = [...before].map(([uid, was]) => {
			const is = after.get(uid);
			const isChanged = is?.start !== was.start || is.status !== was.status;
			const expected = isChanged ? `${was.sequence + 1} at ${now}` : `${was.sequence} at ${was.stamp}`;
			return [`${is?.sequence} at ${is?.stamp}`, expected];
		});
		expect(numbers.map(([is]) => is)).toEqual(numbers.map(([, expected]) => expected));
		const ahead = Map.groupBy(
			events.filter(({ start, status }) => start > now && status === 'CONFIRMED'),
			({ description }) => /SKU: H(\d+)/.exec(description)?.[1],
		);
		expect(named.map((_, n) => ahead.get(String(n))?.map(({ start }) => start) ?? [])).toEqual(
			named.map((launchAt) => (launchAt != null && launchAt < now + DAY ? [launchAt] : [])),
		);
		before = after;
	}
	expect([...before.values()].filter(({ sequence }) => sequence > 2).length).toBeGreaterThan(100);
	await db.close();
});
