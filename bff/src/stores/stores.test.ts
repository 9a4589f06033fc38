import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterEach(() => testServer.sandbox.control.healNike());
afterAll(() => testServer.close());

const SKU = 'CK9246-101';
const stock = (of: object = {}) => ada.api.storeStock({ brand: 'NIKE', sku: SKU, near: 'new york', ...of });
const requests = async (what: RegExp) =>
	(await testServer.sandbox.control.nikeRequests()).last.filter((request) => what.test(request)).length;

test('stores near a city have their sizes, nearest first, and an answer is used for five minutes', async () => {
	const { data } = await stock();
	expect(data).toMatchObject({ failed: [], evidence: 'level', source: 'NIKE' });
	expect(data?.stores.map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
		['Nike NYC', 0],
		['Nike SoHo', 0],
		['Nike Factory Store Elizabeth', expect.any(Number)],
	]);
	expect(data?.stores[1]).toMatchObject({
		city: 'New York',
		postalCode: '10012',
		url: expect.stringContaining('40.7233%2C-73.9985'),
	});
	expect(data?.stores[0]?.sizes.length).toBeGreaterThan(3);
	expect(data?.stores[0]?.sizes).toContainEqual({
		size: expect.any(String),
		available: true,
		level: expect.any(String),
		count: null,
	});
	const before = [await requests(/INSTORE/), await requests(/store_locations/)];
	await stock({ near: '10012' });
	expect([await requests(/INSTORE/), await requests(/store_locations/)]).toEqual(before);
	expect(before).toEqual([3, 1]);
});

test('an unknown place has no stores, an unknown SKU no answer, and another source names those that can', async () => {
	expect((await stock({ near: 'Atlantis' })).data).toMatchObject({ stores: [], failed: [] });
	expect((await stock({ near: 'London' })).data?.stores).toEqual([]);
	expect((await stock({ near: 'London', region: 'gb' })).data?.stores).toHaveLength(1);
	expect((await stock({ sku: 'NONE-001' })).data).toBe(null);
	await expect(stock({ brand: 'ADIDAS' })).rejects.toMatchObject({
		status: 404,
		message: expect.stringContaining('NIKE'),
	});
});

test('a store that does not answer is named, and a shop that does not answer at all is an error', async () => {
	await testServer.sandbox.control.failNike({ region: 'JP', times: 1, every: 2, fault: { status: 500 } });
	const { data } = await stock({ near: 'Tokyo', region: 'JP' });
	expect(data).toMatchObject({
		stores: [],
		failed: [{ id: 'store-jp-1', name: 'Nike Harajuku', reason: expect.stringContaining('500') }],
	});
	expect((await stock({ near: 'Tokyo', region: 'JP' })).data?.stores).toHaveLength(1);
	await testServer.sandbox.control.failNike({ times: 'forever', fault: { status: 500 } });
	await expect(stock({ sku: 'HF3976-001' })).rejects.toMatchObject({ status: 502 });
});

test('an imported list replaces that of the shop until it is emptied', async () => {
	const row = {
		source: 'nike',
		id: 'store-us-4',
		name: 'Portland',
		city: 'Portland',
		country: 'us',
		latitude: 45.5,
		longitude: -122.7,
	};
	expect((await ada.api.bulkStores({ rows: [row] })).data).toEqual([{ source: 'NIKE', before: 0, stores: 1 }]);
	expect((await stock()).data?.stores).toEqual([]);
	expect((await stock({ near: 'portland' })).data?.stores).toMatchObject([{ id: 'store-us-4', postalCode: '' }]);
	await expect(ada.api.bulkStores({ rows: [row, row, { ...row, source: 'HP', id: 'x' }] })).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.1.id': expect.stringContaining('row 0'), 'rows.2.source': expect.stringContaining('NIKE') },
	});
	await expect(ada.api.bulkStores({ rows: [{ ...row, latitude: 91 }] })).rejects.toMatchObject({ status: 400 });
	expect((await ada.api.bulkStores({ rows: [], sources: ['NIKE'] })).data).toEqual([
		{ source: 'NIKE', before: 1, stores: 0 },
	]);
	expect((await stock()).data?.stores).toHaveLength(3);
});

test('a person can ask ten times a minute', async () => {
	const limited = await openTestServer({ limitFactor: 1 });
	const person = await limited.signIn('ada');
	const ask = async () => (await person.fetch('/api/storestock?brand=HP&sku=X&near=abc')).status;
	const statuses = [];
	for (let call = 0; call < 11; call++) statuses.push(await ask());
	expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
	await limited.close();
});
