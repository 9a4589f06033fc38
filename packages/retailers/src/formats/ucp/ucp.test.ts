import { formatMoney } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { recordedJson } from '../testing.ts';
import { isRefused, type ShopReading } from '../reading.ts';
import { readUcpOffers, readUcpProduct, readUcpProducts, withUcpOffers } from './catalogue.ts';
import { readUcpProfile, ucpCartLink } from './profile.ts';

const FACTS = { permalink: 'https://business.example.com/buy' };
const PRODUCT = recordedJson('ucp-get-product.json');
const SEARCH = recordedJson('ucp-catalog-search.json');
const unknown = (size: string) => ({ size, available: null, level: null, count: null });

test('the documented product lists all sizes of its colour, with cart links for its variants', () => {
	expect(readUcpProduct(PRODUCT, FACTS)).toEqual({
		sku: null,
		skus: ['BRP-BLU-10', 'BRP-BLU-12'],
		title: 'Runner Pro',
		color: 'Blue',
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

test('amounts are in the minor unit of ISO 4217, also of a currency that is written without decimals', () => {
	const product = PRODUCT['product'] as object;
	const amount = { amount: 2_999_000, currency: 'HUF' };
	const read = readUcpProduct(
		{ ...PRODUCT, product: { ...product, price_range: { min: amount, max: amount } } },
		FACTS,
	);
	if (isRefused(read) || !read.price) throw new Error('The price was not read');
	expect(formatMoney(read.price.current, 'HUF')).toBe('HUF\u00A029,990');
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
		offerIds: ['v'],
		available: false,
		price: null,
		sizes: [],
		evidence: 'product',
	});
});

/** The documented product with those sizes only of which it has variants. */
function inStock(): ShopReading {
	const { product } = PRODUCT as { product: { options: { name: string }[] } };
	const options = product.options.filter(({ name }) => name !== 'Size');
	const reading = readUcpProduct({ ...PRODUCT, product: { ...product, options } }, FACTS);
	if (isRefused(reading)) throw new Error(reading.message);
	return reading;
}

test('a lookup of all variants renews a product, even beside an unreadable one', () => {
	const before = inStock();
	expect(before.offerIds).toEqual(['prod_abc123_blu_10', 'prod_abc123_blu_12']);
	// As documented, a lookup names the options of no variant.
	const variants = before.offerIds?.map((id, index) => ({ id, availability: { available: index > 0 } }));
	const product = {
		id: 'prod_abc123',
		title: 'Runner Pro',
		price_range: { min: { amount: 9900, currency: 'USD' } },
		variants,
	};
	const offers = readUcpOffers({ ucp: {}, products: [{ id: 'broken' }, product] });
	if (isRefused(offers)) throw new Error(offers.message);
	const [ten, twelve] = before.sizes;
	expect(withUcpOffers(before, offers)).toEqual({
		...before,
		price: { current: 9900, full: 9900, currency: 'USD' },
		sizes: [{ ...ten, available: false }, twelve],
	});
	expect(readUcpOffers(SEARCH)).toEqual(
		new Map([['prod_abc123_size10', { available: true, price: { current: 12_000, full: 12_000, currency: 'USD' } }]]),
	);
});

test.each([
	['leaves out a variant', ['prod_abc123_blu_10'], { available: true, price: inStock().price }],
	['does not know the stock', inStock().offerIds ?? [], { available: null, price: inStock().price }],
	['has no price', inStock().offerIds ?? [], { available: true, price: null }],
])('a lookup that %s does not renew a product', (_, ids, offer) => {
	expect(withUcpOffers(inStock(), new Map(ids.map((id) => [id, offer])))).toBeNull();
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
	['a page', undefined, 'unreadable'],
	['another form', { ucp: {}, product: { name: 'Shoe' } }, 'unreadable'],
	['null', null, 'unreadable'],
	['a tool’s text', { result: { content: [{ type: 'text', text: 'Try again' }] } }, 'unreadable'],
	['an unknown product', { ucp: { status: 'error' }, messages: [{ type: 'error', code: 'not_found' }] }, 'gone'],
	['another error', { ucp: { status: 'error' }, messages: [{ type: 'error', code: 'forbidden' }] }, 'no_product'],
])('%s is refused', (_, json, code) => {
	expect(readUcpProduct(json, FACTS)).toMatchObject({ code });
	expect(readUcpProducts(json, FACTS)).toMatchObject({ code });
	expect(readUcpOffers(json)).toMatchObject({ code });
});

test('a shop without a profile is refused', () => {
	expect(readUcpProfile(undefined)).toMatchObject({ code: 'unreadable' });
	expect(readUcpProfile({ error: 'not found' })).toMatchObject({ code: 'unreadable' });
});
