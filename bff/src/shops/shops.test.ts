import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stockStateOf } from '@dropwire/contract';
import { freePort } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

const recorded = (name: string) =>
	readFileSync(join(import.meta.dirname, '../../../packages/sandbox/recordings', name), 'utf8');
const ON = '/ko-kr/products/cloud-6-m-3mf1007/mens';
const JD = '/store/product/nike-dunk/prod28?styleId=DZ5485&colorId=612';
const row = (sizeValue: string, sizeClass: string, count: number) => ({
	productId: 'DZ5485-612',
	sizeValue,
	sizeClass,
	stockLevel: Buffer.from(String(count)).toString('base64'),
});
const jdProduct = { displayName: 'Nike Dunk Low', price: { nowPrice: '$110.00' } };
const shirt = (id: number) => ({
	id,
	name: 'Shirt',
	prices: { currency_code: 'EUR', currency_minor_unit: 2, price: '1900' },
	is_in_stock: id !== 12,
});
const sizeOf = (id: number) => ({ id, attributes: [{ name: 'Size', value: id === 11 ? 'M' : 'L' }] });
const wooPage = '<link rel="https://api.w.org/" href="/wp-json/" /><body class="woocommerce">';

/** The shop's answers by path. */
const ANSWERS: Record<string, string | object> = {
	'/products/union-henley': '<html><title>Union Henley</title></html>',
	'/products/union-henley.js': recorded('shopify-product-js.json'),
	'/meta.json': { currency: 'USD' },
	[ON]: recorded('page-jsonld-productgroup-colours-on.html'),
	[`${ON}/chai-sand-shoes-3MF10074874`]: recorded('page-jsonld-productgroup-colours-on.html'),
	[JD]: '<html><title>Nike Dunk Low</title></html>',
	'/store/browse/json/productSizesJson.jsp?productId=prod28&styleId=DZ5485&colorId=612': {
		productSizes: [row('9', '', 12), row('10', 'unavailable', 0), row('11', 'soon', 1), { sizeValue: '' }],
	},
	'/store/recommendations/json/productRecommendationsEndecaJson.jsp?renderType=pdp&products=prod28%3ADZ5485%3A612%7C': {
		productsArray: [jdProduct],
	},
	'/product/shirt/': wooPage,
	'/wp-json/wc/store/v1/products/shirt': { ...shirt(10), variations: [11, 12].map(sizeOf) },
	'/wp-json/wc/store/v1/products?type=variation&parent=10&per_page=100': [shirt(11), shirt(12)],
	'/': '<html>Welcome</html>',
	'/wall': '<html><title>Access Denied</title></html>',
};
const REDIRECTS: Record<string, string> = {
	'/metadata': 'http://169.254.169.254/latest',
	'/loopback': 'http://localhost:1/',
	'/file': 'file:///etc/passwd',
	'/sold': '/',
	'/round': '/round',
	'/moved': '/page-jsonld-offer-list.html',
};
const STATUSES: Record<string, number> = { '/403': 403, '/410': 410, '/429': 429, '/500': 500 };

/** The feed's answer about the product that checks of the source ask for. */
const FEED = recorded('nike-threads-us-2026-04-17.json').replaceAll('CK9246-101', 'CW2288-111');

const requests: { url: string; userAgent: string | undefined }[] = [];
const answer: RequestListener = ({ url = '', headers }, response) => {
	requests.push({ url, userAgent: headers['user-agent'] });
	if (url === '/endless') {
		const more = () => {
			while (response.write('<p>'.repeat(20_000)));
		};
		response.on('drain', more);
		return more();
	}
	if (REDIRECTS[url]) return response.writeHead(302, { location: REDIRECTS[url] }).end();
	if (url.startsWith('/nike/product_feed/')) return response.end(FEED);
	if (STATUSES[url]) return response.writeHead(STATUSES[url]).end('the shop has its reasons');
	if (/^\/(page|jd)-.*\.html$/.test(url)) return response.end(recorded(url.slice(1)));
	const known = ANSWERS[url];
	if (known === undefined) return response.writeHead(404).end();
	response.end(typeof known === 'string' ? known : JSON.stringify(known));
};

const shop = createServer(answer);
let origin: string;
let closed: string;
let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	shop.listen(0, '127.0.0.1');
	await once(shop, 'listening');
	origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	closed = `http://127.0.0.1:${await freePort()}`;
	testServer = await openTestServer({
		env: {
			PRIVATE_SHOPS: `${origin}, ${closed}`,
			CONTACT_EMAIL: 'shop-watch@dropwire.example',
			SHOP_URLS: JSON.stringify({ NIKE_API: `${origin}/nike` }),
		},
	});
	ada = await testServer.signIn('ada');
});
afterAll(async () => {
	await testServer.close();
	shop.closeAllConnections();
	shop.close();
});

/** Tests a link of the shop. */
async function read(path: string, type?: string) {
	requests.length = 0;
	return (await ada.api.shopTest({ url: new URL(path, origin).href, ...(type && { type }) })).data;
}
const sized = (size: string, available: boolean | null, count: number | null = null) => ({
	size,
	available,
	state: stockStateOf({ available }),
	count,
});
const price = (current: number, currency: string, full = current) => ({ current, full, currency });

test.each([
	[
		'/page-jsonld-offer-list.html',
		{ sku: '0957102010', title: 'Polo MuscleFit', price: price(12_195, 'EUR'), available: true },
	],
	['/page-jsonld-price-specification.html', { sku: 'UX', price: price(12_195, 'USD'), available: true }],
	['/page-jsonld-two-blocks-out-of-stock.html', { price: price(12_195, 'EUR'), available: false }],
	['/page-jsonld-type-list-capital-offers.html', { title: 'My test product', available: true }],
	['/page-jsonld-trailing-comma.html', { title: 'test', price: price(15_555, 'AUD'), available: null }],
	['/page-microdata-product.html', { sku: '925872', price: price(11_999, 'USD'), available: true }],
	[`${ON}/chai-sand-shoes-3MF10074874`, { sku: '3MF10074874', price: price(199_000, 'KRW'), available: true }],
	['/moved', { sku: '0957102010', title: 'Polo MuscleFit' }],
])('the page %s is read with its price and its availability', async (path, fields) => {
	expect(await read(path)).toMatchObject({ adapter: 'schemaOrg', refusal: null, sizes: [], ...fields });
});

test("a shop's own JSON gives the sizes: Shopify", async () => {
	expect(await read('/products/union-henley')).toEqual({
		adapter: 'shopify',
		sku: null,
		title: 'RDR2 Union Henley (Bone White)',
		price: price(7900, 'USD', 9200),
		available: true,
		state: 'in_stock',
		sizes: [
			sized('XS', true),
			...['S', 'M', 'XL'].map((size) => ({
				...sized(size, true),
				available: expect.any(Boolean),
				state: expect.any(String),
			})),
		],
		refusal: null,
	});
	const userAgent = 'Dropwire/1.0 (+https://github.com/dropwire/dropwire; shop-watch@dropwire.example)';
	const urls = ['/.well-known/ucp', '/products/union-henley', '/products/union-henley.js', '/meta.json'];
	expect(requests).toEqual(urls.map((url) => ({ url, userAgent })));
});

test("a shop's own JSON gives the sizes: WooCommerce, JD Sports", async () => {
	expect(await read('/product/shirt/')).toMatchObject({
		adapter: 'wooCommerce',
		price: price(1900, 'EUR'),
		sizes: [sized('M', true), sized('L', false)],
	});
	expect(await read(JD, 'hot_jd')).toEqual({
		adapter: 'finishLine',
		sku: 'DZ5485-612',
		title: 'Nike Dunk Low',
		price: price(11_000, 'USD'),
		available: true,
		state: 'in_stock',
		sizes: [sized('9', true, 12), sized('10', false, 0), sized('11', null, 1)],
		refusal: null,
	});
	expect(requests).toHaveLength(3);
});

test.each([
	['/page-jsonld-itemlist-flannels.html', 'several_products', 'The page is a list of products'],
	[ON, 'several_products', 'The page describes 3 colours: Midnight | White, Chai | Sand, Apollo | Eclipse'],
	['/jd-uk-brand-page-jsonld-broken.html', 'unreadable', "1 of the page's JSON-LD blocks cannot be parsed"],
	['/wall', 'wall', 'The page is a bot wall'],
	['/403', 'wall', 'The shop answered 403'],
	['/404', 'gone', 'The shop answered 404'],
	['/410', 'gone', 'The shop answered 410'],
	['/sold', 'gone', "The link redirects to the shop's front page"],
	['/429', 'unreachable', 'The shop answered 429'],
	['/500', 'unreachable', 'The shop answered 500'],
	['/round', 'unreachable', 'The shop redirected too many times'],
	['/endless', 'unreadable', "The shop's response exceeded 5 MiB"],
])('%s is refused as %s', async (path, code, message) => {
	expect(await read(path)).toEqual({
		adapter: null,
		sku: null,
		title: null,
		price: null,
		available: null,
		state: 'unknown',
		sizes: [],
		refusal: { code, message },
	});
});

test('reports an unreachable shop and a link of the wrong list', async () => {
	expect((await read(`${closed}/a`)).refusal).toEqual({
		code: 'unreachable',
		message: 'The shop cannot be reached (ECONNREFUSED)',
	});
	expect((await read('https://shoes.example/a', 'HOT_FNL')).refusal).toEqual({
		code: 'no_product',
		message: expect.stringContaining('must be a link at finishline.com'),
	});
	expect((await read('/wall', 'HOT_JD')).refusal).toMatchObject({ code: 'no_product' });
	expect(requests).toEqual([]);
});

test.each([
	'http://127.0.0.1:1/a',
	'http://10.0.0.1/a',
	'http://[::ffff:127.0.0.1]/a',
	'http://localhost/a',
	'https://user:password@shoes.example/a',
	'/metadata',
	'/loopback',
	'/file',
	'shoes.example',
	'ftp://shoes.example/a',
])('the link %s is no link, or leads to a private address: 400', async (link) => {
	const url = link.startsWith('/') ? `${origin}${link}` : link;
	await expect(ada.api.shopTest({ url })).rejects.toMatchObject({ status: 400, fields: { url: expect.any(String) } });
});

test('concurrent checks of a source share one read of a known product', async () => {
	requests.length = 0;
	const checks = await Promise.all([1, 2].map(() => ada.api.sourceCheck({ source: 'nike' })));
	expect(requests).toHaveLength(1);
	expect(checks[1]).toEqual(checks[0]);
	expect(checks[0]?.data).toEqual([
		{
			source: 'NIKE',
			address: `${origin}/nike`,
			knownFrom: 'recordings',
			products: [
				{
					sku: 'CW2288-111',
					link: null,
					region: 'US',
					ms: expect.any(Number),
					title: expect.any(String),
					price: price(20_500, 'USD'),
					available: true,
					evidence: 'level',
					problem: null,
					sizes: expect.arrayContaining([{ size: 'W 5 / M 3.5', available: true, level: 'MEDIUM', count: null }]),
				},
			],
		},
	]);
});

test('a check of all sources reports each result or its reason', async () => {
	const outcomes = async () => {
		const { data } = await ada.api.sourceCheck({});
		return Object.fromEntries(data.map(({ source, products }) => [source, products.map(({ problem }) => problem)]));
	};
	expect(await outcomes()).toMatchObject({ ADIDAS: [null], NIKE: [null], NIKE_REFURBISHED: [] });
	await testServer.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	expect(await outcomes()).toMatchObject({ ADIDAS: [expect.stringContaining('adidas answered 403')], NIKE: [null] });
	await expect(ada.api.sourceCheck({ source: 'nobody' })).rejects.toMatchObject({
		fields: { source: expect.stringContaining('must be one of ADIDAS, ') },
	});
});
