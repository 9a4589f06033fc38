import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const place = { brand: 'JD', category: 'SHOES', region: 'US', status: 'NEW' };
const setRows = (rows: { action: string; label: string; value: string }[]) =>
	ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...place, ...row })) });

test('finds a watched SKU by any part of it', async () => {
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	expect((await ada.api.find({ q: '9246' })).skus).toEqual([{ sku: 'CK9246-101', list: 'MONITOR1' }]);
});

test('finds a label in any letter case; wildcards are literal', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await setRows([{ action: 'INSERT', label: 'Lounge 100%', value: webhook?.url ?? '' }]);
	expect((await ada.api.find({ q: 'LOUNGE' })).labels).toEqual([
		{ ...place, label: 'Lounge 100%', webhookId: expect.any(String) },
	]);
	expect((await ada.api.find({ q: '100%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '_' })).labels).toEqual([]);
});
