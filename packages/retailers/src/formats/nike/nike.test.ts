import { expect, test } from 'vitest';
import { isRefused } from '../reading.ts';
import { recordedJson } from '../testing.ts';
import { detail, nextData, SITE, size, tile } from './testing.ts';
import { readNikePage } from './page.ts';
import { mergeNikeStock, readNikeStock } from './stock.ts';
import { readNikeWall, readNikeWallPage } from './wall.ts';

const IN_STORE = recordedJson('nike-available-gtins-instore-CW2288-111.json') as { objects: object[] };
const BY_POST = { objects: IN_STORE.objects.map((row) => ({ ...row, method: 'SHIP' })) };
const FACTS = { url: `${SITE}/t/air-force-1/CW2288-111`, styleColor: 'CW2288-111' };

function stockOf(json: unknown) {
	const stock = readNikeStock(json, FACTS.styleColor);
	if (isRefused(stock)) throw new Error(stock.message);
	return stock;
}

test('the recorded levels replace those of the feed; a size without a row is not stocked', () => {
	const feed = ['00194500874954', '00194500874916', '00194500000000'].map((gtin) => ({
		gtin,
		size: gtin.slice(-2),
		available: true,
		level: 'HIGH' as const,
	}));
	expect(mergeNikeStock(feed, stockOf(BY_POST))).toEqual([
		{ gtin: '00194500874954', size: '54', available: true, level: 'LOW' },
		{ gtin: '00194500874916', size: '16', available: false, level: 'OOS' },
		{ gtin: '00194500000000', size: '00', available: false, level: 'OOS' },
	]);
});

test('the recorded stock of a store, that of another product, and no stock leave the feed as it is', () => {
	const feed = [{ gtin: '00194500874916', available: true, level: null }];
	const other = { objects: BY_POST.objects.map((row) => ({ ...row, styleColor: 'XX0000-001' })) };
	for (const answer of [IN_STORE, other, { objects: [] }]) expect(mergeNikeStock(feed, stockOf(answer))).toEqual(feed);
});

test.each([
	['a page', undefined, 'unreadable'],
	['another form', { data: [] }, 'unreadable'],
	['a row without a level or a flag', { objects: [{ gtin: '1', styleColor: 'CW2288-111' }] }, 'unreadable'],
])('stock: %s is refused', (_, json, code) => {
	expect(readNikeStock(json, FACTS.styleColor)).toMatchObject({ code });
});

const WALL = {
	productGroupings: [
		{ products: [tile('CW2288-111'), tile('CW2288-001')] },
		{ products: [tile('CW2288-111')] },
		{ products: null },
	],
};

test('a wall lists each colour once, without stock, in an answer and in a page', () => {
	const products = [
		{
			sku: 'CW2288-111',
			title: 'Nike Air Force 1',
			image: 'https://static.nike.com/a.png',
			url: FACTS.url,
			price: { current: 9197, full: 11_500, currency: 'USD' },
			available: null,
			sizes: [],
			evidence: 'none',
		},
		expect.objectContaining({ sku: 'CW2288-001' }),
	];
	expect(readNikeWall({ ...WALL, pages: { next: '/discover/x?anchor=24' } }, SITE)).toEqual({
		products,
		next: '/discover/x?anchor=24',
		redirect: null,
	});
	const page = nextData({ initialState: { Wall: { ...WALL, pageData: { next: '' } } } });
	expect(readNikeWallPage(page, SITE)).toEqual({ products, next: null, redirect: null });
});

test('a search that Nike sends to a category has no products, but the category', () => {
	const answer = { productGroupings: null, analyzer: { action: { redirectUrl: `${SITE}/w/jordan-37eef` } } };
	expect(readNikeWall(answer, SITE)).toEqual({ products: [], next: null, redirect: '/w/jordan-37eef' });
	expect(readNikeWall({ productGroupings: null }, SITE)).toMatchObject({ code: 'unreadable' });
});

test.each([
	['a page', undefined, 'unreadable', 'a page'],
	['another form', { products: [] }, 'unreadable', 'product wall'],
	['a product without a code', { productGroupings: [{ products: [{}] }] }, 'unreadable', 'product wall'],
	[
		'an error with status 200',
		{ errors: [{ code: 'NIKE_API_CALLER_ID_HEADER_NOT_PRESENT' }] },
		'unreadable',
		'CALLER_ID',
	],
])('wall: %s is refused', (_, json, code, message) => {
	expect(readNikeWall(json, SITE)).toEqual({ code, message: expect.stringContaining(message) });
});

test('a page has the stock of each size; unknown words mean unknown', () => {
	expect(readNikePage(nextData({ selectedProduct: detail('CW2288-111') }), FACTS)).toEqual({
		sku: 'CW2288-111',
		title: "Nike Air Force 1 '07",
		image: 'https://static.nike.com/b.png',
		url: `${SITE}/t/x/CW2288-111`,
		price: { current: 11_500, full: 11_500, currency: 'USD' },
		available: true,
		sizes: [
			{ size: 'US 9', available: true, level: null, count: null, variantId: 'g9' },
			{ size: 'US 10', available: false, level: null, count: null, variantId: 'g10' },
			{ size: 'US 11', available: null, level: null, count: null, variantId: 'g11' },
		],
		evidence: 'size',
	});
});

test.each([
	[{ statusModifier: 'NOTIFY_ME' }],
	[{ featuredAttributes: ['COMING_SOON'] }],
	[{ sizes: [size('9', 'OUT_OF_STOCK')] }],
])('a product with %j cannot be ordered', (more) => {
	expect(readNikePage(nextData({ selectedProduct: detail('CW2288-111', more) }), FACTS)).toMatchObject({
		available: false,
	});
});

test('the requested colour is read, not the first one', () => {
	const products = { 'CW2288-001': detail('CW2288-001'), 'CW2288-111': detail('CW2288-111', { sizes: [] }) };
	const page = nextData({ selectedProduct: detail('CW2288-001'), productGroups: [{ products }] });
	expect(readNikePage(page, FACTS)).toMatchObject({ sku: 'CW2288-111', sizes: [], available: null });
	const message = 'The page describes CW2288-001, not CW2288-111';
	expect(readNikePage(nextData({ selectedProduct: detail('CW2288-001') }), FACTS)).toEqual({
		code: 'no_product',
		message,
	});
});

test.each([
	['a wall', '<html><title>Access Denied</title></html>', 'wall'],
	['data that is cut off', '<script id="__NEXT_DATA__" type="application/json">{"props":', 'unreadable'],
	['another page', nextData({}), 'no_product'],
	['a product in another form', nextData({ selectedProduct: { styleColor: 'CW2288-111' } }), 'unreadable'],
])('page: %s is refused', (_, html, code) => {
	expect(readNikePage(html, FACTS)).toMatchObject({ code });
	expect(readNikeWallPage(html, SITE)).toHaveProperty('code');
});
