import { gzipSync } from 'node:zlib';
import { aYear, storeHistories } from '@dropwire/engine/testing';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
let report: (sku: string, daysAgo: number, snapshot: object | null) => Promise<number>;
beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
	const { data } = await ada.api.tokenCreate({ name: 'history', scopes: ['read', 'write'] });
	report = async (sku, daysAgo, snapshot) => {
		const at = Math.floor((Date.now() - daysAgo * DAY) / 1000) * 1000;
		const observedAt = new Date(at).toISOString();
		const response = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ source: 'ASICS', sku, region: 'US', observedAt, snapshot }] }),
		});
		if (response.status !== 202) throw new Error(await response.text());
		return at;
	};
});
afterAll(() => testServer.close());

const shoe = (current: number, ...available: string[]) => ({
	title: 'Gel',
	category: 'SHOES',
	available: available.length > 0,
	price: { current, full: 10_000, currency: 'EUR' },
	sizes: ['8', '9'].map((size) => ({ size, available: available.includes(size) })),
});
const historyOf = async (sku: string, more = {}) =>
	(await cleo.api.history({ brand: 'ASICS', sku, region: 'US', ...more })).data;

test('reported changes are points, spans, restocks and statistics', async () => {
	const at = [
		await report('A-1', 40, shoe(10_000)),
		await report('A-1', 39.5, shoe(10_000, '9')),
		await report('A-1', 39.25, shoe(10_000)),
		await report('A-1', 10, shoe(8000)),
		await report('A-1', 9.5, shoe(8000, '8', '9')),
	];
	const { points, sizes, restocks, more, statistics } = await historyOf('a-1');
	expect(points.map((point) => [point.at, point.price, point.inStock])).toEqual([
		[at[0], 10_000, 0],
		[at[1], 10_000, 1],
		[at[2], 10_000, 0],
		[at[3], 8000, 0],
		[at[4], 8000, 2],
	]);
	expect(sizes).toEqual([
		{ size: '8', spans: [[at[4], null]] },
		{
			size: '9',
			spans: [
				[at[1], at[2]],
				[at[4], null],
			],
		},
	]);
	expect(restocks).toEqual([
		{ at: at[1], sizes: ['9'], minutes: 360 },
		{ at: at[4], sizes: ['8', '9'], minutes: null },
	]);
	expect(more).toEqual({ points: false, spans: false, restocks: false });
	expect(statistics).toMatchObject({
		lowest30: { price: 8000, at: at[3] },
		discount: { percent: 20, claimedPercent: 20, claimHolds: true },
		restocks: { count: 2 },
	});
	const range = await historyOf('A-1', { from: (at[1] ?? 0) + HOUR, to: (at[2] ?? 0) + HOUR });
	expect(range.points.map((point) => point.at)).toEqual([(at[1] ?? 0) + HOUR, at[2]]);
	expect(range.statistics).toEqual(statistics);
	// Nothing is known of the future.
	const ahead = await historyOf('A-1', { from: Date.now() + DAY, to: Date.now() + 2 * DAY });
	expect(ahead.points).toMatchObject([{ price: 8000 }]);
	expect(ahead.points[0]?.at).toBeLessThanOrEqual(Date.now());
});

test('a product without a check in the region has an empty history, an unknown one none', async () => {
	await report('B-1', 1, shoe(10_000));
	await ada.api.catalogueImport({ rows: [{ brand: 'ASICS', sku: 'IMPORTED', title: 'Gel' }] });
	const empty = {
		points: [],
		sizes: [],
		restocks: [],
		more: { points: false, spans: false, restocks: false },
		statistics: null,
	};
	expect(await historyOf('B-1', { offer: 'REFURBISHED' })).toEqual(empty);
	expect(await historyOf('IMPORTED')).toEqual(empty);
	await expect(historyOf('B-2')).rejects.toMatchObject({ status: 404 });
	// An empty value is not the beginning of time.
	for (const from of ['', 'now', '1e3', 8.64e15]) {
		await expect(historyOf('B-1', { from })).rejects.toMatchObject({
			status: 400,
			fields: { from: expect.any(String) },
		});
	}
	await expect(historyOf('B-1', { from: 2, to: 1 })).rejects.toMatchObject({
		status: 400,
		fields: { to: expect.any(String) },
	});
});

test('a year of 20 changes a day is less than 30 kB', async () => {
	const series = { source: 'ASICS', sku: 'YEAR', region: 'US', offer: 'NEW' } as const;
	await storeHistories(testServer.db.knex, [{ ...series, points: aYear(Date.now()) }]);
	const history = await historyOf('YEAR');
	expect(history.points.length).toBeGreaterThan(500);
	expect(gzipSync(JSON.stringify(history)).length).toBeLessThan(30_000);
});

test('the bot gets a picture of a history with a change', async () => {
	const bot = await testServer.bot();
	const pictureOf = (sku: string) => bot.historyPicture({ brand: 'ASICS', sku, region: 'US' });
	const picture = await pictureOf('a-1');
	expect(Buffer.from(picture.slice(0, 8)).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n');
	expect(picture.length).toBeLessThan(60_000);
	// One check is no change, and a line without one says nothing.
	await expect(pictureOf('B-1')).rejects.toMatchObject({ status: 404 });
	await expect(pictureOf('B-2')).rejects.toMatchObject({ status: 404 });
	const clients = await testServer.bot(SANDBOX_USERS.cleo.id);
	await expect(clients.historyPicture({ brand: 'ASICS', sku: 'A-1', region: 'US' })).rejects.toMatchObject({
		status: 403,
		message: expect.stringContaining('premium'),
	});
	expect((await clients.history({ brand: 'ASICS', sku: 'A-1', region: 'US' })).data.statistics).not.toBe(null);
});

test('an export has every stored point', async () => {
	const exported = async (sku: string, format: string) => {
		const response = await cleo.fetch(`/api/export/history?brand=ASICS&sku=${sku}&format=${format}`);
		return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
	};
	const csv = await exported('A-1', 'csv');
	const { points } = await historyOf('A-1');
	const [first] = points;
	expect(csv.type).toContain('text/csv');
	expect(csv.text.split('\n')).toHaveLength(7);
	expect(csv.text).toMatch(/^at,region,offer,price,full,currency,status,available,inStock\n/);
	expect(csv.text).toContain(`\n${new Date(first?.at ?? 0).toISOString()},US,NEW,10000,10000,EUR,,false,0\n`);
	const ndjson = await exported('YEAR', 'ndjson');
	const rows = ndjson.text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as object);
	expect(rows).toHaveLength(7300);
	expect(rows[0]).toEqual({
		at: expect.any(Number),
		region: 'US',
		offer: 'NEW',
		price: expect.any(Number),
		full: 15_000,
		currency: 'USD',
		status: 'ACTIVE',
		available: true,
		inStock: expect.any(Number),
	});
	expect((await exported('NONE', 'csv')).status).toBe(404);
});
