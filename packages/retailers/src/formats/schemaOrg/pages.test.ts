import { expect, test } from 'vitest';
import { isRefused, type ShopReading } from '../reading.ts';
import { recordedPage } from '../testing.ts';
import { dollars, ldJson, offer, PAGE, product, read } from './testing.ts';

test.each([
	['offer-list', { sku: '0957102010', title: 'Polo MuscleFit', image: 'https://1.com/hmgo', available: true }, 'EUR'],
	[
		'price-specification',
		{ sku: 'UX', title: 'UniFi Express', available: true, url: 'https://store.ui.com/us/en/products/ux' },
		'USD',
	],
	['two-blocks-out-of-stock', { sku: 'isbn:9780002551328', available: false, evidence: 'product' }, 'EUR'],
	['type-list-capital-offers', { sku: null, title: 'My test product', available: true, url: PAGE.url }, 'EUR'],
])('the recorded page %s gives its price and its one availability', (name, fields, currency) => {
	const price = { current: 12_195, full: 12_195, currency };
	expect(read(recordedPage(`page-jsonld-${name}.html`))).toMatchObject({ ...fields, price, sizes: [] });
});

test('the recorded page with a trailing comma is repaired; it says nothing about stock, so that is unknown', () => {
	expect(read(recordedPage('page-jsonld-trailing-comma.html'))).toMatchObject({
		title: 'test',
		price: { current: 15_555, full: 15_555, currency: 'AUD' },
		available: null,
		evidence: 'none',
	});
});

test('the recorded page with microdata is read, but not the names of its seller and its rating', () => {
	expect(read(recordedPage('page-microdata-product.html'))).toEqual({
		sku: '925872',
		title: 'Executive Anvil',
		image: 'https://shop.example/p/anvil_executive.jpg',
		url: PAGE.url,
		price: dollars(11_999),
		available: true,
		sizes: [],
		evidence: 'product',
	});
});

test('a size that the page lists once per width is one size, available if one of them is', () => {
	const sizes = [
		['9', 'OutOfStock'],
		['9', 'InStock'],
		['10', 'OutOfStock'],
	].map(([size, word], index) => product({ sku: `A-${index}`, size, offers: offer(word) }));
	expect(read(ldJson({ '@type': 'ProductGroup', name: 'Shoe', hasVariant: sizes }))).toMatchObject({
		sizes: [
			{ size: '9', available: true, variantId: 'A-1' },
			{ size: '10', available: false },
		],
	});
});

test('a recorded group of colours is the colour of the link, and none without one', () => {
	const html = recordedPage('page-jsonld-productgroup-colours-on.html');
	const mens = 'https://www.on.com/ko-kr/products/cloud-6-m-3mf1007/mens';
	expect(read(html, { url: `${mens}/chai-sand-shoes-3MF10074874` })).toMatchObject({
		sku: '3MF10074874',
		title: '남성 Cloud 6 Chai | Sand',
		price: { current: 199_000, full: 199_000, currency: 'KRW' },
		available: true,
		sizes: [],
		evidence: 'product',
	});
	expect(read(html, { url: mens, sku: '3MF10070692' })).toMatchObject({ title: '남성 Cloud 6 Midnight | White' });
	const message = 'The page describes 3 colours: Midnight | White, Chai | Sand, Apollo | Eclipse';
	expect(read(html, { url: mens })).toEqual({ code: 'several_products', message });
});

test.each([
	['a recorded list', recordedPage('page-jsonld-itemlist-flannels.html'), 'several_products', 'list'],
	[
		'the recorded block that no parser takes',
		recordedPage('jd-uk-brand-page-jsonld-broken.html'),
		'unreadable',
		'1 of',
	],
	['a block that is cut off', ldJson('{"@type":"Product","name":"Shoe","offers":{"price":12'), 'unreadable', '1 of'],
	['a page that is cut off', '<script type="application/ld+json">{"@type":"Product","na', 'unreadable', '1 of'],
	['a block in a comment', `<!-- ${ldJson(product())} -->`, 'no_product', 'no product data'],
	['a wall', '<html><title>Access Denied</title></html>', 'wall', 'bot wall'],
	['another page of the shop', ldJson({ '@type': 'WebSite', name: 'Shop' }), 'no_product', 'no product data'],
	[
		'a product without a name',
		ldJson({ '@type': 'Product', offers: offer('InStock') }),
		'unreadable',
		'without a name',
	],
	[
		'two products',
		ldJson([product(), product({ name: 'Boot', sku: 'B-2' })]),
		'several_products',
		'2 products: Shoe, Boot',
	],
])('%s is refused: %#', (_, html, code, message) => {
	expect(read(html)).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('beside a product block that cannot be parsed, only the product of the link is read', () => {
	const broken = '["@type": "Product", "name": "Boot"]';
	expect(read(ldJson(broken, product()))).toMatchObject({ code: 'unreadable' });
	expect(read(ldJson(broken, product()), { sku: 'A-1' })).toMatchObject({ title: 'Shoe' });
	expect(read(ldJson(broken.replace('Product', 'Thing'), product()))).toMatchObject({ title: 'Shoe' });
});

test.each(['jsonld-offer-list', 'jsonld-two-blocks-out-of-stock', 'jsonld-trailing-comma', 'microdata-product'])(
	'the recorded page %s, cut off anywhere, says nothing that the whole page does not say',
	(name) => {
		const html = recordedPage(`page-${name}.html`);
		const { price, available } = read(html) as ShopReading;
		for (let length = 0; length < html.length; length += 3) {
			const cut = read(html.slice(0, length));
			if (isRefused(cut)) continue;
			expect([null, price]).toContainEqual(cut.price);
			expect([null, available]).toContain(cut.available);
		}
	},
);

test('a block is repaired as far as its meaning is certain', () => {
	const broken = `//<![CDATA[
		/* the product */ {"@type": "Product", "name": "Air "Max" &amp; more
		1", "offers": {"price": "1,050.00" "priceCurrency": "USD", "availability": "InStock",},};
	//]]>`;
	expect(read(ldJson(broken))).toMatchObject({ title: 'Air "Max" & more 1', price: dollars(105_000), available: true });
	const entities = ldJson(JSON.stringify(product({ offers: undefined })).replaceAll('"', '&quot;'));
	expect(read(entities)).toMatchObject({ sku: 'A-1', title: 'Shoe', price: null, available: null });
});

test('large and hostile pages are scanned in time that grows with their length', () => {
	const started = process.cpuUsage();
	const large = 912_000;
	const hostile = [
		'<script ',
		'<!-- ',
		'<script type="application/ld+json">',
		' itemtype="',
		'<a id="data"',
		'<b itemscope itemprop=x>',
	];
	for (const part of hostile) {
		const page = part.repeat(large / part.length);
		expect(read(page)).toHaveProperty('code');
		expect(read(`<b itemscope itemtype="https://schema.org/Product">${page}`)).toHaveProperty('code');
	}
	expect(read(ldJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toMatchObject({ code: 'unreadable' });
	const ranges = `"offers":{`.repeat(20_000);
	expect(read(ldJson(`{"@type":"Product","name":"Shoe",${ranges}${'}'.repeat(20_001)}`))).toMatchObject({
		price: null,
	});
	const spaces = ' '.repeat(large);
	expect(read(ldJson(`{"@type":"Product",${spaces}"name":"${spaces}Shoe",}${spaces}`))).toMatchObject({
		title: 'Shoe',
	});
	expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
});

test('any name can be a property in microdata', () => {
	const html =
		'<div itemscope itemtype="http://schema.org/Product"><i itemprop="constructor __proto__">x</i><b itemprop="name">A</b></div>';
	expect(read(html)).toMatchObject({ title: 'A', available: null, price: null });
});

const micro = (type: string, attributes = '') => `<div ${attributes} itemscope itemtype="${type}/Product">
	<b itemprop="name">Lamp</b><p itemprop="offers" itemscope itemtype="${type}/Offer"><meta itemprop="price" content="20">
	<meta itemprop="priceCurrency" content="USD"><link itemprop="availability" href="${type}/InStock"></p></div>`;

test.each([
	[
		'of the page',
		`<body itemscope itemtype="http://schema.org/WebPage">${micro('http://schema.org', 'itemprop="mainEntity"')}`,
	],
	['without a scheme', micro('//schema.org')],
	['without slashes', micro('schema.org')],
	['beside related ones', micro('https://schema.org') + micro('https://schema.org', 'itemprop="isRelatedTo"')],
	[
		'that an offer names',
		`<div itemscope itemtype="http://schema.org/Offer"><i itemprop="itemOffered" itemscope itemtype="http://schema.org/Product">
		<b itemprop="name">Lamp</b></i><meta itemprop="price" content="20"><meta itemprop="priceCurrency" content="USD">
		<link itemprop="availability" href="http://schema.org/InStock"></div>`,
	],
])('a product in microdata %s is read', (_, html) => {
	expect(read(html)).toMatchObject({ title: 'Lamp', available: true, price: dollars(2000) });
});

test.each([
	['$129<sup>90</sup>', null],
	['<sup>129</sup>90', null],
	['$<b>129</b>\n<sup>90</sup>', null],
	['299 <del>499</del>', null],
	['<ins>299</ins><del>499</del>', null],
	['<ins>299</ins> <del> 499</del>', null],
	['<b>299</b><b class="visually-hidden">299</b>', dollars(29_900)],
	['$<i>129<i>.</i></i><i>90</i>', dollars(12_990)],
	['<i>$</i><b>1,299</b>', dollars(129_900)],
])('the price of %s in microdata is no other amount', (text, price) => {
	const tag = '<meta itemprop="price" content="20">';
	expect(read(micro('https://schema.org').replace(tag, `<span itemprop="price">${text}</span>`))).toMatchObject({
		price,
	});
});

test.each([
	'src="data:image/gif;base64,R0lGOD" data-src="/b.jpg"',
	'data-src="/b.jpg"',
	'src="/b.jpg" data-src="/c.jpg"',
])('the picture in microdata of <img %s> is read', (attributes) => {
	const name = '<b itemprop="name">';
	const html = micro('https://schema.org').replace(name, `<img itemprop="image" ${attributes}>${name}`);
	expect(read(html)).toMatchObject({ image: 'https://shop.example/b.jpg' });
});

test("a review app's JSON-LD without offers does not hide the theme's microdata", () => {
	const review = { '@type': 'Product', name: 'Lamp', aggregateRating: { ratingValue: 5 } };
	const theme = micro('https://schema.org');
	expect(read(ldJson(review) + theme)).toMatchObject({ title: 'Lamp', available: true, price: dollars(2000) });
	expect(read(ldJson({ ...review, name: 'Desk' }) + theme)).toMatchObject({ title: 'Desk', available: null });
	expect(read(ldJson({ ...review, offers: offer('OutOfStock', 20) }) + theme)).toMatchObject({ available: false });
});

test('of two prices in microdata, none is read', () => {
	const tag = '<meta itemprop="price" content="20">';
	const two = '<del itemprop="price" content="100">$100</del><ins itemprop="price" content="80">$80</ins>';
	expect(read(micro('https://schema.org').replace(tag, two))).toMatchObject({ available: true, price: null });
});

test('products that microdata lists are no product of the page', () => {
	const one = micro('https://schema.org', 'itemprop="itemListElement"');
	for (const html of [one, one + one, `<ul itemscope itemtype="https://schema.org/ItemList">${one}</ul>`]) {
		expect(read(html)).toMatchObject({ code: 'several_products' });
	}
});

test.each([
	['after an empty comment', `<!-->${ldJson(product())}<!-- -->`],
	['after a comment with an exclamation mark', `<!-- a --!>${ldJson(product())}<!-- -->`],
	['of a type with entities', ldJson(product()).replace('application/ld+json', 'application&#x2F;ld&#x2B;json')],
])('a block %s is read', (_, html) => {
	expect(read(html)).toMatchObject({ title: 'Shoe' });
});
