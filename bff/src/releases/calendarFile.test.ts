import { Release, ReleaseNews } from '@dropwire/db';
import { openTestDatabase } from '@dropwire/db/testing';
import { type Region, REGION_NAMES, REGIONS } from '@dropwire/domain';
import { type LaunchReport, recordReleases } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { expect, test } from 'vitest';
import { calendarFile } from './calendarFile.ts';
import { listReleases } from './list.ts';
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

function aRelease(facts: Partial<Release>): Release {
	const unknown = { url: null, method: null, entriesUntil: null, price: null, full: null, currency: null };
	const dates = { launchAt: 0, changedAt: 0, sequence: 0, cancelledAt: null, moves: '[]' };
	const release = {
		id: 1,
		brand: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		title: 'Dunk',
		...unknown,
		...dates,
		...facts,
	};
	return Release.fromJson(release, { skipValidation: true });
}

test('any title makes a valid calendar that has it in one line', () => {
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
		'\u2028',
		' ',
		'\\n',
		'BEGIN:VEVENT',
		'END:VCALENDAR\n',
		'x'.repeat(40),
	];
	const random = randomNumbers(7);
	const releases = Array.from({ length: 300 }, (_, n) =>
		aRelease({
			id: n,
			region: REGIONS[n % REGIONS.length] as Region,
			title: Array.from({ length: 1 + random(60) }, () => parts[random(parts.length)]).join(''),
			launchAt: random(2_000_000_000) * 1000,
			changedAt: random(2_000_000_000) * 1000,
			sequence: random(9),
			cancelledAt: random(2) === 0 ? null : 1,
		}),
	);
	const events = eventsOf(calendarFile(releases, 'Releases'));
	expect(events.map(({ uid, sequence, start, stamp, summary }) => ({ uid, sequence, start, stamp, summary }))).toEqual(
		releases.map(({ id, sequence, launchAt, changedAt, title }) => ({
			uid: `release-${id}@dropwire`,
			sequence,
			start: launchAt,
			stamp: changedAt,
			summary: title.replace(/\s+/g, ' ').trim(),
		})),
	);
});

test('texts are in one line, and URLs have only what a URI can have', () => {
	const odd = aRelease({
		title: ' a\u0000b\uD800c\r\u2028  "d"\u0085e ',
		url: 'https://é.example/a\u2028b"c"^|;,\\?q=<字>\uD800&r=%20',
	});
	const text = calendarFile([odd], 'Releases');
	expect(text).not.toMatch(/[\u2028\u2029\u0085]/);
	expect(eventsOf(text)).toMatchObject([
		{
			summary: 'a b\uFFFDc "d" e',
			url: 'https://xn--9ca.example/a%E2%80%A8b%22c%22%5E%7C%3B%2C/?q=%3C%E5%AD%97%3E%EF%BF%BD&r=%20',
		},
	]);
});

test('times of a description have the offset that the market has on that day', () => {
	// Clocks in New York go from 2:00 to 3:00 on March 8 at 7:00 UTC.
	const [before, after] = [Date.UTC(2026, 2, 8, 6, 59), Date.UTC(2026, 2, 8, 7, 0)];
	const moves = JSON.stringify([{ at: 1, from: before, to: after }]);
	const [event] = eventsOf(
		calendarFile([aRelease({ launchAt: after, entriesUntil: after, method: 'DAN', moves })], 'x'),
	);
	expect(event).toMatchObject({ start: after, description: expect.stringContaining('until Mar 8, 2026, 3:00 AM EDT') });
	expect(event?.description).toContain('Moved from Mar 8, 2026, 1:59 AM EST');
});

test('500 random histories in two markets have exactly the right messages, list and calendar after each step', async () => {
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
			() => [null, now + 200 * DAY, now + (1 + random(20)) * 3_600_000][random(3)] as number | null,
		);
		const reports = named.map((launchAt, n): LaunchReport => {
			const [sku, region] = [`H${n >> 1}`, REGIONS[n % REGIONS.length] as Region];
			const snapshot = aSnapshot({ sku, region, launchAt });
			return { brand, sku, region, origin: 'source', snapshot, at: now };
		});
		await db.transaction((trx) => recordReleases(trx, reports, { now }));
		const rows = await Release.query(db.knex).orderBy('id');
		const events = eventsOf(calendarFile(rows, 'Releases'));
		const after = new Map(events.map((event) => [event.uid, event]));
		// An event keeps its UID, and each change of date or state has a higher SEQUENCE and its DTSTAMP.
		const numbers = [...before].map(([uid, was]) => {
			const is = after.get(uid);
			const isChanged = is?.start !== was.start || is.status !== was.status;
			const expected = isChanged ? `${was.sequence + 1} at ${now}` : `${was.sequence} at ${was.stamp}`;
			return [`${is?.sequence} at ${is?.stamp}`, expected];
		});
		expect(numbers.map(([is]) => is)).toEqual(numbers.map(([, expected]) => expected));
		const ahead = Map.groupBy(
			events.filter(({ start, status }) => start > now && status === 'CONFIRMED'),
			placeOf,
		);
		const dates = named.map((launchAt) => (launchAt !== null && launchAt < now + DAY ? launchAt : null));
		expect(
			reports.map(
				(report) => ahead.get(`${report.sku} ${REGION_NAMES[report.region]}`)?.map(({ start }) => start) ?? [],
			),
		).toEqual(dates.map((launchAt) => (launchAt === null ? [] : [launchAt])));
		const open = new Map(
			[...before.values()].filter(({ start }) => start > now).map((event) => [placeOf(event), event]),
		);
		const expected = reports.flatMap(({ sku, region }, n) => {
			const kind = newsOf(open.get(`${sku} ${REGION_NAMES[region]}`), dates[n] ?? null);
			return kind === null ? [] : [`${kind} ${sku} ${region}`];
		});
		const news = await ReleaseNews.query(db.knex).orderBy('id');
		expect(
			news.map(
				({ kind, before: was, after: is, region }) =>
					`${kind} ${(JSON.parse((is ?? was) as string) as Release).sku} ${region}`,
			),
		).toEqual(expected);
		await db.knex('release_news').delete();
		const listed: string[] = [];
		for (let cursor: string | undefined, more = true; more;) {
			const { rows: some, nextCursor } = await listReleases(db.knex, { cursor }, now);
			listed.push(...some.map(({ id }) => `release-${id}@dropwire`));
			[cursor, more] = [nextCursor ?? undefined, nextCursor !== null];
		}
		expect(new Set(listed)).toEqual(new Set(events.filter(({ start }) => start > now - DAY).map(({ uid }) => uid)));
		expect(listed).toHaveLength(new Set(listed).size);
		before = after;
	}
	expect([...before.values()].filter(({ sequence }) => sequence > 2).length).toBeGreaterThan(100);
	await db.close();
});

/** `H7 Japan`. */
function placeOf({ description }: { description: string }): string {
	const [, sku, region] = /SKU: (H\d+)\nRegion: ([^\n]+)/.exec(description) ?? [];
	return `${sku} ${region}`;
}

/** The message that follows when a shop names this date. @param open the release ahead, before */
function newsOf(open: { start: number; status: unknown } | undefined, launchAt: number | null): string | null {
	if (open?.status !== 'CONFIRMED') return launchAt === null ? null : 'ANNOUNCED';
	if (launchAt === null) return 'CANCELLED';
	return launchAt === open.start ? null : 'MOVED';
}
