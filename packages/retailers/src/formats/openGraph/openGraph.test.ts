import { expect, test } from 'vitest';
import { readOpenGraphPage } from './page.ts';

const url = 'https://shop.example/p/lamp';
const meta = (fields: Record<string, string>) =>
	Object.entries({ 'og:title': 'Desk &amp; lamp', ...fields })
		.map(([name, content]) => `<meta content="${content}" property="${name}">`)
		.join('');
const price = (current: number, full = current) => ({ current, full, currency: 'USD' });
const currency = { 'product:price:currency': 'USD' };
const reduced = { 'product:sale_price:amount': '15', 'product:price:amount': '20', ...currency };

test.each([
	['og:type product', { 'og:type': 'product', 'product:price:amount': '20.00', ...currency }, price(2000)],
	['og:type og:product', { 'og:type': 'og:product' }, null],
	['a price alone', { 'og:price:amount': '1,299.00', 'og:price:currency': 'USD' }, price(129_900)],
	['a reduced price', reduced, price(1500, 2000)],
	['a reduction that has begun', { ...reduced, 'product:sale_price_dates:start': '2020-12-04' }, price(1500, 2000)],
	['a reduction that is over', { ...reduced, 'product:sale_price_dates:end': '2020-12-04' }, price(2000)],
	['a reduction to come', { ...reduced, 'product:sale_price_dates:start': '2099-12-04T00:00:00Z' }, price(2000)],
	['a price in words', { 'og:type': 'product', 'product:price:amount': '40% OFF', ...currency }, null],
])('Open Graph with %s gives title, price and picture, never stock', (_, fields, expected) => {
	const html = meta({ ...fields, 'og:image': '/lamp.jpg', 'product:availability': 'instock' });
	expect(readOpenGraphPage(html, { url })).toEqual({
		sku: null,
		title: 'Desk & lamp',
		image: 'https://shop.example/lamp.jpg',
		url,
		price: expected,
		available: null,
		sizes: [],
		evidence: 'none',
	});
});

test.each(['Product', 'schema:Product', 'http://schema.org/Product'])('RDFa of type %s gives the same', (type) => {
	const html = `<div vocab="https://schema.org/" typeof="${type}"><b property="name">Lamp</b><img property="image" src="/l.jpg">
		<p property="offers" typeof="Offer"><meta property="priceCurrency" content="USD"><i property="price" content="20">$20</i>
		<link property="availability" href="https://schema.org/InStock"></p></div>`;
	const image = 'https://shop.example/l.jpg';
	expect(readOpenGraphPage(html, { url })).toMatchObject({ title: 'Lamp', image, price: price(2000), available: null });
});

test.each([
	['the shop’s front page', meta({ 'og:type': 'website' }), 'no_product'],
	['a product without a title', '<meta property="og:type" content="product">', 'no_product'],
	['a wall', '<title>Access Denied</title>', 'wall'],
])('%s is refused', (_, html, code) => {
	expect(readOpenGraphPage(html, { url })).toMatchObject({ code });
});
