import { SANDBOX_EBAY, type Sandbox, startSandbox } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createEbay, type Ebay, type EbayOptions, hasEbay } from './ebay.ts';
import { namesSku, sizeInTitle } from './readEbay.ts';

let sandbox: Sandbox;
let ebay: Ebay;
const open = (options: Partial<EbayOptions> = {}) =>
	(ebay = createEbay({ url: sandbox.ebayUrl, ...SANDBOX_EBAY, ...options }));
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => {
	await ebay?.close();
	await sandbox.control.reset();
});
afterAll(() => sandbox.close());

const SKU = 'CK9246-101';
const requests = async () => (await sandbox.control.shopRequests('ebay')).last;

test('the lowest ask of each size is of new items that name it in the title or an aspect', async () => {
	await sandbox.control.setEbayListings({
		sku: SKU,
		items: [
			{ title: `Nike ${SKU} Size 9`, price: '210.00' },
			{ title: 'Nike CK9246 101 sz 9 deadstock', price: '199.99' },
			{ title: `Nike ${SKU} Size 9 worn`, price: '80.00', conditionId: '3000' },
			{ title: `Nike ${SKU} new`, price: '230.50', aspects: { 'US Shoe Size': '10.5' } },
			{ title: 'Jordan High new', price: '150.00', aspects: { 'US Shoe Size': '11', MPN: SKU } },
			{ title: 'Another shoe Size 8', price: '20.00', aspects: { 'US Shoe Size': '8', MPN: 'XX0000-001' } },
			{ title: `Nike ${SKU} all sizes 8-12`, price: '50.00' },
			{ title: `Nike ${SKU} Size 12`, price: '300.00', currency: 'GBP', marketplace: 'EBAY_GB' },
		],
	});
	const answer = await open().find('US', SKU);
	expect(answer).toEqual({
		asks: [
			{ size: '9', lowestAsk: 19_999, currency: 'USD' },
			{ size: 'US 11', lowestAsk: 15_000, currency: 'USD' },
			{ size: 'US 10.5', lowestAsk: 23_050, currency: 'USD' },
		],
		at: expect.any(Number),
		unsized: 2,
	});
	expect(await ebay.find('GB', SKU)).toMatchObject({ asks: [{ size: '12', currency: 'GBP' }] });
	expect([hasEbay('GB'), hasEbay('JP')]).toEqual([true, false]);
});

test('an answer is shared for ten minutes, and a token for two hours', async () => {
	open();
	const [first, second] = await Promise.all([ebay.find('US', SKU), ebay.find('US', SKU)]);
	expect(second).toBe(first);
	await ebay.find('US', SKU);
	const seen = await requests();
	expect(seen.filter((one) => one.startsWith('/item_summary'))).toHaveLength(1);
	expect(seen.filter((one) => one.startsWith('/identity'))).toHaveLength(1);
});

test('a token that eBay no longer accepts is replaced once', async () => {
	open();
	await ebay.find('US', SKU);
	await sandbox.control.revokeEbayTokens();
	expect(await ebay.find('US', 'HF3976-001')).toHaveProperty('asks');
});

test.each([
	['eBay answered 500', { status: 500 }],
	['eBay answered 429', { status: 429 }],
	["eBay's answer has an unknown format", { garbage: true }],
] as const)('a failure says why: %s', async (reason, fault) => {
	await open().find('US', SKU);
	await sandbox.control.failShop('ebay', { times: 1, fault });
	expect(await ebay.find('US', 'HF3976-001')).toEqual({ failed: reason });
});

test('wrong credentials and a used-up daily budget are failures', async () => {
	expect(await open({ clientSecret: 'wrong' }).find('US', SKU)).toEqual({
		failed: 'eBay rejected EBAY_CLIENT_ID and EBAY_CLIENT_SECRET',
	});
	await ebay.close();
	let now = Date.parse('2026-11-26T23:59:00Z');
	open({ dailyBudget: 1, now: () => now });
	await sandbox.control.setEbayListings({ sku: SKU, items: [{ title: `${SKU} Size 9`, price: '1.00' }] });
	expect(await ebay.find('US', SKU)).toHaveProperty('asks');
	expect(await ebay.find('US', 'NONE-001')).toEqual({
		failed: 'The 1 requests of today are used up; the next day begins at 00:00 UTC',
	});
	now += 60_000;
	expect(await ebay.find('US', 'NONE-002')).toEqual({ asks: [], at: now, unsized: 0 });
});

test.each([
	['Nike Dunk Low Panda DD1391-100 Size 10', '10'],
	["Nike Dunk DD1391 100 Men's 9.5 NEW", 'M 9.5'],
	['Nike Dunk Women’s DD1391-100', null],
	['Nike Dunk DD1391-100 US 9 UK 8 EU 42.5', 'US 9'],
	['Nike Dunk DD1391-100 Size US 11.5', 'US 11.5'],
	['Nike Hoodie DD1391-100 Size XL', 'XL'],
	['Nike Dunk GS DD1391-100 Size 6.5Y', '6.5Y'],
	['Nike Dunk DD1391-100 Sizes 8-12', null],
	['Nike Dunk DD1391-100 Size 9 or Size 10', null],
	['Nike Dunk DD1391-100 Size 8 9 10', null],
	['Nike Air Max 90 DD1391-100', null],
	['Air Jordan 4 Retro DD1391-100 2024', null],
])('the title %j names the size %j', (title, size) => {
	expect(sizeInTitle(title, 'DD1391-100')).toBe(size);
});

test('a title names a SKU with or without its hyphen, and no longer number', () => {
	for (const title of ['Dunk DD1391-100 new', 'Dunk DD1391 100', 'dunk dd1391100'])
		expect(namesSku(title, 'DD1391-100')).toBe(true);
	for (const title of ['Dunk DD1391-1001', 'Dunk DD1391-101']) expect(namesSku(title, 'DD1391-100')).toBe(false);
});
