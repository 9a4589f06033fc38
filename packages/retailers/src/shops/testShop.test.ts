import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopTester } from './shopTester.ts';

let handle: RequestListener;
const shop = createServer((request, response) => handle(request, response));
let origin: string;
beforeAll(async () => {
	shop.listen(0, '127.0.0.1');
	await once(shop, 'listening');
	origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => {
	shop.closeAllConnections();
	shop.close();
});
/** Tests a link of the shop, or of another origin. */
async function read(path: string, { list, totalMs }: { list?: string; totalMs?: number } = {}) {
	const PRIVATE_SHOPS = [origin];
	const tester = createShopTester({ PRIVATE_SHOPS, PROXY_URLS: [], places: [] }, totalMs ? { totalMs } : {});
	try {
		return await tester.test(new URL(path, origin).href, list);
	} finally {
		await tester.close();
	}
}
const offer = { '@type': 'Offer', price: 90, priceCurrency: 'USD' };
const page = (more = {}) =>
	`<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Shoe', offers: offer, ...more })}</script>`;

test("New Balance: the product JSON by the style in the link, else the page, whose silence about stock is 'unknown'", async () => {
	const size = { displayValue: '9', selectable: true };
	const product = { productName: '990v6', variationAttributes: [{ id: 'size', values: [size] }] };
	handle = ({ url }, response) => response.end(url?.includes('pid=M990GL6') ? JSON.stringify({ product }) : page());
	expect(await read('/pd/990v6/M990GL6-41217.html', { list: 'HOT_NEWBALANCE' })).toMatchObject({
		adapter: 'sfcc',
		reading: { sku: 'M990GL6', sizes: [{ size: '9', available: true }], price: null },
	});
	expect(await read('/pd/990v6/40.html', { list: 'HOT_NEWBALANCE' })).toMatchObject({
		adapter: 'schemaOrg',
		reading: { title: 'Shoe', available: null, price: { current: 9000 } },
	});
});

test('a shop without JSON of Shopify is read from its page; the fragment is not sent', async () => {
	const asked: string[] = [];
	handle = ({ url = '' }, response) => {
		asked.push(url);
		response.end(url.endsWith('.js') ? `<main>${page()}</main>` : page());
	};
	expect(await read('/en-ca/products/shoe/?variant=1#reviews')).toMatchObject({ adapter: 'schemaOrg' });
	expect(asked).toEqual([
		'/.well-known/ucp',
		'/robots.txt',
		'/en-ca/products/shoe/?variant=1',
		'/en-ca/products/shoe.js',
	]);
});

test('a link to a variant that a Shopify shop deleted is not read in a weaker format', async () => {
	const variants = ['Red', 'Blue'].map((option1, id) => ({ id, option1, available: true }));
	const product = { title: 'Shoe', handle: 'shoe', options: ['Color'], variants };
	handle = ({ url = '' }, response) => response.end(url.endsWith('.js') ? JSON.stringify(product) : page());
	expect(await read('/products/shoe?variant=1')).toMatchObject({ adapter: 'shopify', reading: { color: 'Blue' } });
	expect(await read('/products/shoe?variant=3')).toMatchObject({
		code: 'several_products',
		message: 'The product has no variant 3, but several others',
	});
});

test.each([
	[
		'EUR',
		'schema.org',
		page({ offers: { ...offer, priceCurrency: 'EUR' } }) + '<meta property="og:price:currency" content="GBP">',
	],
	[
		'EUR',
		'Open Graph',
		'<meta property="og:price:amount" content="1.299"><meta property="og:price:currency" content="EUR">',
	],
	['USD', 'nothing', '<h1>Shoe</h1>'],
])('the price of a Shopify product is in %s where its page states the currency by %s', async (currency, _, html) => {
	const variants = [{ id: 1, option1: '9', available: true, price: 129_900 }];
	const product = JSON.stringify({ title: 'Shoe', handle: 'shoe', options: ['Size'], variants });
	handle = ({ url = '' }, response) =>
		response.end(url === '/meta.json' ? '{"currency":"USD"}' : url.endsWith('.js') ? product : html);
	expect(await read('/products/shoe')).toMatchObject({
		adapter: 'shopify',
		reading: { price: { current: 129_900, currency } },
	});
});

test.each([
	['8', '9'],
	['Small box', 'Large box'],
])('what a page of Shopify says of the variant %s in the link does not count for %s', async (...names) => {
	const at = (id: number) => `${origin}/products/sample?variant=${id}`;
	const described = names.map((name, id) => ({
		'@type': 'Product',
		name: `Sample - ${name}`,
		sku: `SA-${id}`,
		offers: { ...offer, availability: id === 0 ? 'BackOrder' : 'InStock', url: at(id) },
	}));
	const variants = names.map((option1, id) => ({ id, option1, sku: `SA-${id}`, available: true, price: 9000 }));
	const product = { title: 'Sample', handle: 'sample', options: ['Size'], variants };
	const group = page({ '@type': 'ProductGroup', name: 'Sample', hasVariant: described, offers: undefined });
	handle = ({ url = '' }, response) => response.end(url.endsWith('.js') ? JSON.stringify(product) : group);
	expect(await read('/products/sample?variant=0')).toMatchObject({
		adapter: 'shopify',
		reading: { available: true, sizes: [{ size: names[0] }, { size: names[1], available: true }] },
	});
});

test.each([
	['status 403', 403, ''],
	['a wall', 200, '<html>Access Denied</html>'],
	['a queue', 200, '<html>You are now in line</html>'],
])('a Shopify shop whose JSON is walled is not read in a weaker format: %s', async (_, code, body) => {
	handle = ({ url = '' }, response) =>
		void (url.endsWith('.js') ? response.writeHead(code).end(body) : response.end(page()));
	expect(await read('/products/shoe')).toMatchObject({ kind: 'refused', code: 'wall' });
});

test('a page of WooCommerce cannot lead to another host', async () => {
	const foreign = '<link rel="https://api.w.org/" href="https://other.example/wp-json/" /><body class="woocommerce">';
	handle = (_, response) => response.end(`${foreign}${page({ sku: 'A-1' })}`);
	expect(await read('/product/shirt/')).toMatchObject({ adapter: 'schemaOrg', reading: { sku: 'A-1' } });
});

test('a page without product data is read by its Open Graph fields, or is no product', async () => {
	handle = (_, response) =>
		response.end('<meta property="og:title" content="Lamp"><meta property="og:type" content="product">');
	expect(await read('/lamp')).toMatchObject({ adapter: 'openGraph', reading: { title: 'Lamp', available: null } });
	handle = (_, response) => response.end('<html><h1>Our stores</h1></html>');
	expect(await read('/stores')).toMatchObject({ kind: 'refused', code: 'no_product' });
});

test("a link of HP's shop in another country is no product of the shop in the US", async () => {
	handle = (_, response) => response.end(page({ sku: '7N6B8UA#AR6' }));
	expect(await read('/id-id/shop/laptop.html', { list: 'HP' })).toMatchObject({
		code: 'no_product',
		message: expect.stringContaining('/us-en/'),
	});
	expect(await read('/us-en/shop/laptop.html', { list: 'HP' })).toMatchObject({ reading: { sku: '7N6B8UA#AR6' } });
});

test('a shop that is slow, or that breaks off, is unreachable', async () => {
	handle = (_, response) => void response.write('<html>');
	expect(await read('/a', { totalMs: 300 })).toEqual({
		kind: 'refused',
		code: 'unreachable',
		message: 'The shop did not answer within 0.3 s',
	});
	handle = (_, response) => {
		response.writeHead(200, { 'content-length': '1000' });
		response.write('<html>');
		setTimeout(() => response.destroy(), 20);
	};
	expect(await read('/a')).toMatchObject({
		code: 'unreachable',
		message: expect.stringMatching(/^The shop cannot be reached \(\w+\)$/),
	});
});

test('a name of this machine is guarded unless its origin is a private shop', async () => {
	expect(await read(origin.replace('127.0.0.1', 'localhost'))).toEqual({
		kind: 'guarded',
		problem: 'must be on the public internet, and localhost is not',
	});
});

test("the sandbox's product pages are read with price and sizes", async () => {
	const sandbox = await startSandbox();
	const tester = createShopTester({ PRIVATE_SHOPS: [sandbox.origin], PROXY_URLS: [], places: [] });
	const tested = await tester.test(`${sandbox.origin}/retail/shop/t/dunk/CK9246-101`);
	await Promise.all([tester.close(), sandbox.close()]);
	expect(tested).toMatchObject({
		adapter: 'schemaOrg',
		reading: { sku: 'CK9246-101', price: { currency: 'USD' }, evidence: 'size' },
	});
	expect(tested).toHaveProperty('reading.sizes.0', expect.objectContaining({ available: expect.any(Boolean) }));
});
