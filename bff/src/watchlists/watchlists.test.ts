import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

test('Adidas Hot #1 says which SKUs changed and which stood already', async () => {
	const add = (sku: string[]) => ada.api.adidasSkusChange({ action: 'ADD', sku, type: 'adidashot1' });
	expect(await add(['eg4959', 'FW4904'])).toEqual({
		data: { type: 'ADIDASHOT1', changed: ['EG4959', 'FW4904'], unchanged: [] },
	});
	expect(await add(['EG4959', 'EG4959', 'X1'])).toEqual({
		data: { type: 'ADIDASHOT1', changed: ['X1'], unchanged: ['EG4959'] },
	});
	expect((await ada.api.skus({ type: 'ADIDASHOT1' })).data.map(({ sku }) => sku)).toEqual(['X1', 'FW4904', 'EG4959']);
	const removed = await ada.api.adidasSkusChange({ action: 'REMOVE', sku: ['X1', 'NONE'], type: 'ADIDASHOT1' });
	expect(removed.data).toMatchObject({ changed: ['X1'], unchanged: ['NONE'] });
});

const link = 'https://www.asics.com/us/en-us/gel-kayano/p/ANA_1203A474-002.html';
test.each([
	['monitor1', { sku: link }, { sku: link, productLink: null }],
	['monitor2', { sku: link }, { sku: link, productLink: null }],
	['monitor4', { sku: 'ck9246' }, { sku: 'CK9246', productLink: null }],
	['monitor7', { sku: 'm990gl6', productLink: link }, { sku: 'M990GL6', productLink: link }],
] as const)('hot %s takes what its form asks for: once, listed, removed', async (type, body, stored) => {
	expect(await ada.api.hotSkuCreate({ type, ...body })).toEqual({ data: { type, ...stored } });
	await expect(ada.api.hotSkuCreate({ type, ...body })).rejects.toMatchObject({ status: 409 });
	expect((await ada.api.hotSkus({ type })).data).toEqual([{ ...stored, addedAt: expect.any(Number) }]);
	expect(await ada.api.hotSkuDelete({ type, ...body })).toEqual({ data: { type, ...stored } });
	await expect(ada.api.hotSkuDelete({ type, ...body })).rejects.toMatchObject({ status: 404 });
});

test("Adidas' hot list takes several at once, all or none", async () => {
	const type = 'monitor5';
	expect((await ada.api.hotSkuCreate({ type, sku: ['a1', 'a2'] })).data.sku).toEqual(['A1', 'A2']);
	await expect(ada.api.hotSkuCreate({ type, sku: ['a3', 'a2'] })).rejects.toMatchObject({
		status: 409,
		fields: { sku: 'stands there already: A2' },
	});
	expect((await ada.api.hotSkus({ type })).data).toHaveLength(2);
});

test.each([
	['monitor6', { sku: 'X' }, 'type'],
	['monitor1', { sku: 'CK9246-101' }, 'sku'],
	['monitor4', { sku: ['A', 'B'] }, 'sku'],
	['monitor7', { sku: 'M990GL6' }, 'productLink'],
	['monitor7', { sku: 'M990GL6', productLink: 'javascript:alert(1)' }, 'productLink'],
	['monitor4', { sku: 'X'.repeat(65) }, 'sku'],
])('hot %s refuses %o and names %s', async (type, body, field) => {
	await expect(ada.api.hotSkuCreate({ type, ...body })).rejects.toMatchObject({
		status: 400,
		fields: { [field]: expect.any(String) },
	});
});
