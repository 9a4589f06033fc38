import { expect, test } from 'vitest';
import { dollars, ldJson, offer, PAGE, product, read } from './testing.ts';

test('of several products, the one with the SKU or the URL of the link is read', () => {
	const boot = product({ name: 'Boot', sku: 'B_2', url: '/p/2?utm=1' });
	const html = ldJson({ '@graph': [product({ url: '/p/1' }), boot] });
	expect(read(html, { sku: 'b-2' })).toMatchObject({ title: 'Boot', url: 'https://shop.example/p/2?utm=1' });
	expect(read(html)).toMatchObject({ title: 'Shoe' });
	expect(read(html, { sku: 'C-3' })).toEqual({ code: 'no_product', message: 'The page describes Shoe, Boot, not C-3' });
});

test.each(['copy', 'currency', 'notify', 'param', 'region', 'section'])(
	'a link keeps its parameter %s, whose name begins as an entity',
	(name) => {
		const url = `https://shop.example/p/1?color=7&${name}=2`;
		const image = `https://shop.example/1.jpg?w=9&${name}=2`;
		for (const written of [url, url.replace('&', '&amp;')]) {
			expect(read(ldJson(product({ url: written, image })))).toMatchObject({ url, image });
		}
	},
);

test('the same product twice, or with a list of others, is one product', () => {
	const others = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: product({ name: 'Boot' }) }] };
	expect(read(ldJson(product(), { '@type': 'WebPage', mainEntity: product() }, others))).toMatchObject({
		title: 'Shoe',
	});
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
		color: 'Red',
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

const LAPTOPS = 'https://shop.example/products/laptop';
const group = (...hasVariant: unknown[]) => ldJson({ '@type': 'ProductGroup', name: 'Group', sku: 'G', hasVariant });
const variant = (sku: string, availability: string, price: number, more = {}) =>
	product({ name: sku, sku, url: `${LAPTOPS}?variant=${sku}`, offers: offer(availability, price), ...more });

test.each([
	['a name', {}, {}],
	['a pattern', { pattern: 'Plain' }, { pattern: 'Camo' }],
	['a material', { material: 'Steel' }, { material: 'Titanium' }],
])('of variants that differ by %s, the one that the link names is the product', (_, one, two) => {
	const html = group(variant('M16', 'InStock', 999, one), variant('M32', 'OutOfStock', 1499, two));
	const at = (sku: string) => read(html, { url: `${LAPTOPS}?variant=${sku}` });
	expect(at('M16')).toMatchObject({ sku: 'M16', title: 'M16', available: true, price: dollars(99_900) });
	expect(at('M32')).toMatchObject({ sku: 'M32', title: 'M32', available: false, price: dollars(149_900) });
	expect(read(html, { url: LAPTOPS, sku: 'M32' })).toMatchObject({ available: false, price: dollars(149_900) });
	expect(read(html, { url: LAPTOPS })).toMatchObject({ title: 'Group', available: true, price: dollars(99_900) });
});

test('of variants of one size, the one that the link names counts', () => {
	const html = group(
		variant('M16', 'InStock', 999, { size: '14"' }),
		variant('M32', 'OutOfStock', 1499, { size: '14"' }),
	);
	expect(read(html, { url: `${LAPTOPS}?variant=M32` })).toMatchObject({
		price: dollars(149_900),
		sizes: [{ size: '14"', available: false, variantId: 'M32' }],
	});
});

test('the link to a size watches the sizes of its pattern, and a link to no variant those of all', () => {
	const sock = (pattern: string, size: string, stock: string) =>
		variant(`${pattern}-${size}`, stock, 20, { size, pattern, color: 'Black' });
	const html = group(
		sock('Plain', '8', 'OutOfStock'),
		variant('7', 'InStock', 20, { size: '7', color: 'Black' }),
		sock('Plain', '9', 'InStock'),
		sock('Camo', '8', 'InStock'),
		sock('Camo', '9', 'OutOfStock'),
		sock('Camo', '10', 'OutOfStock'),
	);
	expect(read(html, { url: `${LAPTOPS}?variant=Camo-9` })).toMatchObject({
		sizes: [
			{ size: '7', available: true },
			{ size: '8', available: true, variantId: 'Camo-8' },
			{ size: '9', available: false, variantId: 'Camo-9' },
			{ size: '10', available: false },
		],
	});
	expect(read(html, { url: LAPTOPS })).toMatchObject({
		sizes: [{ available: true }, { size: '7' }, { available: true, variantId: 'Plain-9' }, { available: false }],
	});
});

test("a group of Shopify's own filter is the variant of the link", () => {
	const shopify = (id: number, title: string, availability: string, price: number) => {
		const page = `/products/laptop?variant=${id}`;
		const offers = {
			...offer(`http://schema.org/${availability}`, price),
			'@id': `${page}#offer`,
			url: LAPTOPS + `?variant=${id}`,
		};
		return { '@id': `${page}#variant`, '@type': 'Product', name: `Laptop - ${title}`, sku: `L-${id}`, offers };
	};
	const html = ldJson({
		'@context': 'http://schema.org/',
		'@id': '/products/laptop#product',
		'@type': 'ProductGroup',
		name: 'Laptop',
		productGroupID: '9',
		url: LAPTOPS,
		hasVariant: [shopify(1, '16GB / Silver', 'InStock', 999), shopify(2, '32GB / Silver', 'OutOfStock', 1499)],
	});
	expect(read(html, { url: `${LAPTOPS}?variant=2` })).toMatchObject({
		title: 'Laptop - 32GB / Silver',
		available: false,
		price: dollars(149_900),
		sizes: [],
	});
});

const SIZES = [
	['8', 'OutOfStock'],
	['9', 'InStock'],
] as const;
test.each([
	['a name of Shopify’s', (size: string) => ({ name: `Group - ${size}` })],
	['a name with a colour', (size: string) => ({ name: `Group – Black / ${size}` })],
	['an age in the name', (size: string) => ({ name: `Group - ${size}-${Number(size) + 1} Years` })],
	['a name in front of the group’s', (size: string) => ({ name: `US ${size} Group` })],
	['a property of the shop’s own', (size: string) => ({ additionalProperty: { name: 'Size', value: size } })],
	['nothing', () => ({ name: 'Group' })],
])('sizes that only differ by %s are all watched by the link to one', (_, more) => {
	const html = group(...SIZES.map(([size, stock]) => variant(size, stock, 25, more(size))));
	expect(read(html, { url: `${LAPTOPS}?variant=8` })).toMatchObject({ title: 'Group', sku: 'G', available: true });
	const [first, ...others] = SIZES.map(([size, stock]) => variant(size, stock, 25, more(size)));
	expect(read(group({ ...first, url: LAPTOPS }, ...others), { url: LAPTOPS })).toMatchObject({ available: true });
});

test('variants that are objects of their own belong to the group that they or the group name', () => {
	const group = { '@type': 'ProductGroup', '@id': '#g', name: 'Shoe', hasVariant: [{ '@id': '#9' }] };
	const nine = product({ '@id': '#9', size: '9' });
	const ten = product({ size: '10', sku: 'A-10', isVariantOf: { '@id': '#g' } });
	const page = read(ldJson({ '@graph': [group, nine, ten] }));
	expect(page).toMatchObject({ title: 'Shoe', sizes: [{ size: '9' }, { size: '10' }] });
});

test('a group whose variants name it, as in a form of Google’s, is one product', () => {
	const coat = { '@type': 'ProductGroup', '@id': '#coat', name: 'Wool coat', productGroupID: '44E01' };
	const one = (size: string, availability: string) =>
		variant(`44E01-${size}`, availability, 40, { size, isVariantOf: { '@id': '#coat' } });
	const html = ldJson([coat, one('small', 'OutOfStock'), one('large', 'InStock')]);
	for (const url of [LAPTOPS, `${LAPTOPS}?variant=44E01-small`]) {
		expect(read(html, { url })).toMatchObject({
			title: 'Wool coat',
			sizes: [
				{ size: 'small', available: false },
				{ size: 'large', available: true },
			],
		});
	}
	const elsewhere = product({ '@id': '#1', isVariantOf: { '@id': '#1' } });
	expect(read(ldJson(elsewhere))).toMatchObject({ title: 'Shoe', available: true });
	const nameless = ldJson({ ...coat, name: undefined }, one('small', 'OutOfStock'), one('large', 'InStock'));
	expect(read(nameless, { url: `${LAPTOPS}?variant=44E01-small` })).toMatchObject({ available: false });
	const both = { ...one('small', 'InStock'), '@id': '#small', size: undefined };
	const named = ldJson({ ...coat, hasVariant: { '@id': '#small' } }, both);
	expect(read(named, { url: `${LAPTOPS}?variant=44E01-small` })).toMatchObject({ sku: '44E01-small' });
});

const named = { '@id': '#o' };
test.each([
	['a product that names its offer', { offers: named }, { ...offer('InStock'), ...named }],
	[
		'a range that names its offer',
		{ offers: { '@id': '#r' } },
		{ '@type': 'AggregateOffer', '@id': '#r', lowPrice: 1, priceCurrency: 'USD', offers: [named] },
		{ ...offer('InStock'), ...named },
	],
	['an offer that names its product', {}, { ...offer('InStock'), itemOffered: { '@id': '#p' } }],
	[
		'a variant that names its offer',
		{ hasVariant: [{ '@id': '#v' }] },
		product({ '@id': '#v', offers: named }),
		{ ...offer('InStock'), ...named },
	],
])('objects are put together by their IDs: %s', (_, more, ...others) => {
	const page = { '@type': 'WebPage', mainEntity: { '@id': '#p' } };
	const graph = [page, product({ '@id': '#p', offers: undefined, ...more }), ...others];
	expect(read(ldJson({ '@graph': graph }))).toMatchObject({ available: true, price: dollars(5000) });
});

const BLANK = 'data:image/gif;base64,R0lGOD';
const primary = { '@id': `${PAGE.url}#primaryimage` };
test.each([
	['an object of the page', primary, { '@type': 'ImageObject', ...primary, url: '/b.jpg' }],
	['its ID', { '@id': 'https://shop.example/b.jpg' }],
	['the first address', ['', null, BLANK, '/b.jpg', '/c.jpg']],
	['the first address of an object', { contentUrl: BLANK, url: '/b.jpg' }],
	['an object before an address', [{ url: '' }, primary, '/b.jpg']],
])('the picture of a product is %s', (_, image, ...others) => {
	const expected = { image: 'https://shop.example/b.jpg' };
	expect(read(ldJson({ '@graph': [product({ image }), ...others] }))).toMatchObject(expected);
	const variants = { '@type': 'ProductGroup', name: 'Shoe', hasVariant: [product({ image, size: '9' })] };
	expect(read(ldJson({ '@graph': [variants, ...others] }))).toMatchObject(expected);
});

test.each(['productID', 'mpn', 'gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14'])(
	'a %s is the SKU without another',
	(name) => {
		expect(read(ldJson(product({ sku: undefined, [name]: '012345678905' })))).toMatchObject({ sku: '012345678905' });
		expect(read(ldJson(product({ [name]: '012345678905' })))).toMatchObject({
			sku: 'A-1',
			skus: ['A-1', '012345678905'],
		});
	},
);

test('the page is not the picture of a product', () => {
	expect(read(ldJson(product({ image: primary })))).toMatchObject({ image: null });
});

test('a product is sold as its sizes are, if none of them is in stock', () => {
	const size = (label: string, word: string) => product({ size: label, sku: label, offers: offer(word) });
	const group = (...hasVariant: unknown[]) => read(ldJson({ '@type': 'ProductGroup', name: 'Shoe', hasVariant }));
	expect(group(size('9', 'OutOfStock'), size('10', 'PreOrder'))).toMatchObject({
		available: false,
		state: 'preorder',
		sizes: [{ available: false }, { available: false, state: 'preorder' }],
	});
	expect(group(size('9', 'InStock'), size('10', 'PreOrder'))).not.toHaveProperty('state');
	expect(group(size('9', 'Sometimes'), size('10', 'PreOrder'))).toMatchObject({ available: null });
});

test('a group that links to the pages of its variants has its own offer', () => {
	const hasVariant = [product({ offers: undefined, url: '/s' }), product({ offers: undefined, url: '/l' })];
	const group = { '@type': 'ProductGroup', name: 'Lamp', hasVariant, offers: offer('InStock', 20) };
	expect(read(ldJson(group))).toMatchObject({ title: 'Lamp', available: true, price: dollars(2000), sizes: [] });
});

test('a product that the page describes twice, under other numbers and with less, is one product', () => {
	const other = { sku: 'BAG-2', mpn: '93584' };
	expect(read(ldJson(product(), product(other)))).toMatchObject({ title: 'Shoe', available: true });
	expect(read(ldJson(product({ ...other, offers: undefined }), product()))).toMatchObject({ available: true });
	for (const difference of [{ offers: offer('OutOfStock') }, { offers: offer('InStock', 60) }, { name: 'Boot' }]) {
		expect(read(ldJson(product(), product({ ...other, ...difference })))).toMatchObject({ code: 'several_products' });
	}
	const sizes = [product({ size: '9' }), product({ size: '10', sku: 'A-2' })];
	expect(read(ldJson(...sizes))).toMatchObject({ code: 'several_products' });
});

test.each([
	['an offer that names it', { ...offer('InStock', 20), itemOffered: product({ offers: undefined }) }],
	['a type in lower case', { ...product({ offers: offer('InStock', 20) }), '@type': 'product' }],
])('a product is found by %s', (_, thing) => {
	expect(read(ldJson(thing))).toMatchObject({ title: 'Shoe', available: true, price: dollars(2000) });
});
