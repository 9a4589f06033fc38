import { expect, test } from 'vitest';
import { isRefused, type ShopReading } from '../reading.ts';
import { readSchemaOrgPage } from '../schemaOrg/page.ts';
import { idsInLink } from './link.ts';
import { readFinishLineProduct } from './product.ts';
import { readFinishLineSizes, withFinishLineSizes } from './sizes.ts';

const URL = 'https://www.finishline.com/store/product/nike-dunk/prod2804018?styleId=DZ5485&colorId=612';
const IDS = { productId: 'prod2804018', styleId: 'DZ5485', colorId: '612' };
const FACTS = { url: URL, currency: 'USD', ids: IDS };
const row = (sizeValue: string, sizeClass: string, count: number | string, productId = 'DZ5485-612') => ({
	productId,
	sizeValue,
	sizeClass,
	stockLevel: Buffer.from(String(count)).toString('base64'),
	sku: 'MTIz',
});
const DUMMY = { productId: '', sizeValue: '', sizeClass: 'unavailable', stockLevel: '', sku: '' };
const answer = (...rows: object[]) => ({ productSizes: [...rows, DUMMY] });

function product(): ShopReading {
	const recommended = {
		displayName: 'Nike Dunk Low',
		image: '//media.finishline.com/i/x',
		price: { nowPrice: '$110.00' },
	};
	const read = readFinishLineProduct({ productsArray: [recommended] }, FACTS);
	if (isRefused(read)) throw new Error(read.message);
	return read;
}

test('a link has the three IDs of a product, in any case and with other parameters', () => {
	expect(idsInLink(URL)).toEqual(IDS);
	expect(idsInLink(`${URL.replace('finishline', 'jdsports')}&cm=1`)).toEqual(IDS);
	expect(idsInLink('https://www.finishline.com/store/product/x/prod1')).toBeNull();
	expect(idsInLink('https://www.finishline.com/store/shop/men?styleId=1&colorId=2')).toBeNull();
	expect(idsInLink('DZ5485-612')).toBeNull();
});

test('sizes have the decoded counts of the requested colour, without the dummy at the end', () => {
	const rows = [
		row('9', '', 12),
		row('9.5 ', '', 0),
		row('10', 'unavailable', 3, 'dz5485_612'),
		row('11', 'soon', 4),
		{ ...row('12', '', 5), sizeClass: undefined },
		row('9', '', 1, 'DZ5485-100'),
	];
	const sizes = readFinishLineSizes(answer(...rows), IDS);
	expect(sizes).toEqual([
		{ size: '9', available: true, level: null, count: 12 },
		{ size: '9.5', available: false, level: null, count: 0 },
		{ size: '10', available: false, level: null, count: 3 },
		{ size: '11', available: null, level: null, count: 4 },
		{ size: '12', available: null, level: null, count: 5 },
	]);
});

test('name and price come from the recommendation or from the page, stock from the sizes', () => {
	const sizes = readFinishLineSizes(answer(row('9', '', 2)), IDS);
	if (isRefused(sizes)) throw new Error(sizes.message);
	const whole = {
		sku: 'DZ5485-612',
		title: 'Nike Dunk Low',
		image: 'https://media.finishline.com/i/x',
		url: URL,
		price: { current: 11_000, full: 11_000, currency: 'USD' },
		available: true,
		sizes: [{ size: '9', available: true, level: null, count: 2 }],
		evidence: 'count',
	};
	expect(withFinishLineSizes(product(), sizes, IDS)).toEqual(whole);
	const offer =
		'<i itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price" content="110.00"></b><b itemprop="priceCurrency" content="USD"></b><link itemprop="availability" href="http://schema.org/OutOfStock"></i>';
	const html = `<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Nike Dunk Low</h1>${offer}</div>`;
	const page = readSchemaOrgPage(html, { url: URL });
	if (isRefused(page)) throw new Error(page.message);
	expect(withFinishLineSizes(page, sizes, IDS)).toEqual({ ...whole, image: null });
});

test('an answer without rows of the colour leaves the stock unknown', () => {
	const sizes = readFinishLineSizes(answer(row('9', '', 2, 'XX0000-001')), IDS);
	expect(sizes).toEqual([]);
	expect(withFinishLineSizes(product(), [], IDS)).toMatchObject({ available: null, sizes: [], evidence: 'none' });
});

test.each([
	['a page', undefined, 'unreadable'],
	['another form', { sizes: [] }, 'unreadable'],
	['rows without sizes', answer({ productId: 'DZ5485-612' }), 'unreadable'],
	['a row without a product', answer({ ...row('9', '', 1), productId: undefined }), 'unreadable'],
	['a count in plain digits', { productSizes: [{ ...row('9', '', 1), stockLevel: '12' }] }, 'unreadable'],
	['a count that is a word', answer(row('9', '', 'many')), 'unreadable'],
	['no count', { productSizes: [{ ...row('9', '', 1), stockLevel: undefined }] }, 'unreadable'],
])('sizes: %s is refused', (_, json, code) => {
	expect(readFinishLineSizes(json, IDS)).toMatchObject({ code });
});

test.each([
	['a page', undefined, 'unreadable'],
	['another form', { products: [] }, 'unreadable'],
	['a product without a name', { productsArray: [{ price: {} }] }, 'unreadable'],
	['an unknown product', { productsArray: [] }, 'no_product'],
])('name and price: %s is refused', (_, json, code) => {
	expect(readFinishLineProduct(json, FACTS)).toMatchObject({ code });
});
