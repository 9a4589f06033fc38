import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { eventsOf, linesOf } from './readCalendar.testing.ts';
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
		uid: `release-${id}@dropwire`,
		sequence: 3,
		start: near - (near % 1000),
		stamp: Date.UTC(2026, 10, 1),
		status: 'CONFIRMED',
		summary: 'Dunk, Low; "A\\B" second',
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
	// Whether something has changed is asked at most twice a second. The engine's own statements are counted, too.
	expect(statements.length).toBeLessThan(statuses.length / 2);
	await testServer.db
		.knex('releases')
		.where({ id })
		.update({ sequence: 1, changedAt: Date.now() + 1 });
	await expect.poll(again).toBe(200);
	expect(eventsOf(await (await get(path)).text())).toMatchObject([{ sequence: 1 }]);
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
		['AAAAAA-001', 'US'],
		['AAAAAA-001', 'JP'],
		['BBBBBB-001', 'US'],
		['BBBBBB-001', 'JP'],
		['CCCCCC', 'US'],
	] as const)
		await storeRelease(testServer.db, { sku, region, launchAt: now + DAY });
	await storeRelease(testServer.db, { sku: 'BBBBBB-001', region: 'US', launchAt: now - 40 * DAY });
	const mia = await testServer.signIn('mia');
	await mia.api.watchCreate({ brand: 'NIKE', sku: 'AAAAAA-001', regions: ['JP'] });
	await mia.api.watchCreate({ brand: 'NIKE', sku: 'BBBBBB-001' });
	await mia.api.watchCreate({ brand: 'ADIDAS', sku: 'CCCCCC' });
	const { url } = (await mia.api.calendarSecretReplace({})).data;
	const events = eventsOf(await (await get(new URL(url).pathname)).text());
	const watched = [
		'SKU: AAAAAA-001\nRegion: Japan',
		'SKU: BBBBBB-001\nRegion: United States',
		'SKU: BBBBBB-001\nRegion: Japan',
	];
	expect(events.map(({ description }) => description)).toEqual(watched);
});
