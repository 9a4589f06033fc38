import { expect, test } from 'vitest';
import { compareMarkets, type MarketPrice } from './compare.ts';
import { DEFAULT_FEES, mergeFees } from './defaultFees.ts';
import { isOldFee, type ResaleFee } from './fees.ts';
import { parseMoney } from '../money.ts';
import { payoutIn, payoutOf, profitOf } from './payout.ts';

const fee = (of: Partial<ResaleFee> = {}): ResaleFee => ({
	market: 'STOCKX',
	percent: 9,
	fixed: 0,
	payment: 3,
	shipping: 400,
	currency: 'USD',
	asOf: '2026-11-01',
	source: 'a test',
	...of,
});

test.each([
	// 250.00: 22.50 commission, 7.50 payment, 4.00 shipping.
	[25_000, fee(), 21_600],
	// 199.99: 18.00 (17.9991) and 6.00 (5.9997).
	[19_999, fee(), 17_199],
	// Each share is rounded, halves up: 0.5 and 0.5 of a cent are two cents.
	[10, fee({ percent: 5, payment: 5, shipping: 0 }), 8],
	// 13.6 % of 125.00 is 17.00, 0.40 fixed.
	[12_500, fee({ percent: 13.6, payment: 0, fixed: 40, shipping: 0 }), 10_760],
	// 8.15 % of 10.00 is 0.815, which binary fractions make 0.8149….
	[1000, fee({ percent: 8.15, payment: 0, shipping: 0 }), 918],
	// Yen have no decimals.
	[17_380, fee({ percent: 9.5, payment: 2.9, fixed: 0, shipping: 600, currency: 'JPY' }), 14_625],
	// The fees exceed the price.
	[300, fee(), -136],
	[0, fee({ shipping: 0 }), 0],
	[1_000_000_000_000, fee({ percent: 33.333, payment: 0, shipping: 0 }), 666_670_000_000],
])('a sale at %i pays the seller what the fees leave', (price, of, payout) => {
	expect(payoutOf(price, of)).toBe(payout);
});

test('a payout in another currency than the fixed fees is unknown', () => {
	expect(payoutIn(10_000, 'EUR', fee())).toBe(null);
	expect(payoutIn(10_000, 'EUR', fee({ shipping: 0 }))).toBe(8800);
});

test('profit is compared with what was paid, with one decimal', () => {
	expect(profitOf(21_600, 15_000)).toEqual({ profit: 6600, percent: 44 });
	expect(profitOf(10_000, 15_000)).toEqual({ profit: -5000, percent: -33.3 });
	expect(profitOf(10_000, 0)).toEqual({ profit: 10_000, percent: null });
});

test('given fees replace the defaults market by market', () => {
	const stockx = fee({ percent: 7 });
	const own = fee({ market: 'CORNER' });
	const fees = mergeFees([own, stockx]);
	expect(fees.map(({ market }) => market)).toEqual([...DEFAULT_FEES.map(({ market }) => market), 'CORNER']);
	expect(fees[0]).toBe(stockx);
	expect([
		isOldFee({ asOf: '2026-05-01' }, Date.parse('2026-10-28')),
		isOldFee({ asOf: '2026-05-01' }, Date.parse('2026-10-29')),
	]).toEqual([false, true]);
});

test.each([
	['250', 'USD', 25_000],
	[' 189,9 ', 'EUR', 18_990],
	['189.99', 'USD', 18_999],
	['17380', 'JPY', 17_380],
	['17380.5', 'JPY', null],
	['1,234.50', 'USD', null],
	['1,234', 'USD', null],
	['-5', 'USD', null],
	['', 'USD', null],
])('the typed amount %j in %s is %j in minor units', (text, currency, minor) => {
	expect(parseMoney(text, currency)).toBe(minor);
});

const NOW = Date.parse('2026-11-26T12:00:00Z');
const price = (of: Partial<MarketPrice>): MarketPrice => ({
	market: 'STOCKX',
	size: '9',
	currency: 'USD',
	lowestAsk: null,
	highestBid: null,
	lastSale: null,
	at: NOW,
	...of,
});
const free = (market: string, currency = 'USD') => fee({ market, percent: 0, payment: 0, shipping: 0, currency });
const fees = [free('STOCKX'), free('GOAT'), free('EBAY')];
const retail = { amount: 15_000, currency: 'USD' };

test('a payout is of the highest bid, and of the lowest ask only if no market of the size has a bid', () => {
	const [nine, ten] = compareMarkets(
		[
			price({ size: '10', lowestAsk: 30_000 }),
			price({ size: '9', market: 'GOAT', lowestAsk: 40_000 }),
			price({ size: '9', highestBid: 20_000, lowestAsk: 25_000, lastSale: 90_000 }),
		],
		{ fees, retail, now: NOW },
	);
	expect(nine).toMatchObject({
		size: '9',
		offers: [
			{ market: 'STOCKX', payout: 20_000, basis: 'bid' },
			{ market: 'GOAT', payout: null, basis: 'bid' },
		],
		best: { market: 'STOCKX', payout: 20_000, profit: 5000, percent: 33.3 },
	});
	expect(ten).toMatchObject({ offers: [{ payout: 30_000, basis: 'ask' }] });
	expect(compareMarkets([price({ lastSale: 90_000 })], { fees, retail, now: NOW })).toMatchObject([
		{ offers: [{ payout: null }], best: null },
	]);
});

test('a price older than seven days is shown, and is never the best', () => {
	const old = price({ highestBid: 90_000, at: NOW - 7 * 86_400_000 - 1 });
	expect(compareMarkets([old, price({ market: 'GOAT', lowestAsk: 20_000 })], { fees, retail, now: NOW })).toMatchObject(
		[{ offers: [{ market: 'STOCKX' }, { market: 'GOAT', payout: 20_000 }], best: { market: 'GOAT', payout: 20_000 } }],
	);
	expect(compareMarkets([old], { fees, retail, now: NOW })).toMatchObject([{ best: null }]);
});

test('payouts in different currencies are not compared', () => {
	const euros = price({ market: 'GOAT', currency: 'EUR', highestBid: 30_000 });
	const pounds = price({ market: 'EBAY', currency: 'GBP', highestBid: 30_000 });
	const dollars = price({ highestBid: 20_000 });
	const bestOf = (prices: MarketPrice[]) => compareMarkets(prices, { fees, retail, now: NOW })[0]?.best;
	expect(bestOf([euros, dollars])).toMatchObject({ market: 'STOCKX', profit: 5000 });
	expect(bestOf([euros])).toEqual({ market: 'GOAT', payout: 30_000, profit: null, percent: null });
	expect(bestOf([euros, pounds])).toBe(null);
});

test('sizes in other notations are one size, in the notation of the product', () => {
	const prices = [
		price({ size: 'US 9', highestBid: 1 }),
		price({ size: 'M 9', market: 'GOAT', highestBid: 2 }),
		price({ size: '9½', market: 'EBAY', highestBid: 3 }),
	];
	const sizesOf = (labels: string[]) =>
		compareMarkets(prices, { fees, retail, labels, now: NOW }).map(({ size, offers }) => [size, offers.length]);
	expect(sizesOf(['M 9 / W 10.5', 'M 9.5 / W 11'])).toEqual([
		['M 9 / W 10.5', 2],
		['M 9.5 / W 11', 1],
	]);
	expect(
		compareMarkets([price({ size: '9' }), price({ size: 'US 9', market: 'GOAT' })], { fees, retail, now: NOW }),
	).toMatchObject([{ size: '9', offers: [{ market: 'STOCKX' }, { market: 'GOAT' }] }]);
	expect(compareMarkets([price({ market: 'UNKNOWN', highestBid: 1 })], { fees, retail, now: NOW })).toEqual([]);
});
