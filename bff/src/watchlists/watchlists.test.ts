import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, createClient } from '../../contract/index.ts';
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
	expect((await ada.api.hotSkus({ type })).data).toEqual([
		{ ...stored, addedAt: expect.any(Number), checkedAt: null, changedAt: null },
	]);
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

test('what an outside monitor hands in is the last look of the lists that its retailer tells of', async () => {
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] });
	const monitor = createClient(contract, { origin: house.server.origin, token: data.token });
	const sku = ['LOOK-1'];
	await ada.api.adidasSkusChange({ action: 'ADD', sku, type: 'ADIDASHOT1' });
	await ada.api.hotSkuCreate({ type: 'monitor5', sku });
	await ada.api.skusChange({ action: 'ADD', sku, type: 'MONITOR4' });
	const handIn = (available: boolean) =>
		monitor.eventsHandIn({
			events: [
				{
					source: 'ADIDAS',
					sku: 'LOOK-1',
					region: 'US',
					snapshot: { title: 'Samba', category: 'HOT1', available },
				},
			],
		});
	const entries = async () => [
		(await ada.api.skus({ type: 'ADIDASHOT1' })).data[0],
		(await ada.api.hotSkus({ type: 'monitor5' })).data[0],
	];
	await handIn(true);
	const [first] = await entries();
	expect(await entries()).toEqual([
		expect.objectContaining({ title: 'Samba', regions: ['US'], checkedAt: expect.any(Number), changedAt: null }),
		expect.objectContaining({ sku: 'LOOK-1', checkedAt: expect.any(Number), changedAt: null }),
	]);

	// Nothing changed, and yet it was looked at.
	await expect
		.poll(async () => {
			await handIn(true);
			return (await entries())[0]?.checkedAt;
		})
		.toBeGreaterThan(first?.checkedAt ?? 0);
	await handIn(false);
	expect(await entries()).toEqual(Array(2).fill(expect.objectContaining({ changedAt: expect.any(Number) })));
	// Nike has not been looked at for it.
	expect((await ada.api.skus({ type: 'MONITOR4' })).data[0]).toMatchObject({ sku: 'LOOK-1', regions: [] });
});
