import { expect, test } from 'vitest';
import { namedGroups, sizeCounts, sizeGroups, statusText, unusualTerms } from './productCard.ts';
import { OTHER_STATES, sizeStateOf, STATE_NAMES, STOCK_STATES, stockOf, stockStateOf } from './stockStates.ts';

test.each([
	['sold out', { status: null, available: false }],
	['Pre-order', { status: null, available: false, state: 'preorder' }],
	['ACTIVE', { status: 'ACTIVE', available: false }],
	['ACTIVE · Queue', { status: 'ACTIVE', available: false, state: 'queue' }],
	['Refurbished · available', { status: null, available: true, offer: 'REFURBISHED' }],
	['stock unknown', { status: null, available: null, offer: 'NEW' }],
] as const)('a card says "%s"', (text, product) => {
	expect(statusText(product)).toBe(text);
});

test('a shop text gives the stock state; only in stock is available', () => {
	for (const state of STOCK_STATES) {
		const stated = stockOf(state);
		expect([stockStateOf(stated), stated.available === true]).toEqual([state, state === 'in_stock']);
	}
});
test("sizes take the product's state while it is not in stock", () => {
	const listed = { available: true };
	expect(sizeStateOf({ available: false, state: 'queue' }, listed)).toBe('queue');
	expect(sizeStateOf({ available: false }, listed)).toBe('out');
	expect(sizeStateOf({ available: null }, listed)).toBe('in_stock');
	expect(sizeStateOf({ available: true }, { available: false, state: 'backorder' })).toBe('backorder');
});

test('sizes in another state are grouped by that state', () => {
	const size = (name: string, available: boolean | null, state?: (typeof OTHER_STATES)[number]) => ({
		size: name,
		available,
		level: null,
		count: null,
		...(state && { state }),
	});
	const sizes = [size('8', true), size('9', false, 'in_store'), size('10', false, 'preorder'), size('11', false)];
	expect(namedGroups(sizeGroups(sizes)).map((group) => [group.name, group.sizes.map((one) => one.size)])).toEqual([
		['Pre-order', ['10']],
		['In store only', ['9']],
		['Sold out', ['11']],
	]);
	expect(sizeCounts(sizes)).toBe('1/4');
	expect(Object.keys(STATE_NAMES)).toEqual(OTHER_STATES);
});

test('a region is unusual where most others have another status, discount or day of launch', () => {
	const usd = (current: number) => ({ current, full: 20_500, currency: 'USD' });
	const day = (text: string) => Date.parse(`2026-04-${text}Z`);
	const card = (price: number | null, launch: string | null, status: 'ACTIVE' | 'HOLD' = 'ACTIVE') => ({
		status,
		available: null,
		price: price === null ? null : usd(price),
		launchAt: launch === null ? null : day(launch),
	});
	const usual = card(20_500, '30T14:00');
	expect(
		unusualTerms([
			card(16_400, '30T14:00', 'HOLD'),
			usual,
			// Rounded to another price, launched at the same local time, or without what the shop does not state.
			card(20_200, '29T22:00'),
			card(null, null),
			card(20_500, '20T14:00'),
		]),
	).toEqual([['status', 'price'], [], [], [], ['launch']]);
	// Where each region has its own, none is unusual.
	expect(unusualTerms([usual, card(16_400, '20T14:00', 'HOLD')])).toEqual([[], []]);
});
