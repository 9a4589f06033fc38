import { afterEach, beforeEach, expect, test } from 'vitest';
import { asics } from '../asics/asics.ts';
import { jdSports } from '../jdSports/jdSports.ts';
import { shops } from '../shops/shops.ts';
import { ASICS, connected, JD, JD_SIZES, jdSizes, openShop, page, status, type TestShop } from './testing.ts';

let shop: TestShop;
beforeEach(async () => {
	shop = await openShop();
});
afterEach(() => shop.close());

test('a page that leads to another site, or a private address, is blocked', async () => {
	shop.answers[ASICS] = status(302, { location: 'https://other.example/a' });
	const { read, close } = connected(asics, { url: shop.origin });
	const product = { sku: 'A', link: `https://www.asics.com${ASICS}` };
	expect(await read(product)).toMatchObject({ reason: expect.stringContaining('redirects to other.example') });
	await close();
	const any = connected(shops, {});
	expect(await any.read({ sku: 'A', link: `${shop.origin}/a` })).toMatchObject({
		kind: 'blocked',
		reason: 'unreachable: the link must be on the public internet, and 127.0.0.1 is not',
	});
	await any.close();
});

test('a link that redirects to another product is blocked: its price and stock are not those of the product', async () => {
	const target = '/us/en-us/gel-nimbus/p/ANA_1011B974-001.html';
	shop.answers[ASICS] = status(302, { location: target });
	shop.answers[target] = page({ name: 'Another shoe' });
	const { read, close } = connected(asics, { url: shop.origin });
	expect(await read({ sku: '1012C073-400', link: `https://www.asics.com${ASICS}` })).toMatchObject({
		kind: 'blocked',
		reason: `changed format: The link redirects to another product, https://www.asics.com${target}`,
	});
	await close();
});

test('a page that redirects to another colour leaves a product its own sizes, name and price', async () => {
	shop.answers[JD] = status(302, { location: JD.replace('612', '100') });
	shop.answers[JD.replace('612', '100')] = page({ name: 'Nike Dunk Low, another colour' });
	shop.answers[JD_SIZES] = jdSizes;
	const own =
		'/store/recommendations/json/productRecommendationsEndecaJson.jsp?renderType=pdp&products=prod28%3ADZ5485%3A612%7C';
	shop.answers[own] = { productsArray: [{ displayName: 'Nike Dunk Low', price: { nowPrice: '$110.00' } }] };
	const { read, close } = connected(jdSports, { url: shop.origin });
	const link = `https://www.jdsports.com${JD}`;
	expect(await read({ sku: 'DZ5485-612', link })).toMatchObject({
		kind: 'read',
		snapshot: {
			title: 'Nike Dunk Low',
			price: { current: 11_000, full: 11_000, currency: 'USD' },
			url: link,
			sizes: [{ available: true }, { available: false }],
		},
	});
	await close();
});

test('a link that redirects to another address of its product is read', async () => {
	const target = ASICS.replace('gel-kayano', 'gel-kayano-31');
	shop.answers[ASICS] = status(301, { location: target });
	shop.answers[target] = page();
	const { read, close } = connected(asics, { url: shop.origin });
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}` };
	expect(await read(product)).toMatchObject({ kind: 'read', snapshot: { sku: '1012C073-400' } });
	await close();
});
