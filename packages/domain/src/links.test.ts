import { expect, test } from 'vitest';
import { BRANDS } from './brands.ts';
import { siteOf, skuFromHandle } from './links.ts';

test('a link gives a unique SKU of host and handle', () => {
	expect(skuFromHandle('https://www.shop.example/products/gel-kayano-31.html')).toBe('shop.example/gel-kayano-31');
	const long = 'https://sneakers.example/products/air-jordan-1-retro-high-og-shadow-2-0-black-white-2026';
	const names = [long, `${long}-kids`, `${long}?variant=1`, `${long}?variant=2`].map(skuFromHandle);
	expect(new Set(names).size).toBe(4);
	expect(new Set(names.map((name) => name.length))).toEqual(new Set([64]));
	expect(names[0]).toMatch(/^sneakers\.example\/air-jordan-1-retro-high-og-shadow-2-0-~[0-9a-z]{8}$/);
});

test.each([
	['https://www.shop.example/a', 'https://de.shop.example/b', true],
	['https://xxl.no/a', 'https://www.xxl.no/a', true],
	['https://hhv.de/a', 'https://en.hhv.de/a', true],
	['https://www.shop.co.uk/a', 'https://shop.co.uk/a', true],
	['https://one.co.uk/a', 'https://two.co.uk/a', false],
	['https://one.com.au/a', 'https://two.com.au/a', false],
	['https://shop.de/a', 'https://shop.com/a', false],
])('%s and %s are one site: %s', (one, other, same) => {
	expect(siteOf(one) === siteOf(other)).toBe(same);
});

test.each([
	['/pd/9060/U9060V1-42347.html?dwvar_U9060V1-42347_style=U9060ECA&size=9', 'U9060ECA'],
	['/pd/9060/U9060V1-42347.html', 'U9060V1'],
	['/pd/990v6/M990GL6.html?dwvar_M990GL6_width=D', 'M990GL6'],
	['/pd/9060/9060.html', null],
])('the New Balance link %s gives the style %s', (path, style) => {
	expect(BRANDS.NEWBALANCE.skuOfLink(`https://www.newbalance.com${path}`)).toBe(style);
});
