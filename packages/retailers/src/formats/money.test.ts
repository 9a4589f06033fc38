import { expect, test } from 'vitest';
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
])('%j in %s is %i', (amount, currency, current) => {
	expect(priceOf(amount, null, currency)).toEqual({ current, full: current, currency });
});

test.each([
	['no currency', '65.00', null],
	['a sign that 20 currencies have', '65.00', '$'],
	['two meanings', '1.299', 'EUR'],
	['two meanings in a currency with three decimals', '1,299', 'KWD'],
	['a range', '$10.00 - $20.00', 'USD'],
	['a placeholder', '0.00', 'USD'],
	['a negative amount', '-5', 'USD'],
	['a word', 'Sold out', 'USD'],
	['nothing', undefined, 'USD'],
])('%s is no price', (_, amount, currency) => {
	expect(priceOf(amount, null, currency)).toBeNull();
});

test('the full price is never below the current one', () => {
	expect(priceOf('50', '80', 'usd')).toEqual({ current: 5000, full: 8000, currency: 'USD' });
	expect(priceInMinor(5000, 0, 'USD')).toEqual({ current: 5000, full: 5000, currency: 'USD' });
	expect(priceInMinor(5000, 4000, 'USD')).toMatchObject({ full: 5000 });
});
