import { expect, test } from 'vitest';
import { isRefused } from '../reading.ts';
import { readWooParent, readWooProduct, readWooVariations, withWooStock } from './product.ts';

const FACTS = { url: 'https://shop.example/product/pennant/' };
/** The example in WooCommerce's documentation of `/products/34`, without texts that are not read. */
const PENNANT = {
	id: 34,
	name: 'WordPress Pennant',
	slug: 'wordpress-pennant',
	variation: '',
	permalink: 'https://local.wordpress.test/product/wordpress-pennant/',
	sku: 'wp-pennant',
	prices: {
		currency_code: 'GBP',
		currency_minor_unit: 2,
		price: '1105',
		regular_price: '1105',
		sale_price: '1105',
		price_range: null,
	},
	images: [{ id: 57, src: 'https://local.wordpress.test/wp-content/uploads/2020/03/pennant-1.jpg' }],
	has_options: false,
	is_purchasable: true,
	is_in_stock: true,
	low_stock_remaining: null,
};
const attributes = (value: string | null) => [{ name: 'Size', value }];
const SHIRT = {
	...PENNANT,
	id: 10,
	variations: [11, 12, 13].map((id) => ({ id, attributes: attributes(`${id - 4}`) })),
};

test('the documented product has its price and one availability', () => {
	expect(readWooProduct(PENNANT, FACTS)).toEqual({
		sku: 'wp-pennant',
		title: 'WordPress Pennant',
		image: 'https://local.wordpress.test/wp-content/uploads/2020/03/pennant-1.jpg',
		url: 'https://local.wordpress.test/product/wordpress-pennant/',
		price: { current: 1105, full: 1105, currency: 'GBP' },
		available: true,
		sizes: [],
		evidence: 'product',
	});
});

test('the shop chooses the decimals of its amounts', () => {
	const prices = { currency_code: 'USD', currency_minor_unit: 0, price: '65', regular_price: '80' };
	expect(readWooProduct({ ...PENNANT, prices }, FACTS)).toMatchObject({ price: { current: 6500, full: 8000 } });
});

test('stock of sizes comes from variations; missing ones stay unknown', () => {
	const product = readWooProduct(SHIRT, FACTS);
	if (isRefused(product)) throw new Error(product.message);
	expect(product).toMatchObject({
		available: true,
		evidence: 'product',
		sizes: [{ size: '7', available: null }, {}, {}],
	});
	const variations = [
		{ ...PENNANT, id: 11, low_stock_remaining: 2 },
		{ ...PENNANT, id: 12, is_in_stock: false },
	];
	const answer = readWooVariations(variations);
	if (isRefused(answer)) throw new Error(answer.message);
	expect(withWooStock(product, readWooParent(SHIRT)!, answer.stock)).toMatchObject({
		evidence: 'count',
		sizes: [
			{ size: '7', available: true, count: 2, variantId: '11' },
			{ size: '8', available: false, count: null },
			{ size: '9', available: null },
		],
	});
	// What the parent says is about those without a stock of their own.
	expect(
		withWooStock({ ...product, available: false, state: 'backorder' }, readWooParent(SHIRT)!, answer.stock),
	).toMatchObject({ available: true });
	expect(readWooVariations({ code: 'x' })).toMatchObject({ code: 'unreadable' });
});

test('sizes are named as on the page: a variation has the slugs of its terms', () => {
	const terms = ['8.5', '9', 'M &amp; L'].map((name, index) => ({ id: index, name, slug: ['8-5', '9', 'm-l'][index] }));
	const variations = ['8-5', '9', 'm-l', 'other'].map((value, index) => ({ id: index, attributes: attributes(value) }));
	const product = { ...SHIRT, attributes: [{ id: 1, name: 'Size', taxonomy: 'pa_size', terms }], variations };
	expect(readWooProduct(product, FACTS)).toMatchObject({
		sizes: [{ size: '8.5' }, { size: '9' }, { size: 'M & L' }, { size: 'other' }],
	});
});

test('an unpurchasable product cannot be ordered; without the field it is unknown', () => {
	expect(readWooProduct({ ...PENNANT, is_purchasable: false }, FACTS)).toMatchObject({ available: false });
	expect(readWooProduct({ ...PENNANT, is_in_stock: undefined }, FACTS)).toMatchObject({ available: null });
});

test.each([
	['a page', undefined, 'unreadable'],
	['another form', { products: [] }, 'unreadable'],
	[
		'a product that does not exist',
		{ code: 'woocommerce_rest_product_invalid_id', message: 'Invalid', data: { status: 404 } },
		'gone',
	],
	[
		'a shop without this interface',
		{ code: 'rest_no_route', message: 'No route', data: { status: 404 } },
		'unreadable',
	],
])('%s is refused', (_, json, code) => {
	expect(readWooProduct(json, FACTS)).toMatchObject({ code });
});
