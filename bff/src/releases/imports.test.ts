import { ingest } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	await testServer.engine.stop();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());
beforeEach(async () => {
	for (const table of ['releases', 'release_news', 'catalogue', 'catalogue_words', 'catalogue_regions'] as const)
		await testServer.db.knex(table).delete();
});

const at = (ahead: number) => Math.trunc(Date.now() / 1000) * 1000 + ahead;
const row = (sku: string, launchAt: unknown, more: object = {}) => {
	return { brand: 'nike', sku, region: 'us', title: `Dunk ${sku}`, launchAt, ...more };
};
const imported = (rows: readonly unknown[], dryRun = false) => ada.api.releasesImport({ rows: [...rows], dryRun });
const listed = async () => (await ada.api.releases({ from: 1 })).data;

test('an import names invalid rows, stores the others, and can be repeated', async () => {
	const launchAt = at(DAY);
	const rows = [
		row('A-1', launchAt, {
			price: 12_000,
			currency: 'usd',
			method: 'dan',
			entriesUntil: new Date(launchAt).toISOString(),
		}),
		row('A-2', '2026-11-28 10:00', { image: 'no', price: 5 }),
		row('A-3', at(200 * DAY)),
		row('A-4', Math.trunc(launchAt / 1000), { brand: 'nobody' }),
		7,
		row('A-1', launchAt, { url: 'https://shop.example/a-1' }),
		row('A-1', launchAt + HOUR),
	];
	const dry = await imported(rows, true);
	expect(dry).toMatchObject({ applied: false, counts: { created: 1, updated: 1, unchanged: 0, invalid: 5 } });
	expect(await listed()).toEqual([]);
	const { data } = await imported(rows);
	expect(data).toEqual([
		{ row: 0, outcome: 'created' },
		{
			row: 1,
			outcome: 'invalid',
			problems: {
				launchAt: expect.stringMatching(/with its zone.*\("2026-11-28 10:00"\)/),
				image: expect.any(String),
			},
		},
		{ row: 2, outcome: 'invalid', problems: { launchAt: expect.stringContaining('at most 180 days ahead') } },
		{
			row: 3,
			outcome: 'invalid',
			problems: { launchAt: expect.stringContaining('not in seconds'), brand: expect.stringContaining('"nobody"') },
		},
		{ row: 4, outcome: 'invalid', problems: { row: expect.stringContaining('7') } },
		{ row: 5, outcome: 'updated' },
		{ row: 6, outcome: 'invalid', problems: { sku: 'is already set by row 0' }, repeats: 0 },
	]);
	const [release] = await listed();
	expect(release).toMatchObject({
		title: 'Dunk A-1',
		brand: 'NIKE',
		region: 'US',
		launchAt,
		method: 'DAN',
		entriesUntil: launchAt,
		price: { current: 12_000, full: 12_000, currency: 'USD' },
	});
	expect((await imported([rows[5]])).counts).toMatchObject({ unchanged: 1 });
	expect((await imported([row('A-5', launchAt, { price: 5 })])).data).toEqual([
		{ row: 0, outcome: 'invalid', problems: { currency: expect.stringContaining('required with price') } },
	]);
	const audited = await testServer.db.knex('audit').where({ action: 'releasesImport' }).pluck('target');
	expect(audited).toEqual(['release NIKE A-1 US', 'release NIKE A-1 US']);
	// The product has a page.
	expect((await ada.api.catalogueEntry({ brand: 'NIKE', sku: 'A-1' })).data).toMatchObject({ origin: 'imported' });
});

test("an import moves its own dates, and a shop's date stays", async () => {
	const launchAt = at(DAY);
	await imported([row('A-1', launchAt)]);
	const [first] = await listed();
	await imported([row('A-1', launchAt + HOUR)]);
	expect(await listed()).toMatchObject([
		{ id: first?.id, launchAt: launchAt + HOUR, moves: [{ from: launchAt, to: launchAt + HOUR }] },
	]);
	const [sku, region] = ['A-2', 'US'] as const;
	await ingest(testServer.db, {
		source: 'NIKE',
		sku,
		region,
		monitor: 'outside',
		offer: null,
		answer: { kind: 'read', snapshot: aSnapshot({ sku, region, launchAt }) },
		observedAt: Date.now(),
	});
	await imported([row('A-2', launchAt + DAY)]);
	expect((await listed()).find((one) => one.sku === sku)?.launchAt).toBe(launchAt);
});

test('a row with cancelledAt cancels the release of an import, and without it announces the release again', async () => {
	const launchAt = at(DAY);
	const cancelled = row('A-1', launchAt, { cancelledAt: new Date(launchAt - 2 * DAY).toISOString() });
	const outcomeOf = async (one: object) => (await imported([one])).data.map(({ outcome }) => outcome);
	expect(await outcomeOf(cancelled)).toEqual(['unchanged']);
	expect(await outcomeOf(row('A-1', launchAt))).toEqual(['created']);
	const [first] = await listed();
	// It names another date.
	expect(await outcomeOf({ ...cancelled, launchAt: launchAt + HOUR })).toEqual(['unchanged']);
	for (const [one, state] of [
		[cancelled, 'cancelled'],
		[row('A-1', launchAt), 'announced'],
	] as const) {
		expect(await outcomeOf(one)).toEqual(['updated']);
		expect(await outcomeOf(one)).toEqual(['unchanged']);
		expect(await listed()).toMatchObject([{ id: first?.id, launchAt, state, title: 'Dunk A-1' }]);
	}
	const kinds = await testServer.db.knex('release_news').orderBy('id').pluck('kind');
	expect(kinds).toEqual(['ANNOUNCED', 'CANCELLED', 'ANNOUNCED']);
	await testServer.db.knex('releases').update({ origin: 'source' });
	expect(await outcomeOf(cancelled)).toEqual(['unchanged']);
});

test('an import is seen at once in the list and in calendars', async () => {
	const calendar = async () => (await ada.fetch('/calendar/JP.ics')).text();
	const inJapan = async () => (await ada.api.releases({ region: 'JP' })).data;
	expect([await calendar(), await inJapan()]).toEqual([expect.not.stringContaining('VEVENT'), []]);
	await imported([row('A-1', at(DAY), { region: 'JP' })]);
	expect([await calendar(), await inJapan()]).toEqual([expect.stringContaining('Dunk A-1'), [expect.anything()]]);
	await imported([row('A-1', at(2 * DAY), { region: 'JP' })]);
	expect(await calendar()).toContain('SEQUENCE:1');
});

test.each(['ndjson', 'csv'])('exports as %s have every release, and go in again unchanged', async (format) => {
	const rows = Array.from({ length: 1200 }, (_, n) =>
		row(`EX${n}`, at(DAY + n * 1000), n === 3 ? { title: '=a,"b"' } : {}),
	);
	await imported(rows);
	await testServer.db
		.knex('releases')
		.where({ sku: 'EX5' })
		.update({ cancelledAt: at(0) });
	const text = await (await ada.fetch(`/api/export/releases?format=${format}`)).text();
	const lines = text.trimEnd().split('\n');
	if (format === 'csv') {
		expect(lines[0]).toBe(
			'id,brand,sku,region,title,launchAt,method,entriesUntil,url,image,price,full,currency,origin,announcedAt,cancelledAt',
		);
		expect(lines).toHaveLength(1201);
		expect(lines[4]).toContain(`,US,"'=a,""b""",`);
		return;
	}
	const exported = lines.map((line) => JSON.parse(line) as unknown);
	expect((await imported(exported)).counts).toMatchObject({ unchanged: 1200 });
	await testServer.db.knex('releases').delete();
	// What was cancelled is not announced again.
	expect((await imported(exported)).counts).toMatchObject({ created: 1199, unchanged: 1 });
});

test('what an import announces is an event, and many releases of one call are one message', async () => {
	const running = await openTestServer();
	const { api } = await running.signIn('ada');
	await api.releasesImport({ rows: [row('ALONE', at(DAY))] });
	await api.releasesImport({ rows: Array.from({ length: 12 }, (_, n) => row(`MANY-${n}`, at(DAY), { region: 'JP' })) });
	const announced = async (region: string) => (await api.events({ kind: 'ANNOUNCED', brand: 'NIKE', region })).data;
	await expect.poll(() => announced('US')).toMatchObject([{ sku: 'ALONE', topic: 'Nike Releases · US' }]);
	await expect.poll(async () => (await announced('JP')).length).toBe(12);
	const messages = running.db.knex('messages').join('events', 'events.id', 'messages.eventId');
	expect(await messages.where('events.region', 'JP').select('messages.id')).toHaveLength(1);
	await running.close();
});
