import type { ProductCard } from '@dropwire/contract';
import { Product } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/domain';
import { aSnapshot } from '@dropwire/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test("a card has the last check of a watched product, else Nike's current answer", async () => {
	const bot = await testServer.bot();
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect
		.poll(() => Product.query(testServer.db.knex).where({ sku: 'CK9246-101', state: 'read' }).resultSize())
		.toBe(16);
	const { data: watched } = await bot.productCard({ sku: 'ck9246-101' });
	expect(watched).toMatchObject({
		brand: 'NIKE',
		sku: 'CK9246-101',
		title: expect.stringContaining('Jordan'),
		failed: [],
		lists: null,
	});
	expect(watched.regions).toHaveLength(16);
	expect(watched.regions[0]).toMatchObject({
		region: 'US',
		watched: true,
		status: expect.any(String),
		price: { current: expect.any(Number), currency: 'USD' },
	});
	expect((await bot.productCard({ sku: 'CK9246-101', region: 'jp' })).data.regions).toHaveLength(1);
	const { data: asked } = await bot.productCard({ sku: 'SX5090-014', region: 'us' });
	expect(asked.regions).toMatchObject([{ region: 'US', watched: false, status: expect.any(String) }]);
	await expect(bot.productCard({ sku: 'NO-SUCH' })).rejects.toMatchObject({ status: 404 });

	const { data: rates } = await ada.api.exchangeRates({});
	expect(rates).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), perEuro: { USD: 1.1463 } });
});

test("an old or blocked check is replaced by the shop's current answer", async () => {
	const { knex } = testServer.db;
	const ada = await testServer.signIn('ada');
	const sku = 'HF3976-001';
	expect((await ada.api.product({ sku: 'NO-SUCH' })).data).toBe(null);
	const asked = (await ada.api.product({ sku, region: 'US' })).data as ProductCard;
	expect(asked).toMatchObject({
		lists: [],
		color: expect.any(String),
		regions: [{ watched: false, evidence: 'level' }],
	});
	const row = { source: 'NIKE', sku, region: 'US', state: 'read', offer: 'NEW' };
	const snapshot = JSON.stringify({
		...asked.regions[0],
		title: 'Stored',
		subtitle: null,
		status: 'HOLD',
		image: null,
	});
	await knex('products').insert({ ...row, snapshot, checkedAt: Date.now() });
	const inUs = async () => (await ada.api.product({ sku, region: 'US' })).data?.regions[0];
	expect(await inUs()).toMatchObject({ status: 'HOLD', watched: true, blocked: null });
	await knex('products').where({ sku }).update({ blockedSince: 1, blockedReason: 'wall page: none' });
	expect(await inUs()).toMatchObject({ status: asked.regions[0]?.status, watched: false, blocked: null });
	await testServer.sandbox.control.failNike({ times: 'forever', fault: { status: 500 } });
	await knex('products').where({ sku }).update({ sku: 'HF3976-002', reportedBy: 'outside' });
	const stored = (await ada.api.product({ sku: 'HF3976-002' })).data;
	await testServer.sandbox.control.healNike();
	expect(stored?.regions).toMatchObject([{ region: 'US', status: 'HOLD', watched: false, blocked: 'wall page: none' }]);
	await ada.api.skusChange({ action: 'ADD', sku: [sku], type: 'MONITOR4', regions: ['JP'] });
	expect((await ada.api.product({ sku })).data?.lists).toEqual([{ list: 'MONITOR4', regions: ['JP'] }]);
});

const stored = (source: Brand, region: Region, sku: string, current: number, available: boolean) => {
	const url = { JD: 'https://www.jdsports.com', FNL: 'https://www.finishline.com' }[source as string];
	const snapshot = {
		...aSnapshot({ title: `Dunk at ${source}`, available, price: { current, full: current, currency: 'USD' } }),
		url: `${url ?? 'https://www.nike.com'}/${sku}`,
	};
	const row = { source, sku, region, state: 'read', offer: 'NEW', reportedBy: 'outside', checkedAt: Date.now() };
	return testServer.db.knex('products').insert({ ...row, snapshot: JSON.stringify(snapshot) });
};
const prices = (card: ProductCard | null) => ({
	brand: card?.brand,
	title: card?.title,
	regions: card?.regions.map(({ region, price, available, url }) => {
		return [region, price?.current, available, new URL(url ?? '').host];
	}),
});

test('a card is of one brand: of the one that can be asked, or that was named', async () => {
	const ada = await testServer.signIn('ada');
	const bot = await testServer.bot();
	// Nike does not have it.
	const sku = 'ZZ1391-777';
	await stored('NIKE', 'JP', sku, 140, false);
	await stored('NIKE', 'US', sku, 115, false);
	await stored('JD', 'US', sku, 90, true);
	await stored('FNL', 'US', sku, 70, true);
	expect(prices((await ada.api.product({ sku })).data)).toEqual({
		brand: 'NIKE',
		title: 'Dunk at NIKE',
		regions: [
			['US', 115, false, 'www.nike.com'],
			['JP', 140, false, 'www.nike.com'],
		],
	});
	expect(prices((await bot.productCard({ sku, region: 'US' })).data)).toEqual({
		brand: 'NIKE',
		title: 'Dunk at NIKE',
		regions: [['US', 115, false, 'www.nike.com']],
	});
	const atFinishLine = { brand: 'FNL', title: 'Dunk at FNL', regions: [['US', 70, true, 'www.finishline.com']] };
	expect(prices((await ada.api.product({ sku, brand: 'fnl' })).data)).toEqual(atFinishLine);
	expect(prices((await bot.productCard({ sku, brand: 'FNL', region: 'US' })).data)).toEqual(atFinishLine);
	expect((await ada.api.product({ sku, brand: 'ASICS' })).data).toBe(null);
	await testServer.db.knex('products').where({ source: 'NIKE', sku }).delete();
	expect((await ada.api.product({ sku })).data).toMatchObject({ brand: 'JD', title: 'Dunk at JD', failed: [] });
});

test("a retailer's check of a maker's SKU does not hide what the maker answers", async () => {
	const ada = await testServer.signIn('ada');
	const sku = 'HQ7978-103';
	await stored('JD', 'US', sku, 90, true);
	const card = (await ada.api.product({ sku })).data;
	expect(card).toMatchObject({ brand: 'NIKE', sku, failed: [] });
	expect(card?.title).not.toBe('Dunk at JD');
	expect(card?.regions).toHaveLength(16);
	expect((await ada.api.product({ sku, region: 'US' })).data).toMatchObject({
		brand: 'NIKE',
		regions: [{ region: 'US' }],
	});
	await stored('JD', 'US', 'ZZ1391-778', 90, true);
	await testServer.sandbox.control.failNike({ times: 'forever', fault: { status: 500 } });
	const { data } = await ada.api.product({ sku: 'ZZ1391-778' });
	await testServer.sandbox.control.healNike();
	expect(data).toMatchObject({ brand: 'JD', failed: [], regions: [{ region: 'US', available: true }] });
});

test("a shop's own code in the form of a brand's SKU stays the shop's product", async () => {
	const ada = await testServer.signIn('ada');
	const sku = 'SX5090-014';
	await stored('SHOPS', 'US', sku, 90, true);
	expect((await ada.api.product({ sku, brand: 'NIKE' })).data).toMatchObject({ brand: 'NIKE' });
	expect((await ada.api.product({ sku })).data).toMatchObject({ brand: 'SHOPS', title: 'Dunk at SHOPS' });
});
