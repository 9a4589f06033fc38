import { expect, test } from 'vitest';
import { recordedJson } from '../testing.ts';
import { readUcpProduct, readUcpProducts } from './catalogue.ts';
import { readUcpProfile, ucpCartLink } from './profile.ts';

const FACTS = { permalink: 'https://business.example.com/buy' };
const PRODUCT = recordedJson('ucp-get-product.json');
const SEARCH = recordedJson('ucp-catalog-search.json');
const unknown = (size: string) => ({ size, available: null, level: null, count: null });

test('the documented product lists all sizes of its colour, with cart links for its variants', () => {
	expect(readUcpProduct(PRODUCT, FACTS)).toEqual({
		sku: null,
		title: 'Runner Pro',
		image: 'https://cdn.example.com/products/runner-pro-blue.jpg',
		url: 'https://business.example.com/products/runner-pro',
		price: { current: 12_000, full: 12_000, currency: 'USD' },
		available: true,
		sizes: [
			{ ...unknown('8'), available: true },
			{ ...unknown('9'), available: true },
			{
				...unknown('10'),
				available: true,
				variantId: 'prod_abc123_blu_10',
				url: `${FACTS.permalink}/prod_abc123_blu_10:1`,
			},
			{
				...unknown('12'),
				available: true,
				variantId: 'prod_abc123_blu_12',
				url: `${FACTS.permalink}/prod_abc123_blu_12:1`,
			},
		],
		evidence: 'size',
	});
});

test('the documented search knows the stock of one variant per product; other sizes are unknown', () => {
	const known = { ...unknown('10'), available: true, variantId: 'prod_abc123_size10' };
	expect(readUcpProducts(SEARCH, { permalink: null })).toMatchObject({
		products: [
			{
				title: 'Blue Runner Pro',
				price: { current: 12_000, currency: 'USD' },
				sizes: [unknown('8'), unknown('9'), known, unknown('11'), unknown('12')],
			},
		],
		cursor: 'eyJwYWdlIjoxfQ==',
	});
});

test('a product whose one known variant is sold out is not sold out', () => {
	const product = (SEARCH['products'] as { variants: object[] }[])[0];
	const variants = product?.variants.map((variant) => ({ ...variant, availability: { available: false } }));
	const sold = { ...SEARCH, products: [{ ...product, variants }], pagination: { has_next_page: false, cursor: 'x' } };
	expect(readUcpProducts(sold, FACTS)).toMatchObject({ products: [{ available: null }], cursor: null });
});

test('a product without sizes has the availability and the SKU of its variant', () => {
	const variants = [{ id: 'v', sku: 'CAP', availability: { available: false, status: 'out_of_stock' } }];
	const cap = { ucp: {}, product: { id: 'p', title: 'Cap', variants } };
	expect(readUcpProduct(cap, FACTS)).toMatchObject({
		sku: 'CAP',
		available: false,
		price: null,
		sizes: [],
		evidence: 'product',
	});
});

test('an MCP tool’s result contains the same answer', () => {
	const text = JSON.stringify(PRODUCT);
	const plain = readUcpProduct(PRODUCT, FACTS);
	expect(readUcpProduct({ jsonrpc: '2.0', id: 1, result: { structuredContent: PRODUCT } }, FACTS)).toEqual(plain);
	expect(readUcpProduct({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } }, FACTS)).toEqual(
		plain,
	);
});

test('the documented profile names the endpoints, and the start of cart links if the shop has them', () => {
	const profile = recordedJson('ucp-profile.json') as { ucp: { services: object; capabilities: object } };
	const shop = {
		endpoints: [{ transport: 'rest', url: 'https://business.example.com/ucp' }],
		search: true,
		lookup: true,
	};
	expect(readUcpProfile(profile)).toEqual({ ...shop, permalink: null });
	const permalink = [{ version: '2026-08-25', config: { endpoint: FACTS.permalink } }];
	const capabilities = { ...profile.ucp.capabilities, 'dev.ucp.shopping.permalink': permalink };
	expect(readUcpProfile({ ucp: { ...profile.ucp, capabilities } })).toEqual({ ...shop, permalink: FACTS.permalink });
});

test('a variant ID with other characters is encoded in a cart link as the specification says', () => {
	const token = '~Z2lkOi8vc2hvcGlmeS9Qcm9kdWN0VmFyaWFudC83MDg4MTQxMg';
	expect(ucpCartLink('https://merchant.example/buy', 'gid://shopify/ProductVariant/70881412')).toBe(
		`https://merchant.example/buy/${token}:1`,
	);
});

test.each([
	['a page', undefined, 'wall'],
	['another form', { ucp: {}, product: { name: 'Shoe' } }, 'unreadable'],
	['null', null, 'unreadable'],
	['a tool’s text', { result: { content: [{ type: 'text', text: 'Try again' }] } }, 'unreadable'],
	['an unknown product', { ucp: { status: 'error' }, messages: [{ type: 'error', code: 'not_found' }] }, 'gone'],
	['another error', { ucp: { status: 'error' }, messages: [{ type: 'error', code: 'forbidden' }] }, 'no_product'],
])('%s is refused', (_, json, code) => {
	expect(readUcpProduct(json, FACTS)).toMatchObject({ code });
	expect(readUcpProducts(json, FACTS)).toMatchObject({ code });
});

test('a shop without a profile is refused', () => {
	expect(readUcpProfile(undefined)).toMatchObject({ code: 'wall' });
	expect(readUcpProfile({ error: 'not found' })).toMatchObject({ code: 'unreadable' });
});
