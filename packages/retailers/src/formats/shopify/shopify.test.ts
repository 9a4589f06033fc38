import { expect, test } from 'vitest';
import { recordedJson } from '../testing.ts';
import { readShopifyCurrency, readShopifyProduct, readShopifyProducts } from './product.ts';

const FACTS = { url: 'https://shop.example/products/henley', currency: 'USD' };
const JS = recordedJson('shopify-product-js.json');
const variant = (id: number, option1: string, option2: string, available: boolean, price = '65.00') => ({
	id,
	option1,
	option2,
	option3: null,
	available,
	price,
	sku: `S-${id}`,
});
const shoe = {
	title: 'Shoe &amp; lace',
	handle: 'shoe',
	options: [{ name: 'Color' }, { name: 'Shoe size' }],
	images: [{ src: '//cdn.example/shoe.jpg' }],
	variants: [variant(1, 'Red', '9', true), variant(2, 'Red', '10', false, '60.00'), variant(3, 'Blue', '9', false)],
};

test('the recorded product has a cart link per size; the value without a variant never existed', () => {
	const read = readShopifyProduct(JS, FACTS);
	expect(read).toMatchObject({
		sku: null,
		title: 'RDR2 Union Henley (Bone White)',
		image: expect.stringMatching(/^https:\/\/cdn\.shopify\.com\//),
		url: 'https://shop.example/products/union-henley-bone-white',
		price: { current: 7900, full: 9200, currency: 'USD' },
		available: true,
		evidence: 'size',
	});
	const id = '16722068078659';
	const xs = {
		size: 'XS',
		available: true,
		level: null,
		count: null,
		variantId: id,
		url: `https://shop.example/cart/${id}:1`,
	};
	expect(read).toMatchObject({ sizes: [xs, { size: 'S' }, { size: 'M' }, { size: 'XL' }] });
});

test("a link to a market's page leads to that market, whose prices are in its own currency", () => {
	const url = 'https://shop.example/en-gb/collections/new/products/henley';
	expect(readShopifyProduct(JS, { url, currency: 'GBP' })).toMatchObject({
		url: 'https://shop.example/en-gb/products/union-henley-bone-white',
	});
});

test('the recorded product without availability has unknown stock', () => {
	expect(readShopifyProduct(recordedJson('shopify-admin-product.json'), FACTS)).toMatchObject({
		title: 'IPod Nano - 8GB',
		price: { current: 19_900, full: 19_900, currency: 'USD' },
		available: null,
		evidence: 'none',
	});
});

test('the variant in the link selects the colour; without one, sizes are named with their colours', () => {
	const url = `${FACTS.url}?variant=3`;
	expect(readShopifyProduct(shoe, { ...FACTS, url })).toMatchObject({
		sku: 'S-3',
		title: 'Shoe & lace',
		image: 'https://cdn.example/shoe.jpg',
		available: false,
		sizes: [{ size: '9', available: false, variantId: '3' }],
	});
	expect(readShopifyProduct({ product: shoe }, FACTS)).toMatchObject({
		sku: null,
		price: { current: 6000 },
		sizes: [{ size: 'Red / 9' }, { size: 'Red / 10', available: false }, { size: 'Blue / 9' }],
	});
});

test.each([
	['one of several colours', 'variant=9', shoe.variants, 'several_products'],
	['the only colour', 'variant=9', shoe.variants.slice(0, 2), undefined],
	['no colour', 'variant=', shoe.variants, undefined],
])('a link to %s whose variant does not exist', (_, query, variants, code) => {
	const read = readShopifyProduct({ ...shoe, variants }, { ...FACTS, url: `${FACTS.url}?${query}` });
	expect('code' in read ? read.code : undefined).toBe(code);
});

test('a product without options has no sizes, but one availability', () => {
	const only = { ...variant(1, 'Default Title', '', true), option2: null };
	const cap = { title: 'Cap', handle: 'cap', options: ['Title'], variants: [only] };
	expect(readShopifyProduct(cap, FACTS)).toMatchObject({ sku: 'S-1', sizes: [], available: true, evidence: 'product' });
});

test('numbers are hundredths in every currency, and without a currency there is no price', () => {
	expect(readShopifyProduct(JS, { ...FACTS, currency: 'JPY' })).toMatchObject({ price: { current: 79, full: 92 } });
	expect(readShopifyProduct(JS, { ...FACTS, currency: null })).toMatchObject({ price: null });
	expect(readShopifyCurrency({ currency: 'EUR' })).toBe('EUR');
	expect(readShopifyCurrency({ token: 'x' })).toBeNull();
});

test('a list is read product by product, and an empty one is its end', () => {
	expect(readShopifyProducts({ products: [shoe] }, FACTS)).toMatchObject([
		{ url: 'https://shop.example/products/shoe' },
	]);
	expect(readShopifyProducts({ products: [] }, FACTS)).toEqual([]);
});

test.each([
	['a page', undefined, 'unreadable'],
	['another form', { product: { title: 'Shoe' } }, 'unreadable'],
	['a variant in another form', { ...shoe, variants: [{ title: '9' }] }, 'unreadable'],
	['null', null, 'unreadable'],
])('%s is refused', (_, json, code) => {
	expect(readShopifyProduct(json, FACTS)).toMatchObject({ code });
	expect(readShopifyProducts(json, FACTS)).toMatchObject({ code });
});

test.each([
	...'EU,US Size,Tamanho,Rozmiar,Størrelse,Veľkosť,Méret,Mărime,Beden,Размер,Розмір,Μέγεθος,サイズ,사이즈,尺碼,ไซส์,المقاس'.split(
		',',
	),
	'Gro\u0308ße',
	'Größen',
])('a link to a variant watches all sizes of its colour, whatever the size is called: %s', (name) => {
	const url = `${FACTS.url}?variant=2`;
	const sizes = [
		{ size: '9', available: true },
		{ size: '10', available: false },
	];
	const named = { ...shoe, options: ['Kolor', name] };
	expect(readShopifyProduct(named, { ...FACTS, url })).toMatchObject({ color: 'Red', sizes });
});

test.each([
	['Modell', ['9', '10']],
	['Farbe', []],
])('the only option, %s, is the size unless it is the colour', (name, labels) => {
	const variants = ['9', '10'].map((value, index) => ({ ...variant(index, value, '', index === 0), option2: null }));
	const read = readShopifyProduct({ ...shoe, options: [name], variants }, { ...FACTS, url: `${FACTS.url}?variant=1` });
	expect(read).toMatchObject({ available: labels.length > 0, sizes: labels.map((size) => ({ size })) });
});

const laptop = (name: string, ...values: string[]) => ({
	...shoe,
	options: [name],
	variants: values.map((value, index) => ({
		...variant(index + 1, value, '', index === 0, `${index + 1}00.00`),
		option2: null,
	})),
});

test.each([
	['Storage', '512GB', '1TB'],
	['Memory', '8 GB', '16 GB'],
	['Style', 'Plain', 'Camo'],
	['Model', 'Pro', 'Max'],
])('of the only option, %s, which is no size, the link to a variant watches that one', (name, one, other) => {
	const product = laptop(name, one, other);
	const at = (id: string) => readShopifyProduct(product, { ...FACTS, url: `${FACTS.url}?variant=${id}` });
	const price = (current: number) => ({ current, full: current, currency: 'USD' });
	expect(at('1')).toMatchObject({ sku: 'S-1', price: price(10_000), sizes: [{ size: one, available: true }] });
	expect(at('2')).toMatchObject({ sku: 'S-2', price: price(20_000), sizes: [{ size: other, available: false }] });
	expect(at('3')).toMatchObject({ code: 'several_products' });
	expect(readShopifyProduct(product, FACTS)).toMatchObject({
		sku: null,
		price: price(10_000),
		sizes: [{ size: one }, { size: other }],
	});
});

test.each([
	['Waist', '28', '30', 'Custom'],
	['Kids', '5T', '6-9 Months', 'Toddler 5'],
	['Inseam', 'Regular', 'Long'],
	['Cup', '32B', 'Custom'],
	['Tailles', 'Petite', 'Grande'],
	['Alter', 'Baby', 'Kleinkind'],
	['Für', '2\u00a0Jahre', '12 bis 18 Monate', '0-3M'],
])('of the only option, %s, a link to a variant watches all values', (name, ...values) => {
	const url = `${FACTS.url}?variant=2`;
	const sizes = values.map((size) => ({ size }));
	expect(readShopifyProduct(laptop(name, ...values), { ...FACTS, url })).toMatchObject({ available: true, sizes });
});

test.each([
	['Storage', ['16 GB', '32 GB']],
	['Chip', ['M3', 'M4']],
	['Warranty', ['1 Year', '3 Years']],
])('beside a colour, the link to a variant watches no other %s', (name, values) => {
	const variants = values.map((value, index) => variant(index + 1, 'Red', value, index === 0));
	const url = `${FACTS.url}?variant=2`;
	const product = { ...shoe, options: ['Color', name], variants };
	expect(readShopifyProduct(product, { ...FACTS, url })).toMatchObject({ available: false, sizes: [] });
});

test.each(['Title', '', 'Size'])('a link to a variant watches all values of the only option, "%s"', (name) => {
	const url = `${FACTS.url}?variant=2`;
	expect(readShopifyProduct(laptop(name, 'Small box', 'Large box'), { ...FACTS, url })).toMatchObject({
		sizes: [{ size: 'Small box' }, { size: 'Large box' }],
	});
});

test('an oversold size is a back order if the shop counts pieces', () => {
	const oversold = { ...variant(1, 'Red', '9', true), inventory_policy: 'continue', inventory_quantity: -2 };
	const state = (more: object) => readShopifyProduct({ ...shoe, variants: [{ ...oversold, ...more }] }, FACTS);
	expect(state({})).toMatchObject({ available: false, state: 'backorder' });
	expect(state({ inventory_management: 'shopify' })).toMatchObject({ available: false, state: 'backorder' });
	expect(state({ inventory_management: null })).toMatchObject({ available: true, sizes: [{ available: true }] });
});
