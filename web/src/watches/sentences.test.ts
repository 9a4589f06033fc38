import type { Watch } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { maxPriceOf, placeText, silenceOf, typedPrice, wishesOf } from './sentences.ts';

const watch: Watch = {
	id: '1',
	brand: 'NIKE',
	sku: 'CK9246-101',
	title: null,
	image: null,
	regions: null,
	sizes: null,
	maxPrice: null,
	kinds: ['LIVE', 'RESTOCK'],
	states: [],
	muted: false,
	snoozedUntil: null,
	overLimit: false,
	polled: ['US'],
	createdAt: 0,
	last: null,
};

test('a watch says what it sends', () => {
	expect(wishesOf(watch)).toBe('Live, Restock · all regions · all sizes');
	const limited: Watch = {
		...watch,
		regions: ['US', 'JP'],
		sizes: ['M 9'],
		maxPrice: { amount: 12_000, currency: 'USD' },
		states: ['preorder'],
	};
	expect(wishesOf(limited)).toBe('Live, Restock · US, JP · size M 9 · up to $120.00 · also Pre-order');
});

test('a watch says why it sends nothing', () => {
	expect(silenceOf(watch, 5)).toBe(null);
	expect(silenceOf({ ...watch, polled: [] }, 5)).toMatch(/^It is not checked now\./);
	expect(silenceOf({ ...watch, muted: true, polled: [] }, 5)).toBe('Muted: it sends no notices.');
	expect(silenceOf({ ...watch, overLimit: true, muted: true }, 1)).toMatch(/^Beyond your limit of 1 watch:/);
});

test('a highest price is read in its currency, and nothing is guessed', () => {
	expect(maxPriceOf(' ', 'USD')).toBe(null);
	expect(maxPriceOf('19.99', 'USD')).toEqual({ amount: 1999, currency: 'USD' });
	expect(maxPriceOf('1,200', 'JPY')).toEqual({ amount: 1200, currency: 'JPY' });
	for (const [typed, currency] of [
		['cheap', 'USD'],
		['99.5', 'JPY'],
		['1.999,99', 'JPY'],
		['.', 'USD'],
	] as const) {
		expect(maxPriceOf(typed, currency)).toBe(undefined);
	}
	expect(typedPrice({ amount: 9990, currency: 'EUR' })).toBe('99.90');
	expect(typedPrice({ amount: 12_000, currency: 'USD' })).toBe('120');
});

test.each([
	{ amount: 12_345, currency: 'KWD' },
	{ amount: 120_500, currency: 'JPY' },
	{ amount: 120_050, currency: 'USD' },
])('a highest price that the form shows is read back unchanged: %j', (price) => {
	expect(maxPriceOf(typedPrice(price), price.currency)).toEqual(price);
});

test('the place of notices is named', () => {
	const servers = [{ guildId: '7', name: 'Sole Searchers' }];
	expect(placeText({ guildId: null, servers })).toBe('as direct messages of the bot');
	expect(placeText({ guildId: '7', servers })).toBe('in your private thread in Sole Searchers');
	expect(placeText({ guildId: '8', servers })).toBe('in your private thread');
});
