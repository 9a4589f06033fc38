import { SANDBOX_PICTURES } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

const look = { color: '#FFFFFF', transparent: 'false' };
const free = (brand: string, sku: string, inputParameters = {}) =>
	house.visitor().api.skuImageFree({ ...look, brand, sku, inputParameters });

test("Nike's pictures come from three mirrors, four for operators; only those that exist", async () => {
	const { data } = await ada.api.skuImage({ ...look, sku: 'ck9246-101', type: 'admin' });
	if (data === 'null') throw new Error('nothing found');
	expect(data.mirror1).toHaveLength(4);
	expect(data.mirror1[0]).toContain('/is/image/DotCom/CK9246_101_A_PREM?');
	expect(data.mirror1[0]).toContain('bgc=ffffff');
	expect(data.mirror2).toHaveLength(4);
	expect(data.mirror3.length).toBeGreaterThan(1);
	expect(data.mirror4?.length).toBeGreaterThan(1);
	const cleo = await house.signIn('cleo');
	const { data: seen } = await cleo.api.skuImage({ ...look, sku: 'CK9246-101' });
	expect(Object.keys(seen)).toEqual(['mirror1', 'mirror2', 'mirror3']);
});

test('paddings surround their views, the colour fills them, transparency leaves it out', async () => {
	const { mirror1 } = (await free('nike', 'CK9246-101', { A: '50', C: 7 })).data;
	expect(mirror1.map((address) => new URL(address).searchParams.get('extend'))).toEqual([
		'50,50,50,50',
		null,
		'7,7,7,7',
		null,
	]);
	const clear = await house
		.visitor()
		.api.skuImageFree({ ...look, brand: 'nike', sku: 'CK9246-101', transparent: 'TRUE' });
	expect(clear.data.mirror1[0]).toContain('fmt=png-alpha');
	expect(clear.data.mirror1[0]).not.toContain('bgc=');
});

test.each(Object.entries(SANDBOX_PICTURES))(
	'%s: the pictures of %s are found, and each can be fetched',
	async (brand, sku) => {
		const { mirror1 } = (await free(brand, sku, { A: 20 })).data;
		expect(mirror1.length).toBeGreaterThan(2);
		const { data } = await house.visitor().api.getImage({ url: mirror1[0]! });
		expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
	},
);

test('a product that no source has is nothing, in the words of each call', async () => {
	expect(await ada.api.skuImage({ ...look, sku: 'ZZ0000-000' })).toEqual({ data: 'null' });
	expect(await free('puma', '000000-00')).toEqual({ data: { mirror1: [] } });
	expect(await free('nike', '../../etc/passwd')).toEqual({ data: { mirror1: [] } });
});

test('bad input is named', async () => {
	await expect(free('gucci', 'X')).rejects.toMatchObject({ status: 400, fields: { brand: expect.any(String) } });
	await expect(free('nike', 'X', { A: -1 })).rejects.toMatchObject({
		status: 400,
		fields: { 'inputParameters.A': expect.any(String) },
	});
	await expect(free('nike', 'X', { A: '2001' })).rejects.toMatchObject({ status: 400 });
	await expect(ada.api.skuImage({ ...look, color: 'red', sku: 'X' })).rejects.toMatchObject({
		status: 400,
		fields: { color: expect.any(String) },
	});
});

test.each(['https://evil.example/a.png', 'http://127.0.0.1:1/a.png', 'http://169.254.169.254/latest', 'no address'])(
	'getimage never fetches %s',
	async (url) => {
		await expect(ada.api.getImage({ url })).rejects.toMatchObject({ status: 400, fields: { url: expect.any(String) } });
	},
);

test('getimage says when the source has no such picture', async () => {
	const url = `${house.sandbox.imagesUrl}/image/upload/x/global/000000/00/sv01/fnd/PNA/fmt/png/`;
	await expect(ada.api.getImage({ url })).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
});

test('a product is looked up in all regions; one that fails is left out and named', async () => {
	await house.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { accessDenied: true } });
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
	await house.sandbox.control.healNike();
});

test('equal questions at once are one, and nothing found is not a failure', async () => {
	const before = (await house.sandbox.control.nikeRequests()).count;
	const answers = await Promise.all(Array.from({ length: 20 }, () => ada.api.productQuery({ sku: 'NONE-001' })));
	expect(new Set(answers)).toEqual(new Set(['null']));
	// AU, TH and AT are asked in a second way when the first answers nothing.
	expect((await house.sandbox.control.nikeRequests()).count - before).toBe(19);
});

test('Nike answering in no region is 502, not nothing found', async () => {
	await house.sandbox.control.failNike({ times: 'forever', fault: { status: 500 } });
	await expect(ada.api.productQuery({ sku: 'NONE-002' })).rejects.toMatchObject({ status: 502 });
	await house.sandbox.control.healNike();
	expect(await ada.api.productQuery({ sku: 'NONE-002' })).toBe('null');
});
