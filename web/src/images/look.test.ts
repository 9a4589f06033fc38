import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, evenPaddings, hexColor, lookOf } from './look.ts';
import { exampleSku, withDash } from './skuForms.ts';

const fixed = { view: 'B', rendered: false } as const;

test('the browser draws only the options that the host has not drawn', () => {
	expect(lookOf(fixed, DEFAULT_OPTIONS)).toBe(null);
	expect(lookOf({ view: 'B', rendered: true }, { ...DEFAULT_OPTIONS, color: '#ff8000' })).toBe(null);
	expect(lookOf(fixed, { ...DEFAULT_OPTIONS, color: '#ffffff' })).toEqual({
		color: '#ffffff',
		transparent: false,
		padding: 0,
	});
	expect(lookOf(fixed, { ...DEFAULT_OPTIONS, paddings: { ...evenPaddings(0), B: 40 } })).toEqual({
		color: '#ffffff',
		transparent: false,
		padding: 40,
	});
	// Pictures beyond the eighth view have no padding.
	expect(lookOf({ view: null, rendered: false }, { ...DEFAULT_OPTIONS, paddings: evenPaddings(40) })).toBe(null);
});

test.each([
	['#FF8000', '#ff8000'],
	['ff8000', '#ff8000'],
	[' #f80 ', '#ff8800'],
	['', null],
	['#ff80', null],
	['red', null],
])('the color %j is %j', (text, color) => {
	expect(hexColor(text)).toBe(color);
});

test.each([
	['nike', 'CK9246101', 'CK9246-101'],
	['nike', 'CK9246-101', null],
	['asics', '1203a474002', '1203A474-002'],
	['crocs', '10001001', '10001-001'],
	['carhartt', '103828BLK', '103828-BLK'],
	['adidas', 'EG4959', null],
] as const)('%s: the SKU %s is meant as %s', (brand, sku, meant) => {
	expect(withDash(brand, sku)).toBe(meant);
	expect(withDash(brand, exampleSku(brand))).toBe(null);
});
