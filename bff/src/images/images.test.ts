import { SANDBOX_PICTURES } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const look = { color: '#FFFFFF', transparent: 'false' };
const free = (brand: string, sku: string, inputParameters = {}) =>
	testServer.visitor().api.skuImageFree({ ...look, brand, sku, inputParameters });

test("Nike's pictures come from three mirrors, four for operators; only those that exist", async () => {
	const { data } = await ada.api.skuImage({ ...look, sku: 'ck9246-101', type: 'admin' });
	if (data === 'null') throw new Error('nothing found');
	expect(data.mirror1).toHaveLength(4);
	expect(data.mirror1[0]).toContain('/is/image/DotCom/CK9246_101_A_PREM?');
	expect(data.mirror1[0]).toContain('bgc=ffffff');
	expect(data.mirror2).toHaveLength(4);
	expect(data.mirror3.length).toBeGreaterThan(1);
	expect(data.mirror4?.length).toBeGreaterThan(1);
	const cleo = await testServer.signIn('cleo');
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
	const clear = await testServer
		.visitor()
		.api.skuImageFree({ ...look, brand: 'nike', sku: 'CK9246-101', transparent: 'TRUE' });
	expect(clear.data.mirror1[0]).toContain('fmt=png-alpha');
	expect(clear.data.mirror1[0]).not.toContain('bgc=');
});

test('each picture names its view, and whether its host draws background and padding', async () => {
	const { data, details, sources } = await ada.api.skuImage({ ...look, sku: 'CK9246-101', type: 'admin' });
	if (data === 'null') throw new Error('No pictures found');
	const mirrors = [data.mirror1, data.mirror2, data.mirror3, data.mirror4 ?? []];
	expect(details.map(({ length }) => length)).toEqual(mirrors.map(({ length }) => length));
	expect(sources.at(-1)).toBe('Nike shop page, large');
	expect(details[0]).toEqual(['A', 'B', 'C', 'D'].map((view) => ({ view, rendered: true })));
	// The shop's pictures have fixed addresses, so clients draw background and padding.
	for (const shop of details.slice(2)) expect(shop[0]).toEqual({ view: 'A', rendered: false });
	const orange = { ...look, color: '#ff8000', transparent: 'true', inputParameters: { A: 50 } };
	const changed = await ada.api.skuImage({ ...orange, sku: 'CK9246-101', type: 'admin' });
	expect(changed).toMatchObject({ data: { mirror3: data.mirror3, mirror4: data.mirror4 } });
});

test("adidas' pictures are padded by the view that they belong to", async () => {
	const { data, details } = await free('adidas', SANDBOX_PICTURES.adidas, { C: 40 });
	// The second picture of the shop's list does not exist.
	expect(details[0]?.map(({ view }) => view).slice(0, 2)).toEqual(['A', 'C']);
	expect(data.mirror1[0]).toContain('/w_2000,h_2000,');
	expect(data.mirror1[1]).toContain('/w_2080,h_2080,');
});

test.each(Object.entries(SANDBOX_PICTURES))(
	'%s: the pictures of %s are found, and each can be fetched',
	async (brand, sku) => {
		const { mirror1 } = (await free(brand, sku, { A: 20 })).data;
		expect(mirror1.length).toBeGreaterThan(2);
		const { data } = await testServer.visitor().api.getImage({ url: mirror1[0]! });
		expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
	},
);

test("a product without pictures gives each call's empty answer", async () => {
	const sources = ['Nike image server', 'Nike image server 2', 'Nike shop page'];
	const none = { details: [], incomplete: [] };
	expect(await ada.api.skuImage({ ...look, sku: 'ZZ0000-000' })).toEqual({ ...none, data: 'null', sources });
	const puma = { data: { mirror1: [] }, details: [[]], sources: ['PUMA image server'], incomplete: [] };
	expect(await free('puma', '000000-00')).toEqual(puma);
	await expect(free('nike', '../../etc/passwd')).rejects.toMatchObject({
		status: 400,
		fields: { sku: expect.any(String) },
	});
});

test('mirrors whose host does not answer are listed as incomplete', async () => {
	const { control } = testServer.sandbox;
	await control.failNike({ times: 'forever', fault: { accessDenied: true } });
	const operator = (sku: string) => ada.api.skuImage({ ...look, sku, type: 'admin' });
	const found = await operator('HF3976-001');
	expect(found).toMatchObject({ data: { mirror1: expect.arrayContaining([expect.any(String)]) }, incomplete: [3, 4] });
	expect(await operator('ZZ0000-001')).toMatchObject({ data: 'null', incomplete: [3, 4] });
	await control.healNike();
	expect(await operator('HF3976-001')).toMatchObject({ incomplete: [] });
});

test('rejects invalid input by field', async () => {
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
	const url = `${testServer.sandbox.imagesUrl}/image/upload/x/global/000000/00/sv01/fnd/PNA/fmt/png/`;
	await expect(ada.api.getImage({ url })).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
});
