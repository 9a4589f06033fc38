import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('a product is looked up in all regions; a region that fails is left out and named in a header', async () => {
	await testServer.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { accessDenied: true } });
	const response = await ada.fetch('/api/productquerypremium?sku=hf3976-001');
	const { data } = (await response.json()) as { data: Record<string, object> };
	expect(response.headers.get('x-regions-failed')).toBe('JP');
	expect(Object.keys(data)).toContain('US');
	expect(Object.keys(data)).not.toContain('JP');
	expect(data['US']).toMatchObject({
		id: expect.any(String),
		styleColor: 'HF3976-001',
		title: expect.any(String),
		price: expect.any(Number),
		currency: 'USD',
		discounted: false,
		images: expect.arrayContaining([expect.stringContaining('/images/')]),
	});
	await testServer.sandbox.control.healNike();
});

test('concurrent lookups of one SKU share their requests, and an unknown SKU is not an error', async () => {
	const before = (await testServer.sandbox.control.nikeRequests()).count;
	const answers = await Promise.all(Array.from({ length: 20 }, () => ada.api.productQuery({ sku: 'NONE-001' })));
	expect(new Set(answers)).toEqual(new Set(['null']));
	// AU, TH and AT are asked in a second way when the first answers nothing.
	expect((await testServer.sandbox.control.nikeRequests()).count - before).toBe(19);
});

test('502 when no shop answers in any region', async () => {
	await testServer.sandbox.control.failNike({ times: 'forever', fault: { status: 500 } });
	await expect(ada.api.productQuery({ sku: 'NONE-002' })).rejects.toMatchObject({ status: 502 });
	await testServer.sandbox.control.healNike();
	expect(await ada.api.productQuery({ sku: 'NONE-002' })).toBe('null');
});
