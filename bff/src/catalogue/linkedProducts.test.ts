import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMonitor } from '../events/testing.ts';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const WAIT = { timeout: 20_000 };
const brand = 'SHOPS';
const TITLE = 'Linked Runner';

let testServer: TestServer;
let ada: Browser;
let mia: Browser;
/** Of the product of a link, as the catalogue lists it: the shop's host and the last part of the link. */
let sku: string;

beforeAll(async () => {
	testServer = await openTestServer();
	[ada, mia] = [await testServer.signIn('ada'), await testServer.signIn('mia')];
	const { control, shopOrigin } = testServer.sandbox;
	const [webhook] = await control.createWebhooks({ count: 1 });
	const group = { brand, category: 'ALL', region: 'US', status: 'CHANGE', label: 'links' };
	await ada.api.bulkWebhooks({ rows: [{ action: 'SET', ...group, value: webhook!.url }] });
	await control.addShopProduct({ shop: 'ucp', product: { sku: 'LP-1', title: TITLE } });
	const product = (await control.shopProducts('ucp')).find((one) => one.sku === 'LP-1');
	await ada.api.skusChange({ action: 'ADD', type: 'LINKS', sku: [`${shopOrigin('ucp')}${product?.path}?Variant=1`] });
});
afterAll(() => testServer.close());

async function listed(): Promise<string[]> {
	return (await mia.api.catalogue({ brand, q: TITLE })).data.map((entry) => entry.sku);
}

async function exported(kind: 'catalogue' | 'releases'): Promise<{ sku: string }[]> {
	const lines = (await (await ada.fetch(`/api/export/${kind}`)).text()).trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line) as { sku: string }).filter((row) => row.sku === sku);
}

test('the catalogue names the product of a link by the link', async () => {
	await expect.poll(listed, WAIT).toHaveLength(1);
	sku = (await listed())[0] ?? '';
	expect(sku).toMatch(/^[^/]+\/[a-z-]*lp-1\?Variant=1$/);
});

test('its page opens by the SKU in the list', async () => {
	expect((await mia.api.catalogueEntry({ brand, sku })).data).toMatchObject({ sku, title: TITLE, watched: true });
	expect((await ada.api.product({ sku })).data).toMatchObject({ brand, sku, title: TITLE });
	expect((await mia.fetch(`/products/${brand}/${encodeURIComponent(sku)}`)).status).toBe(200);
});

test('a watch of it gets its events, which the SKU finds', async () => {
	const { data: watch, note } = await mia.api.watchCreate({ brand, sku, kinds: ['PRICE'] });
	expect({ sku: watch.sku, polled: watch.polled, note }).toEqual({ sku, polled: ['US'], note: null });
	expect((await mia.api.watches({ brand, sku })).data).toEqual([watch]);
	await testServer.sandbox.control.setShopProduct({ shop: 'ucp', sku: 'LP-1', change: { currentPrice: 77 } });
	const last = async () => (await mia.api.watches({ sku })).data[0]?.last;
	await expect.poll(last, WAIT).not.toBeNull();
	const { data: events } = await ada.api.events({ sku });
	expect(events).toMatchObject([{ id: (await last())?.eventId, kind: 'PRICE', source: brand, sku }]);
	expect((await ada.api.deliveries({ event: events[0]!.id })).data).toMatchObject([{ sku }]);
	expect((await ada.api.deliveryGroups({ sku })).data).toMatchObject([{ sku }]);
});

test('its entry and its releases are imported again without a second one', async () => {
	const launchAt = Date.now() + 86_400_000;
	const release = { brand, sku, region: 'US', title: TITLE, launchAt };
	expect((await ada.api.releasesImport({ rows: [release] })).counts).toMatchObject({ created: 1 });
	for (const [kind, call] of [
		['catalogue', ada.api.catalogueImport],
		['releases', ada.api.releasesImport],
	] as const) {
		const rows = await exported(kind);
		expect([kind, (await call({ rows })).data]).toEqual([kind, [{ row: 0, outcome: 'unchanged' }]]);
	}
	expect(await listed()).toEqual([sku]);
});

test('a report of an external monitor is about the product of the link', async () => {
	const submit = await openMonitor(testServer, ada);
	const snapshot = { title: TITLE, category: 'ALL', available: null };
	const { status, body } = await submit({ source: brand, sku, region: 'JP', snapshot });
	expect({ status, body }).toEqual({ status: 202, body: { data: [{ sku, region: 'JP', kind: null }] } });
	const { data } = await mia.api.catalogueEntry({ brand, sku });
	expect(data.regions.map(({ region }) => region)).toEqual(['US', 'JP']);
});

test('the prices of resale markets are found by the SKU of a link', async () => {
	const { data } = await ada.api.tokenCreate({ name: 'prices', scopes: ['read', 'write'] });
	const price = { brand, market: 'STOCKX', sku, size: '9', lowestAsk: 9000, currency: 'USD', observedAt: Date.now() };
	const response = await fetch(`${testServer.server.origin}/api/markets`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ prices: [price] }),
	});
	expect(response.status).toBe(202);
	expect((await ada.api.resale({ brand, sku })).data.sizes).toMatchObject([{ offers: [{ lowestAsk: 9000 }] }]);
});

test("another brand's SKU is known in any letter case, and cannot be a link of another shop", async () => {
	const typed = { brand: 'NIKE', sku: 'ck9999-101' } as const;
	expect((await ada.api.catalogueImport({ rows: [{ ...typed, title: 'Dunk' }] })).counts).toMatchObject({ created: 1 });
	expect((await mia.api.catalogueEntry(typed)).data.sku).toBe('CK9999-101');
	const { data: watch } = await mia.api.watchCreate(typed);
	expect(watch).toMatchObject({ sku: 'CK9999-101', title: 'Dunk' });
	expect((await mia.api.watches(typed)).data).toEqual([watch]);
	const rule = { sku: expect.stringContaining('can only have letters and digits') };
	await expect(mia.api.watchCreate({ brand: 'NIKE', sku })).rejects.toMatchObject({ status: 400, fields: rule });
	const [row] = (await ada.api.catalogueImport({ rows: [{ brand: 'NIKE', sku, title: 'Dunk' }] })).data;
	expect(row).toMatchObject({ outcome: 'invalid', problems: rule });
	const long = { sku: 'ß'.repeat(33), category: 'ß'.repeat(17) };
	const [longer] = (await ada.api.catalogueImport({ rows: [{ brand: 'NIKE', ...long, title: 'Dunk' }] })).data;
	const problems = {
		sku: expect.stringContaining('must have at most 64 characters in capitals'),
		category: expect.stringContaining('must have at most 32 characters'),
	};
	expect(longer).toMatchObject({ outcome: 'invalid', problems });
});
