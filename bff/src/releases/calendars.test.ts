import { Release } from '@dropwire/db';
import { type Region, REGIONS } from '@dropwire/domain';
import { type LaunchReport, recordReleases } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { calendarFile } from './calendarFile.ts';
import { releasesOf } from './ownCalendars.ts';
import { storeRelease } from './testing.ts';

const DAY = 86_400_000;

let testServer: TestServer;
let visitor: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	await testServer.engine.stop();
	visitor = testServer.visitor();
});
afterAll(() => testServer.close());
beforeEach(async () => {
	await testServer.db.knex('releases').delete();
});

const get = (path: string, init: RequestInit = {}) => visitor.fetch(path, init);
const etagOf = (response: Response) => response.headers.get('etag') ?? '';

/** Whole numbers below a bound, the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
	let last = seed;
	return (below) => {
		last = (last * 48_271) % 2_147_483_647;
		return last % below;
	};
}

/** The lines of a calendar, unfolded, after the rules of RFC 5545 that all programs rely on. */
function linesOf(text: string): string[] {
	expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
	expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
	expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
	const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
	expect(lines.filter((line) => !/^[A-Z-]+(;[A-Z-]+=[^:;]+)*:/.test(line) || /[^\P{Cc}\t]/u.test(line))).toEqual([]);
	return lines;
}

/** The events of a calendar as a program reads them. */
function eventsOf(text: string) {
	linesOf(text);
	const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
	return calendar.getAllSubcomponents('vevent').map((event) => {
		const one = new ICAL.Event(event);
		return {
			uid: one.uid,
			sequence: one.sequence,
			start: one.startDate.toJSDate().getTime(),
			stamp: (event.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
			status: event.getFirstPropertyValue('status'),
			summary: one.summary,
			description: one.description,
			url: event.getFirstPropertyValue('url'),
		};
	});
}

test('a calendar has an event for each release of its region and brand', async () => {
	const launchAt = Date.UTC(2030, 0, 5, 15);
	const near = Date.now() + DAY;
	const id = await storeRelease(testServer.db, {
		title: 'Dunk, Low; "A\\B"\nsecond',
		launchAt: near,
		url: 'https://example.com/a,b;c?d=1',
		method: 'DAN',
		entriesUntil: Date.UTC(2026, 10, 28, 15),
		price: 12_000,
		full: 12_000,
		currency: 'USD',
		sequence: 3,
		changedAt: Date.UTC(2026, 10, 1),
		moves: JSON.stringify([{ at: 1, from: Date.UTC(2026, 10, 27, 15), to: near }]),
	});
	await storeRelease(testServer.db, { brand: 'ADIDAS', sku: 'EG4959', launchAt: near + 1000 });
	await storeRelease(testServer.db, { region: 'JP', sku: 'JP', launchAt: near });
	await storeRelease(testServer.db, { sku: 'FAR', launchAt });
	await storeRelease(testServer.db, { sku: 'PAST', launchAt: near - 40 * DAY });
	await storeRelease(testServer.db, { sku: 'CALLED-OFF', launchAt: near + DAY, cancelledAt: near - 2 * DAY });
	await storeRelease(testServer.db, { sku: 'FORGOTTEN', launchAt: near + DAY, cancelledAt: near - 40 * DAY });
	const response = await get('/calendar/us.ics');
	expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
	const text = await response.text();
	const [first, second, third, ...others] = eventsOf(text);
	expect(first).toEqual({
		uid: `release-${id}@${new URL(testServer.settings.PUBLIC_URL).hostname}`,
		sequence: 3,
		start: near - (near % 1000),
		stamp: Date.UTC(2026, 10, 1),
		status: 'CONFIRMED',
		summary: 'Dunk, Low; "A\\B"\nsecond',
		description: [
			'SKU: CK9246-101',
			'Region: United States',
			'How it is sold: draw, entries until Nov 28, 2026, 10:00 AM EST',
			'Price: $120.00',
			'Moved from Nov 27, 2026, 10:00 AM EST',
		].join('\n'),
		url: 'https://example.com/a%2Cb%3Bc?d=1',
	});
	expect(second?.description).toContain('SKU: EG4959');
	expect(third).toMatchObject({ status: 'CANCELLED', description: expect.stringContaining('SKU: CALLED-OFF') });
	expect(others).toEqual([]);
	expect(linesOf(text)).toEqual(
		expect.arrayContaining([
			'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
			'X-PUBLISHED-TTL:PT1H',
			expect.stringMatching(/^DTSTART:\d{8}T\d{6}Z$/),
			'DTSTAMP:20261101T000000Z',
		]),
	);
	expect(text).not.toMatch(/DTEND|DURATION:(?!PT1H)/);
	const adidas = eventsOf(await (await get('/calendar/US.ics?brand=adidas')).text());
	expect(adidas.map(({ description }) => description)).toEqual([expect.stringContaining('EG4959')]);
	expect(eventsOf(await (await get(`/calendar/US.ics?id=${id}`)).text())).toEqual([first]);
	expect((await get(`/calendar/JP.ics?id=${id}`)).status).toBe(404);
});

test('a region without releases has a calendar without events, and others do not exist', async () => {
	const text = await (await get('/calendar/AT.ics')).text();
	expect(linesOf(text)[0]).toBe('BEGIN:VCALENDAR');
	expect(eventsOf(text)).toEqual([]);
	for (const path of ['/calendar/ZZ.ics', '/calendar/mine.ics', '/calendar/US'])
		expect([path, (await get(path)).status]).toEqual([path, 404]);
	expect((await get('/calendar/US.ics?brand=nobody')).status).toBe(400);
	const head = await get('/calendar/AT.ics', { method: 'HEAD' });
	expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
		200,
		etagOf(await get('/calendar/AT.ics')),
		'',
	]);
});

test('a program with a copy gets 304 without a statement, until a release changes', async () => {
	const id = await storeRelease(testServer.db, { region: 'GB' });
	const path = '/calendar/GB.ics';
	// The first one can be that of a moment before the release.
	await expect.poll(async () => eventsOf(await (await get(path)).text())).toHaveLength(1);
	const etag = etagOf(await get(path));
	const again = async () => (await get(path, { headers: { 'if-none-match': `"other", ${etag}` } })).status;
	const statements: string[] = [];
	const record = ({ sql }: { sql: string }) => void statements.push(sql);
	testServer.db.knex.on('query', record);
	const statuses = await Promise.all(Array.from({ length: 200 }, again));
	testServer.db.knex.off('query', record);
	expect(new Set(statuses)).toEqual(new Set([304]));
	// Whether something has changed is asked at most twice a second.
	expect(statements.length).toBeLessThan(20);
	await testServer.db
		.knex('releases')
		.where({ id })
		.update({ sequence: 1, changedAt: Date.now() + 1 });
	await expect.poll(again).toBe(200);
	expect(eventsOf(await (await get(path)).text())).toMatchObject([{ sequence: 1 }]);
});

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
		await testServer.db.transaction((trx) => recordReleases(trx, reports, { now }));
		const rows = await Release.query(testServer.db.knex).orderBy('id');
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
});

test("the address of a person's calendar is shown once, and replaced", async () => {
	const mia = await testServer.signIn('mia');
	expect(await mia.api.calendarSecret({})).toEqual({ data: { exists: false, createdAt: null } });
	const { url } = (await mia.api.calendarSecretReplace({})).data;
	const [, secret = ''] = /\/calendar\/mine\/([\w-]{32})\.ics$/.exec(url) ?? [];
	expect(secret).not.toBe('');
	const { data } = await mia.api.calendarSecret({});
	expect(data).toEqual({ exists: true, createdAt: expect.any(Number) });
	const path = new URL(url).pathname;
	const own = await get(path);
	expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
	expect(eventsOf(await own.text())).toEqual([]);
	expect((await get(path, { headers: { 'if-none-match': etagOf(own) } })).status).toBe(304);
	expect((await get(path, { method: 'HEAD' })).status).toBe(200);
	const other = new URL((await mia.api.calendarSecretReplace({})).data.url).pathname;
	const gone = await get(path);
	expect([gone.status, ((await gone.json()) as { error: { code: string } }).error.code]).toEqual([404, 'not_found']);
	expect((await get(other)).status).toBe(200);
	const stored = JSON.stringify([
		await testServer.db.knex('calendar_secrets'),
		await testServer.db.knex('audit').where({ action: 'calendarSecretReplace' }),
	]);
	expect(stored).not.toContain(secret);
});

test("a person's calendar has the releases of the products in their regions", async () => {
	const now = Date.now();
	for (const [sku, region] of [
		['A', 'US'],
		['A', 'JP'],
		['B', 'US'],
		['B', 'JP'],
		['C', 'US'],
	] as const)
		await storeRelease(testServer.db, { sku, region, launchAt: now + DAY });
	await storeRelease(testServer.db, { sku: 'B', region: 'US', launchAt: now - 40 * DAY });
	const releases = await releasesOf(
		testServer.db.knex,
		[
			{ brand: 'NIKE', sku: 'A', regions: ['JP'] },
			{ brand: 'NIKE', sku: 'B', regions: null },
			{ brand: 'ADIDAS', sku: 'C', regions: null },
		],
		now,
	);
	expect(releases.map(({ sku, region }) => `${sku} ${region}`)).toEqual(['A JP', 'B US', 'B JP']);
});
