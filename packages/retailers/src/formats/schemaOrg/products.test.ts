import { expect, test } from 'vitest';
import { dollars, ldJson, offer, PAGE, product, read } from './testing.ts';

test('of several products, the one with the SKU or the URL of the link is read', () => {
	const boot = product({ name: 'Boot', sku: 'B_2', url: '/p/2?utm=1' });
	const html = ldJson({ '@graph': [product({ url: '/p/1' }), boot] });
	expect(read(html, { sku: 'b-2' })).toMatchObject({ title: 'Boot', url: 'https://shop.example/p/2?utm=1' });
	expect(read(html)).toMatchObject({ title: 'Shoe' });
	expect(read(html, { sku: 'C-3' })).toEqual({ code: 'no_product', message: 'The page describes Shoe, Boot, not C-3' });
});

test('the same product twice, or with a list of others, is one product', () => {
	const others = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: product({ name: 'Boot' }) }] };
	expect(read(ldJson(product(), { '@type': 'WebPage', mainEntity: product() }, others))).toMatchObject({
		title: 'Shoe',
	});
});

test.each([
	['InStock', true],
	['https://schema.org/LimitedAvailability', true],
	['schema:PreOrder', true],
	['http://schema.org/BackOrder', true],
	['SoldOut', false],
	['https://schema.org/Discontinued', false],
	['InStoreOnly', false],
	['In Stock', true],
	['out_of_stock', false],
	['https://schema.org/InStock/', true],
	[{ '@id': 'https://schema.org/InStock' }, true],
	['Sometimes', null],
	['constructor', null],
	[undefined, null],
])('availability %s is %s', (availability, available) => {
	expect(read(ldJson(product({ offers: offer(availability) })))).toMatchObject({ available });
});

test.each([
	['several offers', [offer('OutOfStock', 80), offer('InStock', '60.00')], dollars(6000), true],
	['an unknown offer among sold out ones', [offer('OutOfStock'), offer()], dollars(5000), null],
	[
		'an aggregate',
		{ '@type': 'AggregateOffer', lowPrice: 40, highPrice: 90, priceCurrency: 'USD' },
		dollars(4000),
		null,
	],
	[
		'an aggregate with offers that share its currency',
		{ '@type': 'AggregateOffer', lowPrice: 1, priceCurrency: 'USD', offers: [{ price: 70, availability: 'InStock' }] },
		dollars(7000),
		true,
	],
	[
		'a price that is struck through',
		{
			...offer('InStock', 60),
			priceSpecification: [
				{
					'@type': 'UnitPriceSpecification',
					priceType: 'https://schema.org/ListPrice',
					price: 100,
					priceCurrency: 'USD',
				},
				{ '@type': 'UnitPriceSpecification', price: 3, priceCurrency: 'USD', referenceQuantity: { value: 100 } },
			],
		},
		dollars(6000, 10_000),
		true,
	],
	['two currencies', [offer('InStock'), { ...offer('InStock'), priceCurrency: 'EUR' }], null, true],
	['no currency', { price: 50, availability: 'InStock' }, null, true],
])('the price of %s', (_, offers, price, available) => {
	expect(read(ldJson(product({ offers })))).toMatchObject({ price, available });
});

test('variants by size are sizes, each with its page and its own stock; the lowest price is the product’s', () => {
	const size = (label: unknown, stock: string | undefined, price: number, color = 'Red') =>
		product({ size: label, color, sku: `A-${color}-${price}`, url: `?s=${price}`, offers: offer(stock, price) });
	const group = (...hasVariant: unknown[]) => ({
		'@type': 'ProductGroup',
		name: 'Shoe',
		productGroupID: 'A',
		hasVariant,
	});
	const reds = [
		size('9', 'InStock', 60),
		size({ '@type': 'SizeSpecification', name: '10' }, 'OutOfStock', 50),
		size(11, undefined, 70),
	];
	expect(read(ldJson(group(...reds)))).toEqual({
		sku: 'A',
		skus: ['A', 'A-Red-60', 'A-Red-50', 'A-Red-70'],
		title: 'Shoe',
		image: null,
		url: PAGE.url,
		price: dollars(5000),
		available: true,
		sizes: [
			{ size: '9', available: true, level: null, count: null, variantId: 'A-Red-60', url: `${PAGE.url}?s=60` },
			{ size: '10', available: false, level: null, count: null, variantId: 'A-Red-50', url: `${PAGE.url}?s=50` },
			{ size: '11', available: null, level: null, count: null, variantId: 'A-Red-70', url: `${PAGE.url}?s=70` },
		],
		evidence: 'size',
	});
	expect(structuredClone(read(ldJson(group(...reds))))).toEqual(read(ldJson(group(...reds))));
	const both = ldJson(group(...reds, size('9', 'InStock', 20, 'Blue')));
	expect(read(both, { sku: 'A-Blue-20' })).toMatchObject({ price: dollars(2000), sizes: [{ size: '9' }] });
	expect(read(both)).toMatchObject({ code: 'several_products' });
});

test('variants that are objects of their own belong to the group that they or the group name', () => {
	const group = { '@type': 'ProductGroup', '@id': '#g', name: 'Shoe', hasVariant: [{ '@id': '#9' }] };
	const nine = product({ '@id': '#9', size: '9' });
	const ten = product({ size: '10', sku: 'A-10', isVariantOf: { '@id': '#g' } });
	const page = read(ldJson({ '@graph': [group, nine, ten] }), { sku: 'A-1' });
	expect(page).toMatchObject({ title: 'Shoe', sizes: [{ size: '9' }, { size: '10' }] });
});
