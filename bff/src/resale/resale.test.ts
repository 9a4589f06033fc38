import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readServerSettings } from '../settings.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let token: string;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	({ token } = (await ada.api.tokenCreate({ name: 'market monitor', scopes: ['read', 'write'] })).data);
});
afterEach(() => testServer.sandbox.control.healShop('ebay'));
afterAll(() => testServer.close());

const SKU = 'CK9246-101';
const observedAt = new Date().toISOString();
const price = (of: object = {}) => ({
	brand: 'nike',
	market: 'StockX',
	sku: SKU.toLowerCase(),
	size: '9',
	lowestAsk: 40_000,
	highestBid: 30_000,
	lastSale: null,
	currency: 'USD',
	observedAt,
	...of,
});
async function submit(body: object) {
	const response = await fetch(`${testServer.server.origin}/api/markets`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const storedOf = ({ body }: { body: Record<string, unknown> }) =>
	(body['data'] as { stored: boolean }[]).map(({ stored }) => stored);

test('a product has the payouts of eBay and of monitors against its full price', async () => {
	await testServer.sandbox.control.setEbayListings({
		sku: SKU,
		items: [
			{ title: `${SKU} Size 9`, price: '350.00' },
			{ title: `${SKU} US 10`, price: '300.00' },
			{ title: `${SKU} new`, price: '10.00' },
		],
	});
	expect(await submit({ monitor: 'markets', everyMs: 60_000, prices: [price()] })).toEqual({
		status: 202,
		body: { data: [{ brand: 'NIKE', sku: SKU, size: '9', market: 'STOCKX', stored: true }] },
	});
	const { data } = await ada.api.resale({ brand: 'NIKE', sku: SKU });
	const { retail } = data;
	expect(retail).toEqual({ amount: expect.any(Number), currency: 'USD', region: 'US' });
	const sizeOf = (number: string) => data.sizes.find(({ size }) => size.includes(number));
	// 300.00 - 27.00 - 9.00 - 4.00
	const profit = 26_000 - retail!.amount;
	expect(sizeOf('9')).toMatchObject({
		offers: [
			{ market: 'STOCKX', highestBid: 30_000, payout: 26_000, basis: 'bid' },
			{ market: 'EBAY', lowestAsk: 35_000, payout: null, basis: 'bid' },
		],
		best: { market: 'STOCKX', payout: 26_000, profit, percent: Math.round((profit * 1000) / retail!.amount) / 10 },
	});
	// 300.00 - 40.80 - 0.40
	expect(sizeOf('10')).toMatchObject({ offers: [{ market: 'EBAY', payout: 25_880, basis: 'ask' }] });
	expect(data.fees.map(({ market }) => market)).toEqual(['STOCKX', 'GOAT', 'EBAY']);
	expect(data.providers).toMatchObject([
		{ market: 'STOCKX', state: 'not_set', detail: expect.stringContaining('external monitors') },
		{ market: 'GOAT', state: 'not_set', searchUrl: `https://www.goat.com/search?query=${SKU}` },
		{ market: 'EBAY', state: 'ready', detail: expect.stringContaining('1 more item names no size') },
	]);
	expect((await ada.api.overview({})).data.monitors).toMatchObject([{ name: 'markets', sources: ['NIKE'] }]);
});

test('a market that cannot be read is named, and the others are shown', async () => {
	await testServer.sandbox.control.failShop('ebay', { times: 'forever', fault: { status: 500 } });
	const { data } = await ada.api.resale({ brand: 'NIKE', sku: 'HF3976-001' });
	expect(data.providers[2]).toMatchObject({ market: 'EBAY', state: 'error', detail: 'eBay answered 500.' });
	const inJapan = (await ada.api.resale({ brand: 'NIKE', sku: SKU, region: 'jp' })).data;
	expect(inJapan.providers[2]).toMatchObject({ state: 'not_set', detail: expect.stringContaining('Japan') });
	// Yen and dollars are not compared.
	expect(inJapan.retail).toMatchObject({ currency: 'JPY' });
	expect(inJapan.sizes[0]?.best).toMatchObject({ market: 'STOCKX', profit: null, percent: null });
});

test('an older price of a market and size is ignored, and one invalid price stores none', async () => {
	const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
	const goat = (of: object) => price({ market: 'GOAT', ...of });
	expect(
		storedOf(
			await submit({ prices: [goat({ observedAt: at(20) }), goat({ observedAt: Date.parse(at(10)), highestBid: 1 })] }),
		),
	).toEqual([true, true]);
	expect(storedOf(await submit({ prices: [goat({ observedAt: at(15) }), goat({ size: '11' })] }))).toEqual([
		false,
		true,
	]);
	expect(await testServer.db.knex('market_prices').where({ market: 'GOAT', size: '9' })).toMatchObject([
		{ highestBid: 1 },
	]);
	const wrong = await submit({ prices: [goat({ size: '12' }), price({ market: 'KLEKT' })] });
	expect(wrong).toMatchObject({
		status: 400,
		body: {
			error: { fields: { 'prices.1.market': expect.stringContaining('STOCKX, GOAT, EBAY, and "KLEKT" is not') } },
		},
	});
	expect(await testServer.db.knex('market_prices').where({ size: '12' })).toEqual([]);
	for (const of of [
		{ observedAt: at(-120) },
		{ observedAt: '1969-12-31T23:59:59Z' },
		{ observedAt: -1 },
		{ observedAt: 8.64e15 },
		{ currency: 'dollars' },
		{ lowestAsk: 1.5 },
		{ lowestAsk: null, highestBid: null },
	])
		expect(await submit({ prices: [price(of)] })).toMatchObject({ status: 400 });
	expect((await submit({ prices: Array.from({ length: 501 }, () => price()) })).status).toBe(400);
});

test('a market keeps a price of each currency', async () => {
	const later = new Date(Date.parse(observedAt) + 1000).toISOString();
	const sku = 'CUR001-001';
	await submit({ prices: [price({ sku }), price({ sku, currency: 'EUR', highestBid: 27_000 })] });
	await submit({ prices: [price({ sku, currency: 'EUR', highestBid: 28_000, observedAt: later })] });
	const offers = (await ada.api.resale({ brand: 'NIKE', sku })).data.sizes.flatMap((size) => size.offers);
	const own = offers.filter(({ market }) => market === 'STOCKX');
	expect(Object.fromEntries(own.map(({ currency, highestBid }) => [currency, highestBid]))).toEqual({
		EUR: 28_000,
		USD: 30_000,
	});
});

test('RESALE_FEES replaces defaults market by market, and a wrong one refuses the start', () => {
	const fee = {
		market: 'goat',
		percent: 8,
		fixed: 100,
		payment: 0,
		shipping: 0,
		currency: 'EUR',
		asOf: '2026-11-01',
		source: 'own',
	};
	const feesOf = (fees: unknown) => readServerSettings({ RESALE_FEES: JSON.stringify(fees) }).RESALE_FEES;
	expect(feesOf([fee]).map(({ market, percent }) => [market, percent])).toEqual([
		['STOCKX', 9],
		['GOAT', 8],
		['EBAY', 13.6],
	]);
	expect(() => feesOf([fee, { ...fee, market: 'OWN', percent: 120 }])).toThrow(
		/RESALE_FEES must be JSON like .*fee 2 percent must be from 0 to 100 \(it is 120\)/,
	);
	expect(() => feesOf([fee, fee])).toThrow(/a market is named twice/);
	expect(() => readServerSettings({ EBAY_CLIENT_ID: 'app' })).toThrow(
		'EBAY_CLIENT_SECRET must be set with EBAY_CLIENT_ID',
	);
});
