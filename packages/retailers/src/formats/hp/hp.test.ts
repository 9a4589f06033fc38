import { expect, test } from 'vitest';
import { isRefused } from '../reading.ts';
import { readHpAnswer, readHpPage } from './page.ts';
import { readHpPrices, withHpOffer } from './prices.ts';

const FACTS = { url: 'https://www.hp.com/us-en/shop/pdp/hp-laptop-15', currency: 'USD' };
const SKU = '6B8U4AA#ABA';
const components = (price = {}, initial = {}) => ({
	productInitial: {
		sku: SKU,
		name: 'HP Laptop 15&quot;',
		catentryId: '3074457345620',
		eol: false,
		hideAddToCart: 'false',
		...initial,
	},
	productInitialPrice: { sku: SKU, regularPrice: '$549.99', salePrice: 399.99, isOOS: false, ...price },
});
const page = (data: unknown) => `<html><div class="x" id="data"> <!-- ${JSON.stringify(data)} --></div></html>`;
const READ = {
	sku: SKU,
	offerIds: ['3074457345620'],
	title: 'HP Laptop 15"',
	image: null,
	url: FACTS.url,
	price: { current: 39_999, full: 54_999, currency: 'USD' },
	available: true,
	sizes: [],
	evidence: 'product',
};

test('the page and the service have the same data', () => {
	expect(readHpPage(page({ slugInfo: { components: components() } }), FACTS)).toEqual(READ);
	expect(readHpAnswer({ data: { page: { pageComponents: components() } } }, FACTS)).toEqual(READ);
});

test.each([
	['out of stock', { isOOS: true }, {}, false],
	['at the end of its life', {}, { eol: 'true' }, false],
	['without a button', {}, { hideAddToCart: true }, false],
	['without a word about stock', { isOOS: undefined }, {}, null],
	['without a word about the button', {}, { hideAddToCart: undefined }, null],
])('a product %s', (_, price, initial, available) => {
	expect(readHpPage(page({ slugInfo: { components: components(price, initial) } }), FACTS)).toMatchObject({
		available,
	});
});

test.each(['', ' '])('without a sale price ("%s"), the regular one is the price', (salePrice) => {
	expect(readHpPage(page({ slugInfo: { components: components({ salePrice }) } }), FACTS)).toMatchObject({
		price: { current: 54_999, full: 54_999, currency: 'USD' },
	});
});

test('the price and the stock of another product on the page are not this one’s', () => {
	const other = page({ slugInfo: { components: components({ sku: 'OTHER#ABA' }) } });
	expect(readHpPage(other, FACTS)).toMatchObject({ sku: SKU, price: null, available: null });
});

test.each([
	['a page without data', '<html>Access Denied</html>', 'wall'],
	['data that is cut off', '<div id="data"><!-- {"slugInfo": {"compo --></div>', 'unreadable'],
	['another form', page({ slug: {} }), 'unreadable'],
	['a product in another form', page({ slugInfo: { components: { productInitial: {} } } }), 'unreadable'],
	['a configurable product', page({ slugInfo: { components: { pdpCTOConfiguration: {} } } }), 'no_product'],
])('%s is refused', (_, html, code) => {
	expect(readHpPage(html, FACTS)).toMatchObject({ code });
});

test('the price service gives newer offers by part number; those without a price are left out', () => {
	const rows = [
		{ partNumber: SKU, price: '$349.00', lPrice: '$549.99', availableOnline: true, canAddToCart: 'false' },
		{ partNumber: 'FREE#ABA', price: '$0.00', lPrice: '$0.00', availableOnline: true, canAddToCart: true },
		{ partNumber: 'OTHER#ABA', price: '$9.99', lPrice: '$9.99', availableOnline: true, canAddToCart: true },
	];
	const offers = readHpPrices({ priceData: rows }, 'USD');
	const product = readHpPage(page({ slugInfo: { components: components() } }), FACTS);
	if (isRefused(offers) || isRefused(product)) throw new Error('refused');
	expect([...offers.keys()]).toEqual([SKU, 'OTHER#ABA']);
	expect(offers.get('OTHER#ABA')).toEqual({ price: { current: 999, full: 999, currency: 'USD' }, available: true });
	const price = { current: 34_900, full: 54_999, currency: 'USD' };
	expect(withHpOffer(product, offers)).toEqual({ ...READ, price, available: false });
	expect(withHpOffer(product, new Map())).toBeNull();
	expect(withHpOffer(product, new Map([[SKU, { price, available: null }]]))).toBeNull();
	const inStock = new Map([[SKU, { price, available: true }]]);
	expect(withHpOffer(product, inStock)).toEqual({ ...READ, price });
	for (const available of [false, null]) expect(withHpOffer({ ...product, available }, inStock)).toBeNull();
});

test('answers in another form are refused', () => {
	expect(readHpPrices(undefined, 'USD')).toMatchObject({ code: 'unreadable' });
	expect(readHpPrices({ prices: [] }, 'USD')).toMatchObject({ code: 'unreadable' });
	expect(readHpAnswer(undefined, FACTS)).toMatchObject({ code: 'unreadable' });
	expect(readHpAnswer({ data: null }, FACTS)).toMatchObject({ code: 'unreadable' });
});
