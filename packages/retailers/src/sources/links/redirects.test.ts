import { skuFromHandle } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asics } from '../asics/asics.ts';
import { hp } from '../hp/hp.ts';
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

test('a link that redirects to another product is blocked', async () => {
	const target = '/us/en-us/gel-nimbus/p/ANA_1011B974-001.html';
	shop.answers[ASICS] = status(302, { location: target });
	shop.answers[target] = page({ name: 'Another shoe' });
	const { read, close } = connected(asics, { url: shop.origin });
	expect(await read({ sku: '1012C073-400', link: `https://www.asics.com${ASICS}` })).toMatchObject({
		kind: 'blocked',
		reason: `now shows: "Another shoe", https://www.asics.com${target}`,
	});
	await close();
});

test("a redirect to another colour keeps the product's sizes, name and price", async () => {
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

test('a page of another colour does not set the state of sizes', async () => {
	const { read, close } = connected(jdSports, { url: shop.origin });
	const product = { sku: 'DZ5485-612', link: `https://www.jdsports.com${JD}` };
	shop.answers[JD_SIZES] = jdSizes;
	for (const [sku, available] of [
		['DZ5485-612', false],
		['DZ5485-100', true],
	] as const) {
		const offers = { price: '110.00', priceCurrency: 'USD', availability: 'PreOrder' };
		shop.answers[JD] = page({ sku, offers });
		expect(await read(product)).toMatchObject({ snapshot: { available } });
	}
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

test("a redirect to the shop's pages of another country is not read as the watched region", async () => {
	const { read, close } = connected(asics, { url: shop.origin });
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}`, adapter: 'schemaOrg' } as const;
	const abroad = ASICS.replace('/us/en-us/', '/gb/en-gb/');
	shop.answers[abroad] = page({
		offers: { '@type': 'Offer', price: 190, priceCurrency: 'GBP', availability: 'OutOfStock' },
	});
	for (const location of [abroad, '/gb/en-gb/']) {
		shop.answers[ASICS] = status(302, { location });
		expect(await read(product)).toEqual({
			kind: 'blocked',
			reason: `moved: ASICS redirects to its shop of another country: https://www.asics.com${location}`,
			retryAfterMs: null,
		});
	}
	await close();
});

test.each([
	['/us-en/shop/pdp/hp-ink', 'moved: HP redirects to its shop of another country'],
	['/shop/pdp/hp-ink', "changed format: The link leads to HP's shop in another country"],
])("HP's page of another country is not read: from %s", async (from, reason) => {
	shop.answers[from] = status(302, { location: '/gb-en/shop/pdp/hp-ink' });
	shop.answers['/gb-en/shop/pdp/hp-ink'] = page();
	const { read, close } = connected(hp, { url: shop.origin });
	const product = { sku: '3YM57AN#140', link: `https://www.hp.com${from}` };
	expect(await read(product)).toMatchObject({ kind: 'blocked', reason: expect.stringContaining(reason) });
	await close();
});

test.each([
	['sku', (offer: object) => offer],
	['mpn', (offer: object) => [offer]],
	['sku', (offer: object) => ({ '@type': 'AggregateOffer', offers: [offer] })],
])('a link to another product is blocked where only the %s of its offer names it: %#', async (name, offersOf) => {
	const offering = (code: string) =>
		page({ offers: offersOf({ price: 90, priceCurrency: 'USD', availability: 'InStock', [name]: code }) });
	const { read, close } = connected(asics, { url: shop.origin });
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}` };
	shop.answers[ASICS] = offering('1011B548-400');
	expect(await read(product)).toMatchObject({ kind: 'blocked', reason: 'now shows: "Shoe"' });
	shop.answers[ASICS] = offering('1012C073-400');
	expect(await read(product)).toEqual({ kind: 'read', adapter: 'schemaOrg', snapshot: expect.anything() });
	// It can be that of a size.
	const any = connected(shops, { privateShops: [shop.origin] });
	const link = `${shop.origin}/a`;
	shop.answers['/a'] = offering('SHOE-ONE-9');
	expect(await any.read({ sku: skuFromHandle(link), link })).toMatchObject({ snapshot: { sku: skuFromHandle(link) } });
	await Promise.all([close(), any.close()]);
});

test('a link to another SKU is blocked and names what it shows', async () => {
	const { read, close } = connected(asics, { url: shop.origin });
	const link = `https://www.asics.com${ASICS}`;
	shop.answers[ASICS] = page({ name: 'GEL-OTHER', sku: '1011B548-400' });
	const other = { kind: 'blocked', reason: 'now shows: SKU 1011B548-400, "GEL-OTHER"' };
	expect(await read({ sku: '1012C073-400', link })).toMatchObject(other);
	shop.answers[ASICS] = page({ name: 'GEL-KAYANO', sku: '1012c073.400' });
	expect(await read({ sku: '1012C073-400', link })).toMatchObject({ kind: 'read' });
	await close();
	const any = connected(shops, { privateShops: [shop.origin] });
	shop.answers['/a'] = status(301, { location: '/b' });
	shop.answers['/b'] = page({ name: 'Totally other thing', sku: 'ZZ-9' });
	const learned = { sku: 'SHOE-ONE', link: `${shop.origin}/a`, adapter: 'schemaOrg' } as const;
	expect(await any.read(learned)).toEqual({
		kind: 'blocked',
		reason: `now shows: SKU ZZ-9, "Totally other thing", ${shop.origin}/b`,
		retryAfterMs: null,
		shows: { sku: 'ZZ-9', title: 'Totally other thing', url: `${shop.origin}/b` },
	});
	shop.answers['/b'] = page({ name: 'Totally other thing' });
	expect(await any.read(learned)).toMatchObject({ isUnnamed: true, snapshot: { url: `${shop.origin}/b` } });
	shop.answers['/b'] = page({ name: 'Shoe one', sku: 'shoe_one' });
	expect(await any.read(learned)).not.toHaveProperty('isUnnamed');
	await any.close();
});

test("a page whose offer is at a partner's site has the partner's address", async () => {
	const { read, close } = connected(asics, { url: shop.origin });
	const offers = { '@type': 'Offer', price: 90, priceCurrency: 'USD', url: 'https://partner.example/p/1' };
	shop.answers[ASICS] = page({ offers });
	expect(await read({ sku: '1012C073-400', link: `https://www.asics.com${ASICS}` })).toMatchObject({
		snapshot: { url: 'https://partner.example/p/1' },
	});
	await close();
});
