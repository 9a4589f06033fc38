import { isProductWhy } from '@dropwire/contract';
import type { Brand } from '@dropwire/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMonitor } from '../events/testing.ts';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const SKU = 'CK9246-101';
const SPELLED = ['ck9246101', 'CK9246 101', 'CK9246_101'];
const LAUNCH = Date.now() + 86_400_000;
const SNAPSHOT = { title: 'Dunk', category: 'SHOES', available: false };

let testServer: TestServer;
let ada: Browser;
let report: Awaited<ReturnType<typeof openMonitor>>;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	report = await openMonitor(testServer, ada);
	const stored: [Brand, string][] = [
		['HP', '7Z5A1UA#ABA'],
		['HP', '6B8U4AA#ABA'],
		['HP', '6B8U4AA#ABL'],
		['NIKE', 'TW1234-100'],
		['NIKE', 'TW-1234100'],
		['JD', 'PX1001-100'],
		['SHOPS', 'PX100-11'],
	];
	await ada.api.catalogueImport({ rows: stored.map(([brand, sku]) => ({ brand, sku, title: 'Stored' })) });
	const item = { source: 'NIKE', sku: SKU, region: 'US', snapshot: { ...SNAPSHOT, launchAt: LAUNCH } };
	await report(item);
	await report({ ...item, snapshot: { ...item.snapshot, title: 'Dunk Low', sizes: [{ size: '9', available: true }] } });
	await ada.api.watchCreate({ brand: 'NIKE', sku: SKU });
});
afterAll(() => testServer.close());

async function post(path: string, body: object) {
	const { data } = await ada.api.tokenCreate({ name: `prices ${Math.random()}`, scopes: ['read', 'write'] });
	const response = await fetch(`${testServer.server.origin}${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await response.json()) as { data: { sku: string }[] };
}

test.each<[Brand, string, string]>([
	...SPELLED.map((sku): [Brand, string, string] => ['NIKE', sku, SKU]),
	['HP', '7z5a1ua', '7Z5A1UA#ABA'],
	['HP', '7Z5A1UA ABA', '7Z5A1UA#ABA'],
	// Of several products, the text means none.
	['HP', '6B8U4AA', '6B8U4AA'],
	['NIKE', 'TW1234100', 'TW1234100'],
	['NIKE', 'Stored', 'STORED'],
	// In these brands, it is another product.
	['JD', 'PX10011-00', 'PX10011-00'],
	['SHOPS', 'PX1001-1', 'PX1001-1'],
])('a report of %s %s is about %s', async (brand, sku, stored) => {
	const item = { source: brand, sku, region: 'US', snapshot: { ...SNAPSHOT, category: 'ALL' } };
	const known = { source: 'NIKE', sku: 'ck9246.101', region: 'JP', snapshot: SNAPSHOT };
	const { body } = await report(item, known);
	expect(body.data).toMatchObject([{ sku: stored }, { sku: SKU }]);
	const observedAt = new Date().toISOString();
	const price = { brand, market: 'GOAT', sku, size: '9', lowestAsk: 9000, currency: 'USD', observedAt };
	expect((await post('/api/markets', { prices: [price] })).data).toMatchObject([{ sku: stored }]);
});

test.each(SPELLED)('imports of %s change the stored product', async (sku) => {
	const row = { brand: 'NIKE', title: 'Dunk Low', sku };
	expect((await ada.api.catalogueImport({ rows: [row] })).data).toMatchObject([{ outcome: 'unchanged' }]);
	const release = { ...row, region: 'US', launchAt: LAUNCH };
	expect((await ada.api.releasesImport({ rows: [release], dryRun: true })).counts).toMatchObject({ created: 0 });
});

const NIKE = { brand: 'NIKE', region: 'US' } as const;
const reads: Record<string, (sku: string) => Promise<unknown>> = {
	catalogueEntry: async (sku) => (await ada.api.catalogueEntry({ brand: 'NIKE', sku })).data.sku,
	history: async (sku) => (await ada.api.history({ ...NIKE, sku })).data.points.length,
	historyExport: async (sku) => (await ada.fetch(`/api/export/history?brand=NIKE&sku=${sku}`)).text(),
	product: async (sku) => (await ada.api.product({ sku })).data?.sku,
	'product of a brand': async (sku) => (await ada.api.product({ ...NIKE, sku })).data?.sku,
	productQuery: async (sku) => Object.keys(await ada.api.productQuery({ sku })),
	productQueryPremium: async (sku) => Object.keys((await ada.api.productQueryPremium({ sku })).data),
	storeStock: async (sku) => (await ada.api.storeStock({ ...NIKE, sku, near: 'new york' })).data?.stores.length,
	releases: async (sku) => (await ada.api.releases({ brand: 'NIKE', sku })).data.map(({ id }) => id),
	events: async (sku) => (await ada.api.events({ sku })).data.map(({ id }) => id),
	watches: async (sku) => (await ada.api.watches({ brand: 'NIKE', sku })).data.map(({ id }) => id),
	why: async (sku) => {
		const answer = await ada.api.why({ ...NIKE, sku });
		return isProductWhy(answer) && answer.data.map(({ step, outcome }) => `${step}: ${outcome}`);
	},
};

test.each(Object.keys(reads))('%s finds a product in each spelling of its SKU', async (name) => {
	const read = (sku: string) => reads[name]!(sku);
	const found = await read(SKU);
	expect(found).toBeTruthy();
	expect(found).not.toEqual([]);
	for (const sku of SPELLED) expect(await read(sku)).toEqual(found);
});

test("why takes a watch's SKU in each spelling, and gives no verdict on one that cannot exist", async () => {
	const [watch] = (await ada.api.watches({ brand: 'NIKE', sku: SKU })).data;
	expect(await ada.api.why({ ...NIKE, sku: 'ck9246101', watchId: watch!.id })).toHaveProperty('data');
	for (const sku of ['CK9246777', 'no sku']) {
		const rule = expect.stringContaining(`must be a SKU of Nike (6 letters`);
		await expect(ada.api.why({ ...NIKE, sku })).rejects.toMatchObject({ status: 400, fields: { sku: rule } });
	}
	expect(await ada.api.why({ ...NIKE, sku: 'ck9246-777' })).toMatchObject({
		verdict: { step: 'listed', outcome: 'no' },
	});
});
