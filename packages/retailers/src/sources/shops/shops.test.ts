import { text } from 'node:stream/consumers';
import { skuFromHandle } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedJson, recordedPage } from '../../formats/testing.ts';
import { connected, openShop, page, status, type TestShop } from '../links/testing.ts';
import type { Answer } from '../../snapshot/answer.ts';
import { shops } from './shops.ts';

let shop: TestShop;
beforeEach(async () => {
	shop = await openShop();
});
afterEach(() => {
	vi.restoreAllMocks();
	shop.close();
});

test('the recorded Shopify product has a cart link per size, and keeps its provisional SKU', async () => {
	const link = `${shop.origin}/products/union-henley`;
	shop.answers['/products/union-henley'] = '<html><title>Union Henley</title></html>';
	shop.answers['/products/union-henley.js'] = recordedPage('shopify-product-js.json');
	shop.answers['/meta.json'] = { currency: 'USD' };
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const sku = skuFromHandle(link);
	const answer = await read({ sku, link });
	expect(answer).toMatchObject({
		adapter: 'shopify',
		snapshot: { brand: 'SHOPS', category: 'ALL', sku, price: { current: 7900, full: 9200, currency: 'USD' } },
	});
	const { sizes } = (answer as Extract<Answer, { kind: 'read' }>).snapshot;
	expect(sizes[0]).toMatchObject({ size: 'XS', available: true, url: expect.stringMatching(/\/cart\/\d+:1$/) });
	expect(shop.paths()).toEqual([
		'/.well-known/ucp',
		'/products/union-henley',
		'/products/union-henley.js',
		'/meta.json',
	]);
	await close();
});

test("a page's SKU replaces a provisional one; a different SKU means another product", async () => {
	const link = `${shop.origin}/p/1`;
	shop.answers['/p/1'] = recordedPage('page-jsonld-offer-list.html');
	const { one, close } = connected(shops, { privateShops: [shop.origin] });
	const skuOf = async (sku: string) => {
		const reading = await one({ sku, link });
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		return answer?.kind === 'read' ? answer.snapshot.sku : answer;
	};
	expect(await skuOf(skuFromHandle(link))).toBe('0957102010');
	expect(await skuOf('GIVEN-1')).toMatchObject({ kind: 'blocked', shows: { sku: '0957102010' } });
	await close();
});

test.each([
	['a wall', status(403), 2],
	['no catalogue', status(404), 1],
] as const)(
	'where a shop has its catalogue is asked again after ten minutes only if the answer was a wall: %s',
	async (_, answer, asked) => {
		const link = `${shop.origin}/p/1`;
		shop.answers['/p/1'] = recordedPage('page-jsonld-offer-list.html');
		shop.answers['/.well-known/ucp'] = answer;
		const { read, close } = connected(shops, { privateShops: [shop.origin] });
		await read({ sku: 'A', link });
		await read({ sku: 'A', link });
		const profiles = () => shop.paths().filter((path) => path === '/.well-known/ucp').length;
		expect(profiles()).toBe(1);
		vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000 + 1000);
		// The memory of the shop reads the clock at most once a millisecond.
		await expect
			.poll(async () => {
				await read({ sku: 'A', link });
				return profiles();
			})
			.toBe(asked);
		await close();
	},
);

test('a shop with a UCP catalogue is read there, with its permalinks', async () => {
	const link = `${shop.origin}/products/runner-pro`;
	const profile = recordedJson('ucp-profile.json') as {
		ucp: { services: Record<string, object[]>; capabilities: object };
	};
	const service = { transport: 'rest', endpoint: `${shop.origin}/ucp` };
	const permalink = [{ version: '2026-08-25', config: { endpoint: `${shop.origin}/buy` } }];
	shop.answers['/.well-known/ucp'] = {
		ucp: {
			...profile.ucp,
			services: { 'dev.ucp.shopping': [service] },
			capabilities: { ...profile.ucp.capabilities, 'dev.ucp.shopping.permalink': permalink },
		},
	};
	const product = recordedJson('ucp-get-product.json')['product'] as { id: string };
	shop.answers['/ucp/catalog/search'] = {
		ucp: {},
		products: [
			{ id: 'other', url: `${shop.origin}/x` },
			{ ...product, url: link },
		],
	};
	shop.answers['/ucp/catalog/product'] = recordedJson('ucp-get-product.json');
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const sku = skuFromHandle(link);
	const answer = await read({ sku, link });
	expect(answer).toMatchObject({
		adapter: 'ucp',
		snapshot: { sku, title: 'Runner Pro', price: { current: 12_000, full: 12_000, currency: 'USD' } },
	});
	const { sizes } = (answer as Extract<Answer, { kind: 'read' }>).snapshot;
	expect(sizes.find((one) => one.size === '10')?.url).toBe(`${shop.origin}/buy/prod_abc123_blu_10:1`);
	await read({ sku, link, adapter: 'ucp' });
	// The profile and the product's ID are known from then on.
	expect(shop.paths().slice(4)).toEqual(['/ucp/catalog/product']);
	await close();
});

const { signal } = new AbortController();

test("a search reads Shopify's list in pages and resumes where it stopped", async () => {
	const handles = (page: number) => [1, 2].map((n) => `p-${page}-${n}`);
	for (const page of [1, 2, 3, 4, 5]) {
		const products = handles(page).map((handle) => ({
			handle,
			title: handle,
			variants: [{ id: 1, title: '9', price: '10.00' }],
		}));
		shop.answers[`/products.json?limit=250${page > 1 ? `&page=${page}` : ''}`] = { products };
	}
	shop.answers['/products.json?limit=250&page=6'] = { products: [] };
	shop.answers['/meta.json'] = { currency: 'USD' };
	const { search, close } = connected(shops, { privateShops: [shop.origin] });
	const titles = (found: readonly { title: string }[] = []) => found.map(({ title }) => title);
	const first = await search?.('US', 'p', signal, shop.origin);
	expect(first).toMatchObject({ kind: 'partial', next: '5' });
	expect(titles(first && 'found' in first ? first.found : [])).toEqual([1, 2, 3, 4].flatMap(handles));
	const second = await search?.('US', 'p', signal, shop.origin, '5');
	expect(titles(Array.isArray(second) ? second : [])).toEqual([1, 5].flatMap(handles));
	expect(second).toMatchObject([{ price: { current: 1000, currency: 'USD' } }, {}, {}, {}]);
	await close();
});

test('a search reads every page of a UCP catalogue by its cursors', async () => {
	const profile = recordedJson('ucp-profile.json') as { ucp: { services: object } };
	const service = { transport: 'rest', endpoint: `${shop.origin}/ucp` };
	shop.answers['/.well-known/ucp'] = { ucp: { ...profile.ucp, services: { 'dev.ucp.shopping': [service] } } };
	const product = recordedJson('ucp-get-product.json')['product'] as object;
	const cursors: unknown[] = [];
	let host = shop.origin;
	const answer = (body: string) => {
		const { pagination } = JSON.parse(body) as { pagination: { cursor?: string } };
		cursors.push(pagination.cursor);
		const page = Number(pagination.cursor ?? 0);
		const products = [{ ...product, id: `${page}`, url: `${host}/products/runner-${page}` }];
		const next = page < 2 ? { has_next_page: true, cursor: String(page + 1) } : { has_next_page: false };
		return JSON.stringify({ ucp: {}, products, pagination: next });
	};
	shop.answers['/ucp/catalog/search'] = (request, response) => {
		void text(request).then((body) => response.end(answer(body)));
	};
	const { search, close } = connected(shops, { privateShops: [shop.origin] });
	const found = await search?.('US', 'runner', signal, shop.origin);
	expect(found).toMatchObject([0, 1, 2].map((page) => ({ link: `${shop.origin}/products/runner-${page}` })));
	expect(cursors).toEqual([undefined, '1', '2']);
	// A shop whose catalogue names its pages with www.
	const local = shop.origin.replace('127.0.0.1', 'localhost');
	host = local.replace('//', '//www.');
	const own = connected(shops, { privateShops: [shop.origin, local] });
	expect(await own.search?.('US', 'runner', signal, local)).toHaveLength(3);
	host = 'https://other.example';
	expect(await own.search?.('US', 'runner', signal, local)).toEqual([]);
	for (const [code, isOwn] of [
		[422, true],
		[500, undefined],
	] as const) {
		shop.answers['/ucp/catalog/search'] = status(code);
		const reason = expect.stringContaining(`answered ${code}`);
		expect(await own.search?.('US', 'runner', signal, local)).toEqual({
			kind: 'blocked',
			reason,
			retryAfterMs: null,
			isOwn,
		});
	}
	await own.close();
	await close();
});

test('a wall before the stock of sizes blocks the product', async () => {
	const link = `${shop.origin}/product/runner`;
	const api = '/wp-json/wc/store/v1/products';
	shop.answers['/product/runner'] = '<body class="woocommerce"><link rel="https://api.w.org/" href="/wp-json/">';
	const variations = [{ id: 71, attributes: [{ name: 'Size', value: '9' }] }];
	shop.answers[`${api}/runner`] = { id: 7, name: 'Runner', is_in_stock: true, variations };
	const stock = `${api}?type=variation&parent=7&per_page=100`;
	shop.answers[stock] = [{ id: 71, name: 'Runner', is_in_stock: true }];
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const product = { sku: 'A', link, adapter: 'wooCommerce' } as const;
	const sizes = [{ size: '9', available: true }];
	expect(await read(product)).toMatchObject({ kind: 'read', snapshot: { sizes } });
	for (const wall of [status(403), '<html>Access Denied</html>']) {
		shop.answers[stock] = wall;
		expect(await read(product)).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(/^wall/) });
	}
	await close();
});

test('a slug that is the ID of another product at WooCommerce does not read that', async () => {
	const link = `${shop.origin}/product/574`;
	const api = '/wp-json/wc/store/v1/products';
	const marks = '<body class="woocommerce"><link rel="https://api.w.org/" href="/wp-json/">';
	shop.answers['/product/574'] = marks + page({ name: 'New Balance 574' });
	shop.answers[`${api}/574`] = { id: 574, name: 'Lamp', is_in_stock: true, permalink: `${shop.origin}/product/lamp/` };
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const other = { adapter: 'schemaOrg', snapshot: { title: 'New Balance 574' } };
	expect(await read({ sku: 'A', link })).toMatchObject(other);
	shop.answers[`${api}/574`] = { id: 7, name: '574', is_in_stock: true, permalink: `${link}/` };
	expect(await read({ sku: 'A', link })).toMatchObject({ adapter: 'wooCommerce', snapshot: { title: '574' } });
	await close();
});

const soldOut = page({ offers: { '@type': 'Offer', availability: 'OutOfStock' } });

test.each([
	['nothing', '', {}],
	['a draw', '<a href="/raffles/7">Enter the draw</a>', { state: 'draw' }],
	['a queue', '<p>You are now in line.</p>', { state: 'queue' }],
	[
		'a draw beside JSON-LD that cannot be parsed',
		'<script type="application/ld+json">{</script><a>Enter draw</a>',
		{ state: 'draw' },
	],
	['a pre-order', '<form action="/cart/add"><button>Pre-order</button></form>', { state: 'preorder' }],
	['a draw beside JSON-LD that is out of stock', `${soldOut}<button>Enter draw</button>`, { state: 'draw' }],
])('stock of a format is sold as the page shows: %s', async (_, shown, { state }: { state?: string }) => {
	const sizes = [{ size: '9', available: true, option1: '9' }];
	shop.answers['/products/shoe'] = shop.answers['/product/shoe'] =
		`<html><body class="woocommerce"><link rel="https://api.w.org/" href="/wp-json/">${shown}`;
	const variants = sizes.map((size, index) => ({ ...size, id: index }));
	shop.answers['/products/shoe.js'] = { title: 'Shoe', handle: 'shoe', options: ['Size'], variants };
	shop.answers['/meta.json'] = { currency: 'USD' };
	const api = '/wp-json/wc/store/v1/products';
	const variations = [{ id: 71, attributes: [{ name: 'Size', value: '9' }] }];
	shop.answers[`${api}/shoe`] = { id: 7, name: 'Shoe', is_in_stock: true, variations };
	shop.answers[`${api}?type=variation&parent=7&per_page=100`] = [{ id: 71, name: 'Shoe', is_in_stock: true }];
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const stock = state ? { available: false, state } : { available: true };
	for (const [adapter, path] of [
		['shopify', '/products/shoe'],
		['wooCommerce', '/product/shoe'],
	] as const) {
		expect(await read({ sku: 'A', link: `${shop.origin}${path}`, adapter })).toMatchObject({
			adapter,
			snapshot: { ...stock, sizes: [{ size: '9', ...stock }] },
		});
	}
	await close();
});

/** A product of WooCommerce with this number of variations, of which the last is in stock. */
function manyVariations(count: number, pages: number) {
	const api = '/wp-json/wc/store/v1/products';
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	// Each size in six widths, which are one size to buy.
	const size = (n: number) => `EU ${30 + Math.ceil(n / 6)}`;
	const variations = numbers.map((n) => ({ id: n, attributes: [{ name: 'Size', value: size(n) }] }));
	shop.answers['/product/runner'] = '<body class="woocommerce"><link rel="https://api.w.org/" href="/wp-json/">';
	shop.answers[`${api}/runner`] = { id: 7000, name: 'Runner', is_in_stock: true, variations };
	const pageOf = (page: number) => `${api}?type=variation&parent=7000&per_page=100&orderby=id&order=asc&page=${page}`;
	for (let page = 1; page <= pages; page++) {
		const some = numbers.slice(100 * (page - 1), 100 * page);
		shop.answers[pageOf(page)] = some.map((n) => ({ id: n, name: 'Runner', is_in_stock: n === count }));
	}
	return { product: { sku: 'A', link: `${shop.origin}/product/runner`, adapter: 'wooCommerce' } as const, pageOf };
}
const sizesOf = (answer: Answer | undefined) => (answer?.kind === 'read' ? answer.snapshot.sizes : []);

test('all pages of variations are read; a wall at one blocks the product', async () => {
	const { product, pageOf } = manyVariations(250, 3);
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const sizes = sizesOf(await read(product));
	expect(sizes).toHaveLength(42);
	expect(sizes.every(({ available }) => available !== null)).toBe(true);
	expect(sizes.filter(({ available }) => available)).toMatchObject([{ size: 'EU 72' }]);
	shop.answers[pageOf(3)] = status(403);
	expect(await read(product)).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(/^wall/) });
	await close();
});

test('sizes beyond the maximum of variations make all sizes unknown', async () => {
	const { product } = manyVariations(301, 4);
	const { read, close } = connected(shops, { privateShops: [shop.origin] });
	const sizes = sizesOf(await read(product));
	expect(sizes).toHaveLength(51);
	expect(sizes.every(({ available }) => available === null)).toBe(true);
	await close();
});
