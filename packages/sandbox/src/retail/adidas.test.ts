import { afterEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function get(path: string) {
	const response = await fetch(`${sandbox.shopUrl('ADIDAS')}/api/products/${path}?sitePath=us`);
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const sizeOf = async (sku: string, size: string) => {
	const { body } = await get(`${sku}/availability`);
	const rows = body['variation_list'] as { size: string; availability: number; availability_status: string }[];
	return rows.find((row) => row.size === size);
};

test('adidas sells its recorded products with prices and counts that can be changed', async () => {
	sandbox = await startSandbox();
	expect(await get('FW4904')).toMatchObject({ status: 200, body: { id: 'FW4904', name: 'Superstar Shoes' } });
	expect(await sizeOf('EG4959', '12.5')).toEqual({
		sku: 'EG4959_700',
		size: '12.5',
		availability: 0,
		availability_status: 'NOT_AVAILABLE',
	});
	const change = { currentPrice: 70, counts: { '12.5': 4 } };
	await sandbox.control.setAdidasProduct({ sku: 'EG4959', change });
	expect((await get('EG4959')).body).toMatchObject({ pricing_information: { currentPrice: 70, standard_price: 100 } });
	expect(await sizeOf('EG4959', '12.5')).toMatchObject({ availability: 4, availability_status: 'IN_STOCK' });
	expect(await sizeOf('FW4904', '12.5')).toMatchObject({ availability: 0 });
});

test('adidas answers 404 for products that it does not have, and fails as planned', async () => {
	sandbox = await startSandbox();
	expect(await get('NOSUCH')).toMatchObject({ status: 404 });
	await sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { gone: true } });
	expect(await get('EG4959/availability')).toMatchObject({ status: 404 });
	await sandbox.control.failAdidas({ times: 1, fault: { status: 503 } });
	expect(await get('FW4904')).toMatchObject({ status: 503 });
	expect(await get('FW4904')).toMatchObject({ status: 200 });
	expect((await sandbox.control.adidasRequests()).last.at(-1)).toBe('/api/products/FW4904?sitePath=us');
	await expect(sandbox.control.setAdidasProduct({ sku: 'NOSUCH', change: {} })).rejects.toThrow('adidas has no NOSUCH');
});

test("adidas's search finds products by name, in pages, and shows which can be ordered", async () => {
	sandbox = await startSandbox();
	const search = async (query: string) =>
		(await fetch(`${sandbox.shopUrl('ADIDAS')}/api/search/taxonomy?${query}`)).json();
	await sandbox.control.addShopProduct({ shop: 'adidas', product: { sku: 'IE3437', title: 'Samba OG Shoes' } });
	await sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { status: 'PREVIEW' } });
	expect(await search('query=samba&start=0')).toMatchObject({
		itemList: { count: 1, items: [{ productId: 'IE3437', orderable: true, availableSizes: ['9', '10', '11'] }] },
	});
	expect(await search('query=shoes&start=1')).toMatchObject({
		itemList: {
			count: 3,
			items: [
				{ productId: 'EG4959', orderable: false },
				{ productId: 'FW4904', orderable: true },
			],
		},
	});
});
