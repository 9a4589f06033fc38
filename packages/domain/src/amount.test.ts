import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

test.each([
	['15000', 15_000],
	['15,000', 15_000],
	['15.000', 15_000],
	['1,200,000', 1_200_000],
	['1,234.50', 1234.5],
	['1.234,50', 1234.5],
	['1 200', 1200],
	['$1,200', 1200],
	['99.90', 99.9],
	['99,9', 99.9],
	['0.500', 0.5],
	['.5', 0.5],
	['120.', 120],
])('"%s" is the price %d', (typed, price) => {
	expect(amountOf(typed)).toBe(price);
});

test.each(['-5', 'abc', '1e5', '.', '1,2,3'])('"%s" is no price', (typed) => {
	expect(amountOf(typed)).toBeNaN();
});
