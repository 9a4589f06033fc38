import { type Sandbox, SANDBOX_PRODUCTS, type ShopId, startSandbox } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shopUrls } from '../settings.ts';
import { openSources, sourceBudgets } from '../sources/index.ts';
import { createShopTester, type ShopTester } from './shopTester.ts';

let sandbox: Sandbox;
let tester: ShopTester;
beforeAll(async () => {
	sandbox = await startSandbox();
	tester = createShopTester({ PRIVATE_SHOPS: sandbox.privateShops.split(','), PROXY_URLS: [], places: [] });
});
afterEach(() => sandbox.control.reset());
afterAll(async () => {
	await tester.close();
	await sandbox.close();
});

interface Row {
	shop: ShopId;
	/** The list for which the link is tested. */
	list?: string;
	read: object;
	/** Its first size, or none. */
	size?: object;
}

/** What the readers read of the first product of each shop. */
const ROWS: readonly Row[] = [
	{
		shop: 'adidas',
		read: { adapter: 'schemaOrg', reading: { sku: 'EG4959', evidence: 'product', price: usd(10_000) } },
	},
	{
		shop: 'asics',
		list: 'HOT_ASICS',
		read: { adapter: 'schemaOrg', reading: { sku: '1011B867-001', evidence: 'size', price: usd(12_995, 16_500) } },
		size: { size: '8', available: true },
	},
	{
		shop: 'jd',
		list: 'HOT_JD',
		read: { adapter: 'finishLine', reading: { sku: 'DD1391-100', evidence: 'count', price: usd(11_500) } },
		size: { size: '8', count: 12, available: true },
	},
	{
		shop: 'fnl',
		list: 'HOT_FNL',
		read: { adapter: 'finishLine', reading: { sku: 'DD1391-100', evidence: 'count', price: usd(9999) } },
		size: { size: '8', count: 5, available: true },
	},
	{
		shop: 'newbalance',
		list: 'HOT_NEWBALANCE',
		read: { adapter: 'sfcc', reading: { sku: 'M990GL6', evidence: 'size', price: usd(19_999), launchAt: null } },
		size: { size: '8', available: true },
	},
	{
		shop: 'hp',
		list: 'HP',
		read: { adapter: 'hp', reading: { sku: '7Z5A1UA#ABA', evidence: 'product', price: usd(64_999, 89_999) } },
	},
	{
		shop: 'nike_refurbished',
		list: 'REFURBISHED',
		read: { adapter: 'nike', reading: { sku: 'FD2596-107', evidence: 'size', price: usd(7297, 11_500) } },
		size: { size: '9', available: true },
	},
	{
		shop: 'shopify',
		read: { adapter: 'shopify', reading: { sku: 'KX-201', evidence: 'size', price: usd(8000, 9500) } },
		size: { size: '8', available: true, url: expect.stringMatching(/\/cart\/\d+:1$/) },
	},
	{
		shop: 'woocommerce',
		read: { adapter: 'wooCommerce', reading: { sku: 'CS-11', evidence: 'count', price: usd(7000, 9000) } },
		size: { size: '41', available: true, count: 2 },
	},
	{
		shop: 'ucp',
		read: { adapter: 'ucp', reading: { evidence: 'size', price: usd(12_000, 15_000) } },
		size: { size: '8', available: true },
	},
	{
		shop: 'boutique',
		read: { adapter: 'schemaOrg', reading: { sku: 'BQ-7', evidence: 'product', price: usd(21_000) } },
	},
];

function usd(current: number, full = current) {
	return { current, full, currency: 'USD' };
}

const firstOf = (shop: ShopId) => SANDBOX_PRODUCTS[shop][0]!;
/** Nike's website and its interface have one address. */
const addressOf = (shop: ShopId) => (shop === 'nike_refurbished' ? sandbox.shopUrl('NIKE') : sandbox.shopOrigin(shop));

/** Tests the link of a shop's first product. */
function readFirst({ shop, list }: Pick<Row, 'shop' | 'list'>) {
	return tester.test(addressOf(shop) + firstOf(shop).path, list);
}

const get = (shop: ShopId, path: string, init: RequestInit = {}) => fetch(addressOf(shop) + path, init);

test.each(ROWS)('$shop: a product is read, sells out, and is gone', async (row) => {
	const { shop } = row;
	const { sku } = firstOf(shop);
	const read = await readFirst(row);
	expect(read).toMatchObject(row.read);
	expect(read).toHaveProperty('reading.available', true);
	if (row.size) expect(read).toHaveProperty('reading.sizes.0', expect.objectContaining(row.size));
	else expect(read).toMatchObject({ reading: { sizes: [] } });

	const [product] = await sandbox.control.shopProducts(shop);
	const counts = Object.fromEntries(product!.sizes.map(({ size }) => [size, 0]));
	await sandbox.control.setShopProduct({ shop, sku, change: { currentPrice: 50, fullPrice: 60, counts } });
	expect(await readFirst(row)).toMatchObject({ reading: { available: false, price: { current: 5000 } } });

	await sandbox.control.setShopProduct({ shop, sku, change: { gone: true } });
	expect(await readFirst(row)).toMatchObject({ code: 'gone' });
	expect((await sandbox.control.shopRequests(shop)).seen.at(-1)).toMatchObject({
		userAgent: expect.stringMatching(/^Dropwire\/1\.0 /),
	});
});

/** The sources that read the shops by links of the real shops. */
const SOURCES = [
	['ASICS', 'asics', 'https://www.asics.com'],
	['JD', 'jd', 'https://www.jdsports.com'],
	['FNL', 'fnl', 'https://www.finishline.com'],
	['NEWBALANCE', 'newbalance', 'https://www.newbalance.com'],
	['HP', 'hp', 'https://www.hp.com'],
] as const;

test.each(SOURCES)('the source %s reads a link of the real shop in the sandbox', async (name, shop, site) => {
	const sources = openSources({ SHOP_URLS: shopUrls((brand) => sandbox.shopUrl(brand)), ...sourceBudgets(6000) });
	const source = sources.find((one) => one.name === name)!;
	const { sku, path } = firstOf(shop);
	const product = { sku, link: site + path, adapter: null };
	const { signal } = new AbortController();
	const ask = async () => {
		const reading = await source.ask('US', [product], signal);
		return 'answers' in reading ? reading.answers.get(sku) : undefined;
	};
	expect(await ask()).toMatchObject({ kind: 'read', snapshot: { brand: name, sku, available: true } });
	await sandbox.control.failShop(shop, { times: 'forever', fault: { accessDenied: true } });
	expect(await ask()).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(/^wall \(403\): /) });
	await sandbox.control.healShop(shop);
	await sandbox.control.setShopProduct({ shop, sku, change: { gone: true } });
	expect(await ask()).toEqual({ kind: 'gone' });
	await Promise.all(sources.map((one) => one.close()));
});

test.each(ROWS)('$shop: walls, errors and an endless page are no reading', async (row) => {
	const { shop } = row;
	const codeAfter = async (fault: Parameters<typeof sandbox.control.failShop>[1]['fault']) => {
		await sandbox.control.failShop(shop, { times: 'forever', fault });
		const read = await readFirst(row);
		await sandbox.control.healShop(shop);
		return 'code' in read ? read.code : read;
	};
	expect(await codeAfter({ accessDenied: true })).toBe('wall');
	expect(await codeAfter({ garbage: true })).toBeOneOf(['no_product', 'unreadable']);
	expect(await codeAfter({ status: 429, retryAfter: 7 })).toBe('unreachable');
	expect(await codeAfter({ status: 500 })).toBe('unreachable');
	expect(await codeAfter({ endless: true })).toBe('unreadable');
});

test('a page that redirects to the front page is gone; robots.txt allows product pages', async () => {
	for (const shop of ['hp', 'boutique'] as const) {
		await sandbox.control.setShopProduct({ shop, sku: firstOf(shop).sku, change: { gone: 'redirect' } });
		expect(await readFirst({ shop })).toMatchObject({ code: 'gone', message: expect.stringContaining('front page') });
	}
	expect(await (await get('hp', '/robots.txt')).text()).toBe('User-agent: *\nDisallow: /us-en/shop/checkout/\n');
});

test('every second request fails, a slow answer comes, a renamed field is another format', async () => {
	const statuses = async () => {
		const answers = [];
		for (let count = 0; count < 4; count++) answers.push((await get('boutique', firstOf('boutique').path)).status);
		return answers;
	};
	await sandbox.control.failShop('boutique', { times: 'forever', every: 2, fault: { status: 503 } });
	expect(await statuses()).toEqual([200, 503, 200, 503]);
	await sandbox.control.healShop('boutique');
	await sandbox.control.failShop('boutique', { times: 1, fault: { slow: 20 } });
	expect(await readFirst({ shop: 'boutique' })).toMatchObject({ adapter: 'schemaOrg' });
	await sandbox.control.failShop('jd', { times: 'forever', fault: { renamed: 'stockLevel' } });
	expect(await readFirst({ shop: 'jd', list: 'HOT_JD' })).toMatchObject({ code: 'unreadable' });
	expect((await sandbox.control.shopRequests('boutique')).paths[firstOf('boutique').path]).toBe(5);
});

test('an unchanged answer is 304, by ETag or by time; a change is seen at once', async () => {
	for (const [shop, sent, received] of [
		['shopify', 'if-none-match', 'etag'],
		['asics', 'if-modified-since', 'last-modified'],
	] as const) {
		const { path, sku } = firstOf(shop);
		const first = await get(shop, path);
		const again = { headers: { [sent]: first.headers.get(received) as string, 'cache-control': 'max-age=0' } };
		expect((await get(shop, path, again)).status).toBe(304);
		await sandbox.control.setShopProduct({ shop, sku, change: { currentPrice: 33 } });
		expect((await get(shop, path, again)).status).toBe(200);
	}
});
