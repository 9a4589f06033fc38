import { expect, test } from 'vitest';
import { readSfccProduct } from './product.ts';

const FACTS = { sku: 'M990GL6', url: 'https://www.newbalance.com/pd/990v6/M990GL6.html', currency: 'USD' };
const size = (displayValue: string, more = {}) => ({ id: displayValue, displayValue, value: displayValue, ...more });
const product = (more = {}) => ({
	product: {
		id: 'M990GL6',
		productName: 'Made in USA 990v6',
		price: { sales: { value: 159.99, formatted: '$159.99' }, list: { value: 199.99, formatted: '$199.99' } },
		available: true,
		sellableFrom: null,
		images: { productDetail: [{ src: '//nb.scene7.com/is/image/NB/m990gl6_nb_02_i' }] },
		variationAttributes: [
			{ attributeId: 'style', values: [size('M990GL6')] },
			{
				attributeId: 'size',
				values: [size('9', { selectable: true, productID: '195' }), size('9.5', { selectable: false }), size('10')],
			},
		],
		...more,
	},
});

test('a product has its prices, and sizes without counts', () => {
	expect(readSfccProduct(product(), FACTS)).toEqual({
		sku: 'M990GL6',
		title: 'Made in USA 990v6',
		image: 'https://nb.scene7.com/is/image/NB/m990gl6_nb_02_i',
		url: FACTS.url,
		price: { current: 15_999, full: 19_999, currency: 'USD' },
		available: true,
		sizes: [
			{ size: '9', available: true, level: null, count: null, variantId: '195' },
			{ size: '9.5', available: false, level: null, count: null },
			{ size: '10', available: null, level: null, count: null },
		],
		evidence: 'size',
		launchAt: null,
	});
});

test('the start of the sale is a launch, and the answer’s own currency counts', () => {
	const price = { sales: { value: 100, currency: 'CAD' }, list: null };
	expect(
		readSfccProduct(product({ price, available: false, sellableFrom: '2026-12-01T15:00:00.000Z' }), FACTS),
	).toMatchObject({
		price: { current: 10_000, full: 10_000, currency: 'CAD' },
		available: false,
		launchAt: Date.UTC(2026, 11, 1, 15),
	});
});

test('a count belongs to the selected size', () => {
	const values = [size('9', { selectable: true, selected: true }), size('10', { selectable: true })];
	const counted = product({ availability: { messages: [], ATS: 7 }, variationAttributes: [{ id: 'size', values }] });
	expect(readSfccProduct(counted, FACTS)).toMatchObject({ evidence: 'count', sizes: [{ count: 7 }, { count: null }] });
});

test('fields that are missing are unknown', () => {
	expect(readSfccProduct({ product: { productName: 'Shoe' } }, { ...FACTS, currency: null })).toMatchObject({
		title: 'Shoe',
		price: null,
		image: null,
		available: null,
		sizes: [],
		evidence: 'none',
	});
});

test.each([
	['a page', undefined, 'unreadable'],
	['an unknown product', { product: null }, 'no_product'],
	['another form', { product: { name: 'Shoe' } }, 'unreadable'],
	['an error', { error: true, message: 'Oops! Something went wrong' }, 'unreadable'],
])('%s is refused', (_, json, code) => {
	expect(readSfccProduct(json, FACTS)).toMatchObject({ code });
});

test.each(['2026-12-01', '2026-12-01T15:00:00', '12/01/2026', 'soon'])(
	'%s is no moment of a launch',
	(sellableFrom) => {
		expect(readSfccProduct(product({ sellableFrom }), FACTS)).toMatchObject({ launchAt: null });
	},
);
