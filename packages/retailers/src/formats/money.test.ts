import { minorDigits } from '@dropwire/domain';
import { expect, test } from 'vitest';
import priceTexts from '../../corpus/price-texts.json' with { type: 'json' };
import { priceInMinor, priceOf } from './money.ts';

test.each([
	[65, 'USD', 6500],
	['65.00', 'USD', 6500],
	['129.0000', 'EUR', 12_900],
	['$1,299.00', 'USD', 129_900],
	['1,299', 'USD', 129_900],
	['1.299,00 €', 'EUR', 129_900],
	['12,5', 'EUR', 1250],
	['1 299,90 kr', 'SEK', 129_990],
	["CHF 1'299.90", 'CHF', 129_990],
	['199,000', 'KRW', 199_000],
	[17_380, 'JPY', 17_380],
	['12.345', 'KWD', 12_345],
	['1,299.500', 'KWD', 1_299_500],
	['Rp 1.299.000', 'IDR', 129_900_000],
	['$ 12.990', 'CLP', 12_990],
	['₹1,29,900.00', 'INR', 12_990_000],
	['17380.00', 'JPY', 17_380],
	['1299.5', 'RSD', 129_950],
	[1.299, 'COP', 129_900],
	['.75 €', 'EUR', 75],
	['$.99', 'USD', 99],
	['.99', 'USD', 99],
	['Rs.75', 'INR', 7500],
	['16.00 ft', 'HUF', 1600],
	['1.727 Ft', 'HUF', 172_700],
	['7.399,- kr', 'DKK', 739_900],
	['Fr. 50.–', 'CHF', 5000],
	["CHF 1'299.−", 'CHF', 129_900],
	['1.299.-', 'CHF', 129_900],
	['1 299:-', 'SEK', 129_900],
	['¥12,800（税込）', 'JPY', 12_800],
	['من 299 ر.س', 'SAR', 29_900],
	['As low as $299', 'USD', 29_900],
	['từ 299.000₫', 'VND', 299_000],
	['Rs 500/-', 'INR', 50_000],
	['1250€60', 'EUR', 125_060],
	['1299.500', 'EUR', 129_950],
	['89.000', 'KWD', 89_000],
	['89.000 KWD', 'KWD', 89_000],
	['KD 12.500', 'KWD', 12_500],
	['SR 129', 'SAR', 12_900],
	['129.000 DT', 'TND', 129_000],
	['E£1,299.00', 'EGP', 129_900],
	['US $ 1,299.00 (incl. tax)', 'USD', 129_900],
	['From: $14.97 *', 'USD', 1497],
	['129,00 € (-15%)', 'EUR', 12_900],
	['AED 8000 (USD 2179)', 'AED', 800_000],
	['205,68 € 205.68', 'EUR', 20_568],
	['٤٥٫٥٠ ر.س', 'SAR', 4550],
	['￥１２００', 'JPY', 1200],
	['¥9,999,999', 'JPY', 9_999_999],
	[99_999.99, 'USD', 9_999_999],
])('%j in %s is %i', (amount, currency, current) => {
	expect(priceOf(amount, null, currency)).toEqual({ current, full: current, currency });
});

test.each([
	['no currency', '65.00', null],
	['a sign that 20 currencies have', '65.00', '$'],
	['two meanings', '1.299', 'EUR'],
	['thousands that are written as a number', 12.99, 'CLP'],
	['thousands that were a number', '12.8', 'JPY'],
	['two meanings in a currency with three decimals', '1,299', 'KWD'],
	['a range', '$10.00 - $20.00', 'USD'],
	['a placeholder', '0.00', 'USD'],
	['a negative amount', '-5', 'USD'],
	['a negative amount with a minus sign', '$−5.00', 'USD'],
	['a negative amount in brackets', '(5.00)', 'USD'],
	['a negative amount in full-width brackets', '（5.00）', 'USD'],
	['a word', 'Sold out', 'USD'],
	['a discount', '40% OFF', 'USD'],
	['a month', 'July, 2004', 'USD'],
	['free shipping', 'Free Shipping on Orders $49+.', 'USD'],
	['a rate per month', '$30.56/Month', 'USD'],
	['a number of pieces', '3 pairs', 'USD'],
	['the price before a discount', 'Was $100', 'USD'],
	['an amount in cents', '99¢', 'USD'],
	['an amount in pence', '99p', 'GBP'],
	['a sign of another currency', '£65.00', 'EUR'],
	['the dollar of another country', 'C$65.00', 'USD'],
	['the code of another currency', '65.00 CAD', 'USD'],
	['a unit that is the sign of another currency', '5 km', 'USD'],
	['a code with a point', 'USD.99', 'USD'],
	['digits that are no groups', '12 34', 'USD'],
	['a placeholder of six nines', '999,999', 'USD'],
	['a placeholder of seven nines', 9_999_999, 'EUR'],
	['a placeholder with decimals', '999999.99', 'USD'],
	['a placeholder in yen', 99_999_999, 'JPY'],
	['more than clients know', 1e14, 'USD'],
	['more than a safe integer', '100000000000000000000000000000000', 'USD'],
	['infinite', Number.POSITIVE_INFINITY, 'USD'],
	['nothing', undefined, 'USD'],
])('%s is no price', (_, amount, currency) => {
	expect(priceOf(amount, null, currency)).toBeNull();
});

test('the full price is never below the current one', () => {
	expect(priceOf('50', '80', 'usd')).toEqual({ current: 5000, full: 8000, currency: 'USD' });
	expect(priceInMinor(5000, 0, 'USD')).toEqual({ current: 5000, full: 5000, currency: 'USD' });
	expect(priceInMinor(5000, 4000, 'USD')).toMatchObject({ full: 5000 });
	expect(priceInMinor(5000, 99_999_900, 'USD')).toMatchObject({ full: 5000 });
});

test('a price in the minor unit has the same limits', () => {
	for (const amount of [0, -1, 1.5, 1e12 + 1, 2 ** 60, 99_999_999]) {
		expect(priceInMinor(amount, null, 'USD')).toBeNull();
	}
	expect(priceInMinor(1e12, null, 'JPY')).toMatchObject({ current: 1e12 });
});

/** What the signs in the table are; a text without one is read in dollars. */
const CURRENCIES = new Map(
	[
		'€ EUR, £ GBP, Kč CZK, ₽ RUB, Р RUB, р. RUB, руб RUB, руб. RUB, zł PLN, грн UAH, грн. UAH, ₫ VND, Ft HUF, Rs INR',
		'C$ CAD, CAN$ CAD, R$ BRL, MX$ MXN, Rp IDR, RM MYR, lei RON, LEI RON, TL TRY, kr SEK, лв BGN, лв. BGN, ریال IRR',
		'تومان IRR, R ZAR, 元 CNY, NT$ TWD, AU $ AUD, ₪ ILS, ₦ NGN, บาท THB, 圓 TWD, K PGK, L HNL, q GTQ, Q GTQ, KM BAM',
		'км BAM, MT MZN, GBp GBP, chf CHF',
	].flatMap((line) => line.split(', ').map((pair) => [pair.slice(0, -4), pair.slice(-3)] as const)),
);

test('of a public table of price texts none is read wrong, and at most 5 % are refused', () => {
	const read = priceTexts.map(([text, amount, sign]) => {
		const currency = CURRENCIES.get(sign ?? '') ?? (/^[A-Z]{3}$/.test(sign ?? '') ? (sign as string) : 'USD');
		const want = Math.round(Number(amount ?? 0) * 10 ** minorDigits(currency)) || null;
		return { text, got: priceOf(text, null, currency)?.current ?? null, want };
	});
	expect(read.filter(({ got, want }) => got !== null && got !== want)).toEqual([]);
	expect(read.filter(({ got, want }) => got === null && want !== null).length).toBeLessThanOrEqual(read.length / 20);
});
