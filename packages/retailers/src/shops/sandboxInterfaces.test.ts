import { sourceNameOf } from '@dropwire/domain';
import { type Sandbox, type ShopId, startSandbox } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readHpAnswer } from '../formats/hp/page.ts';
import { readHpPrices } from '../formats/hp/prices.ts';
import { parsedJson } from '../formats/html/scripts.ts';
import { readNikeStock } from '../formats/nike/stock.ts';
import { type NikeWall, readNikeWall, readNikeWallPage } from '../formats/nike/wall.ts';
import { isRefused, type ShopRefusal } from '../formats/reading.ts';
import { readShopifyCurrency, readShopifyProducts } from '../formats/shopify/product.ts';
import { readUcpProduct, readUcpProducts } from '../formats/ucp/catalogue.ts';
import { readUcpProfile } from '../formats/ucp/profile.ts';
import { shopUrls } from '../settings.ts';
import { openSources, sourceBudgets } from '../sources/index.ts';
import { bySku } from '../snapshot/answer.ts';
import { createShopTester } from './shopTester.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

function usd(current: number, full = current) {
	return { current, full, currency: 'USD' };
}

/** Nike's website and its interface have one address. */
const addressOf = (shop: ShopId) => (shop === 'nike_refurbished' ? sandbox.shopUrl('NIKE') : sandbox.shopOrigin(shop));

async function get(shop: ShopId, path: string, init: RequestInit = {}) {
	const response = await fetch(addressOf(shop) + path, init);
	const text = await response.text();
	return { response, json: parsedJson(text), text };
}

function accepted<T extends object>(read: T | ShopRefusal): T {
	if (isRefused(read)) throw new Error(read.message);
	return read;
}

test('the sources find refurbished and new products of Nike, and those of adidas, in the sandbox', async () => {
	const sources = openSources({ SHOP_URLS: shopUrls(sandbox.shopUrl), ...sourceBudgets(1000) });
	const signal = AbortSignal.timeout(20_000);
	const [adidas, nike, refurbished] = ['ADIDAS', 'NIKE', 'NIKE_REFURBISHED'].map((name) =>
		sources.find((source) => sourceNameOf(source) === name),
	);
	try {
		const reading = await refurbished!.ask('US', ['FD2596-107', 'CK9246-101', 'ZZ0000-000'].map(bySku), signal);
		const answers = 'answers' in reading ? reading.answers : undefined;
		expect(answers?.get('FD2596-107')).toMatchObject({ snapshot: { available: true, price: usd(7297, 11_500) } });
		expect(answers?.get('CK9246-101')).toMatchObject({ snapshot: { available: false, price: usd(13_997, 20_500) } });
		expect(answers?.get('ZZ0000-000')).toEqual({ kind: 'gone' });
		expect(await nike!.search!('US', 'jordan retro', signal)).toContainEqual(
			expect.objectContaining({ sku: 'CK9246-101', price: usd(20_500) }),
		);
		expect(await nike!.search!('JP', 'jordan', signal)).toContainEqual(
			expect.objectContaining({ price: expect.objectContaining({ currency: 'JPY' }) }),
		);
		expect(await adidas!.search!('US', 'superstar', signal)).toMatchObject([{ sku: 'EG4959' }, { sku: 'FW4904' }]);
	} finally {
		await Promise.all(sources.map((source) => source.close()));
	}
});

test('Nike: the wall has pages, and asks who calls; a refurbished product is not the new one; stock joins by gtin', async () => {
	const path =
		'/discover/product_wall/v1/marketplace/US/language/en/consumerChannelId/d9a5bc42-4b9c-4976-858a-f159cf99c647';
	const query = '?path=/w/refurbished-shoes&queryType=PRODUCTS&anchor=0&count=24';
	const headers = { 'nike-api-caller-id': 'nike:dotcom:browse:wall.client:2.0' };
	const site = addressOf('nike_refurbished');
	expect(readNikeWall((await get('nike_refurbished', path + query)).json, site)).toMatchObject({ code: 'unreadable' });
	const walls: NikeWall[] = [];
	for (let next: string | null = path + query; next !== null; next = walls.at(-1)!.next) {
		walls.push(accepted(readNikeWall((await get('nike_refurbished', next, { headers })).json, site)));
	}
	expect(walls.map(({ products }) => products.length)).toEqual([2, 1]);
	expect(readNikeWallPage((await get('nike_refurbished', '/w/refurbished-shoes')).text, site)).toEqual({
		...walls[0],
		next: expect.stringContaining('anchor=2'),
	});

	const tester = createShopTester({ PRIVATE_SHOPS: [sandbox.origin], PROXY_URLS: [], places: [] });
	const prices = usd(13_997, 20_500);
	expect(await tester.test(walls[1]!.products[0]!.url!, 'REFURBISHED')).toMatchObject({
		reading: { sku: 'CK9246-101', price: prices },
	});
	const page = await tester.test(`${site}/t/_/CK9246-101`, 'REFURBISHED');
	await tester.close();
	if (page.kind !== 'read') throw new Error('The page is not read');
	expect(page.reading).toMatchObject({ sku: 'CK9246-101', price: usd(20_500) });

	await sandbox.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { levels: { '8': 'LOW', '9': 'OOS' } } });
	const filters = '?filter=styleColor(CK9246-101)&filter=merchGroup(US)';
	const { json } = await get('nike_refurbished', `/deliver/available_gtins/v3${filters}`);
	const stock = accepted(readNikeStock(json, 'CK9246-101'));
	const levels = ['8', '9'].map((wanted) => {
		const { variantId = '' } = page.reading.sizes.find(({ size }) => size === wanted) ?? {};
		return stock.get(variantId);
	});
	expect(levels).toEqual([
		{ available: true, level: 'LOW' },
		{ available: false, level: 'OOS' },
	]);
});

test('HP: the service and the prices of several products', async () => {
	const [first, second] = await sandbox.control.shopProducts('hp');
	const facts = { url: addressOf('hp') + first!.path, currency: 'USD' };
	const slug = encodeURIComponent(first!.path.replace('/us-en/shop/', ''));
	const service = await get('hp', `/us-en/shop/app/api/web/graphql/page/${slug}/sync`);
	const reading = accepted(readHpAnswer(service.json, facts));
	expect(reading).toMatchObject({ sku: first!.sku, available: true });
	const { catentryId } = JSON.parse(/"productInitial":(\{[^}]*\})/.exec(service.text)![1]!) as { catentryId: string };
	const numbers = [Number(catentryId), Math.floor(second!.variants['One size']! / 100)].join(',');
	const { json } = await get('hp', `/us-en/shop/HPServices?action=pid&catentryId=${numbers}&storeId=10151`);
	const offers = accepted(readHpPrices(json, 'USD'));
	expect([...offers.values()].map(({ available }) => available)).toEqual([true, false]);
});

test('Shopify: the list, the search and the cart link; a new product comes first', async () => {
	await sandbox.control.addShopProduct({ shop: 'shopify', product: { sku: 'KX-777', title: 'Night Runner' } });
	const currency = readShopifyCurrency((await get('shopify', '/meta.json')).json);
	const facts = { url: addressOf('shopify'), currency };
	const pages = await Promise.all(
		[1, 2, 3].map(async (page) => (await get('shopify', `/products.json?limit=2&page=${page}`)).json),
	);
	const read = pages.map((json) => accepted(readShopifyProducts(json, facts)));
	expect(read.map((products) => products.map(({ sku }) => sku))).toEqual([
		['KX-777', 'KX-201'],
		['KX-305', 'KX-900'],
		[],
	]);
	expect(read[0]?.[0]).toMatchObject({ price: usd(10_000), evidence: 'size' });
	expect((await get('shopify', '/search/suggest.json?q=night')).text).toContain('"handle":"night-runner-kx-777"');
	expect((await fetch(read[0]![0]!.sizes[0]!.url!)).status).toBe(200);
	expect((await get('shopify', '/products.json?limit=250&page=101')).response.status).toBe(400);
});

test('UCP: profile, search in pages, lookup and one product', async () => {
	const shop = accepted(readUcpProfile((await get('ucp', '/.well-known/ucp')).json));
	expect(shop).toMatchObject({ search: true, lookup: true });
	const call = async (path: string, body: object) => {
		const headers = { 'content-type': 'application/json' };
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		return (await fetch(`${shop.endpoints[0]!.url}/catalog/${path}`, init)).json();
	};
	const first = accepted(readUcpProducts(await call('search', { query: 'runner', pagination: { limit: 1 } }), shop));
	const next = { query: 'runner', pagination: { limit: 1, cursor: first.cursor } };
	expect(accepted(readUcpProducts(await call('search', next), shop))).toMatchObject({
		products: [{ title: 'Runner Lite' }],
		cursor: null,
	});
	const found = accepted(readUcpProducts(await call('lookup', { ids: ['RD-BLU', 'RD-GRN'] }), shop));
	expect(found.products.map(({ available }) => available)).toEqual([true, false]);
	expect(readUcpProduct(await call('product', { id: 'RD-BLU' }), shop)).toMatchObject({
		evidence: 'size',
		price: usd(12_000, 15_000),
		sizes: [
			{ size: '8', available: true },
			{ size: '9', available: false },
			{ size: '10', available: true },
		],
	});
	expect(readUcpProduct(await call('product', { id: 'NONE' }), shop)).toMatchObject({ code: 'gone' });
});
