import { ingest } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { storeRelease } from './testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

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

const skus = async (input: Parameters<Browser['api']['releases']>[0]) =>
	(await visitor.api.releases(input)).data.map(({ sku }) => sku);

test('lists releases of the default range by launch, without those that are over', async () => {
	const now = Date.now();
	for (const [sku, launchAt, cancelledAt] of [
		['TOMORROW', now + DAY, null],
		['LIVE', now - HOUR, null],
		['OVER', now - DAY - HOUR, null],
		['CANCELLED', now + 2 * DAY, now],
		['LATER', now + 31 * DAY, null],
	] as const)
		await storeRelease(testServer.db, { sku, launchAt, cancelledAt });
	const { data } = await visitor.api.releases({});
	expect(data.map(({ sku, state }) => [sku, state])).toEqual([
		['LIVE', 'live'],
		['TOMORROW', 'announced'],
		['CANCELLED', 'cancelled'],
	]);
	const from = now - 2 * DAY;
	expect(await skus({ from })).toEqual(['OVER', 'LIVE', 'TOMORROW', 'CANCELLED']);
	expect((await visitor.api.releases({ from })).data[0]?.state).toBe('over');
	expect(await skus({ from: now + DAY, to: now + 2 * DAY })).toEqual(['TOMORROW']);
	await expect(skus({ from: now, to: now - 1 })).rejects.toMatchObject({
		status: 400,
		fields: { to: expect.any(String) },
	});
});

test('filters by region, brand, and words of title and SKU', async () => {
	for (const facts of [
		{ sku: 'CK9246-101', title: 'Café Dunk Low' },
		{ sku: 'CK9246-102', title: 'Air Max', region: 'JP' },
		{ sku: 'EG4959', title: 'Superstar', brand: 'ADIDAS' },
	] as const)
		await storeRelease(testServer.db, facts);
	expect(await skus({ region: 'jp' })).toEqual(['CK9246-102']);
	expect(await skus({ brand: 'adidas' })).toEqual(['EG4959']);
	expect(await skus({ brand: 'ADIDAS', region: 'JP' })).toEqual([]);
	expect(await skus({ q: 'low cafe' })).toEqual(['CK9246-101']);
	expect(await skus({ q: 'ck9246101' })).toEqual(['CK9246-101']);
	expect(await skus({ q: 'ck9246', region: 'JP' })).toEqual(['CK9246-102']);
	expect(await skus({ q: '-!' })).toEqual([]);
	await expect(skus({ region: 'ZZ' })).rejects.toMatchObject({ status: 400, fields: { region: expect.any(String) } });
	await expect(skus({ q: 'x'.repeat(201) })).rejects.toMatchObject({ status: 400, fields: { q: expect.any(String) } });
});

test("finds a product's releases behind thousands of others of its brand", async () => {
	const now = Date.now();
	const past = { brand: 'NIKE', region: 'US', title: 'Past', origin: 'source', moves: '[]' } as const;
	await testServer.db.knex.batchInsert(
		'releases',
		Array.from({ length: 2500 }, (_, n) => {
			const launchAt = now - 90 * DAY + n;
			return { ...past, sku: `S${n}`, launchAt, announcedAt: 1, datedAt: 1, changedAt: 1 };
		}),
		100,
	);
	await storeRelease(testServer.db, { sku: 'DD1391-100', launchAt: now + 2 * DAY });
	await storeRelease(testServer.db, { sku: 'DD1391-1001', launchAt: now + DAY });
	await storeRelease(testServer.db, { sku: 'DD1391-100', launchAt: now + DAY, brand: 'JD' });
	const product = { brand: 'NIKE', sku: 'dd1391-100', from: 0 };
	const { data, nextCursor } = await visitor.api.releases({ ...product, to: now + 180 * DAY });
	expect({ skus: data.map(({ brand, sku }) => [brand, sku]), nextCursor }).toEqual({
		skus: [['NIKE', 'DD1391-100']],
		nextCursor: null,
	});
	expect(await skus({ ...product, to: now + DAY })).toEqual([]);
	expect(await skus({ ...product, region: 'JP' })).toEqual([]);
	await expect(skus({ sku: 'DD1391-100' })).rejects.toMatchObject({
		status: 400,
		fields: { brand: expect.any(String) },
	});
});

test.each([{}, { region: 'US' }, { brand: 'NIKE' }, { brand: 'NIKE', region: 'US' }, { q: 'even' }])(
	'pages of %o have every release once',
	async (wanted) => {
		const [base, all] = [Date.now() + HOUR, Array.from({ length: 450 }, (_, n) => n)];
		const at = { origin: 'source', announcedAt: 1, datedAt: 1, changedAt: 1, moves: '[]' } as const;
		await testServer.db.knex.batchInsert(
			'releases',
			// Many at one moment.
			all.map((n) => ({
				brand: 'NIKE',
				region: 'US',
				sku: `S${n}`,
				title: n % 2 === 0 ? 'even' : 'odd',
				launchAt: base + Math.trunc(n / 150),
				...at,
			})),
			100,
		);
		const found: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await visitor.api.releases({ ...wanted, from: 1, cursor });
			expect(page.data.length).toBeLessThanOrEqual(100);
			found.push(...page.data.map(({ sku }) => sku));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		expect(found).toEqual(all.filter((n) => !('q' in wanted) || n % 2 === 0).map((n) => `S${n}`));
	},
);

test('a release has its price, its moves, and whether it can be bought', async () => {
	const launchAt = Date.now() + DAY;
	const move = { at: 1, from: launchAt - HOUR, to: launchAt };
	await storeRelease(testServer.db, {
		launchAt,
		price: 9000,
		full: 12_000,
		currency: 'USD',
		moves: JSON.stringify([move]),
	});
	const [unknown] = (await visitor.api.releases({ from: launchAt })).data;
	expect(unknown).toMatchObject({
		price: { current: 9000, full: 12_000, currency: 'USD' },
		moves: [move],
		method: null,
		available: null,
		cancelledAt: null,
	});
	const [sku, region] = ['CK9246-101', 'US'] as const;
	await ingest(testServer.db, {
		source: 'NIKE',
		sku,
		region,
		monitor: 'outside',
		offer: null,
		answer: { kind: 'read', snapshot: aSnapshot({ sku, region, available: true, launchAt }) },
		observedAt: Date.now(),
	});
	// Responses are shared for 500 ms.
	await expect.poll(async () => (await visitor.api.releases({})).data[0]?.available).toBe(true);
});

test('an ETag lasts until a release changes or one changes its state by time', async () => {
	const launchAt = Date.now() + 1500;
	await storeRelease(testServer.db, { launchAt, region: 'GB' });
	const path = '/api/releases?region=gb';
	const get = (etag = '') => visitor.fetch(path, { headers: { 'if-none-match': etag } });
	const first = await get();
	const etag = first.headers.get('etag') ?? '';
	expect(etag).not.toBe('');
	expect(first.headers.get('cache-control')).toBe('no-cache');
	const same = await get(etag);
	expect([same.status, await same.text()]).toEqual([304, '']);
	await expect.poll(async () => (await get(etag)).status).toBe(200);
	expect(Date.now()).toBeGreaterThanOrEqual(launchAt);
	expect(await (await get()).json()).toMatchObject({ data: [{ state: 'live' }] });
});

test('rejects a cursor that is none', async () => {
	for (const cursor of ['none', '1', '-1-2', `${'9'.repeat(20)}-1`])
		await expect(skus({ cursor })).rejects.toMatchObject({ status: 400, fields: { cursor: expect.any(String) } });
});
