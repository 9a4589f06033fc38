import { type Sandbox, SANDBOX_PRODUCTS, startSandbox } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShop, status, type TestShop } from '../links/testing.ts';
import type { Answer, WatchedProduct } from '../../snapshot/answer.ts';
import type { SourceConnection } from '../source.ts';
import { hp } from './hp.ts';

const COUNT = 3;
const numberOf = (n: number) => `307445${n}`;
const skuOf = (n: number) => `6B8U4A${n}#ABA`;
const pathOf = (n: number) => `/us-en/shop/pdp/hp-laptop-${n}`;
const pricesPath = (...ns: number[]) =>
	`/us-en/shop/HPServices?action=pid&catentryId=${ns.map(numberOf).join('%2C')}&storeId=10151&catalogId=10051&langId=-1`;
const page = (n: number) =>
	`<div id="data"><!-- ${JSON.stringify({
		slugInfo: {
			components: {
				productInitial: {
					sku: skuOf(n),
					name: `Laptop ${n}`,
					catentryId: numberOf(n),
					eol: false,
					hideAddToCart: false,
				},
				productInitialPrice: { sku: skuOf(n), regularPrice: '$549.99', salePrice: 399.99, isOOS: false },
			},
		},
	})} --></div>`;
const row = (n: number, more = {}) => {
	const stock = { availableOnline: true, canAddToCart: 'true' };
	return { productId: numberOf(n), partNumber: skuOf(n), price: '$349.00', lPrice: '$549.99', ...stock, ...more };
};
const all = Array.from({ length: COUNT }, (_, n) => n);
const productsOf = (count: number): WatchedProduct[] =>
	Array.from({ length: count }, (_, n) => ({
		sku: skuOf(n),
		link: `https://www.hp.com${pathOf(n)}`,
		adapter: 'hp' as const,
	}));

let shop: TestShop;
let source: SourceConnection;
beforeEach(async () => {
	shop = await openShop();
	for (const n of all) shop.answers[pathOf(n)] = page(n);
	shop.answers[pricesPath(...all)] = { priceData: all.map((n) => row(n)) };
	source = hp.connect({ url: shop.origin, timeoutMs: 5000, connections: 16 });
});
afterEach(async () => {
	await source.close();
	shop.close();
});

/** Asks once. @returns the answers, and the paths of the requests */
async function ask(count = COUNT): Promise<{ answers: ReadonlyMap<string, Answer>; paths: string[] }> {
	const before = shop.paths().length;
	const reading = await source.ask('US', productsOf(count), new AbortController().signal);
	if (!('answers' in reading)) throw new Error('unchanged');
	return { answers: reading.answers, paths: shop.paths().slice(before) };
}
const pages = all.map(pathOf);

test('after the pages, one request has prices and stock of all products', async () => {
	const first = await ask();
	expect(first.paths.toSorted()).toEqual([pricesPath(...all), ...pages]);
	expect(first.answers.get(skuOf(0))).toMatchObject({ snapshot: { price: { current: 34_900 } } });
	shop.answers[pricesPath(...all)] = { priceData: [row(0), row(1, { canAddToCart: false }), row(2)] };
	const { answers, paths } = await ask();
	expect(paths).toEqual([pricesPath(...all)]);
	const snapshot = { title: 'Laptop 0', price: { current: 34_900, full: 54_999, currency: 'USD' }, available: true };
	expect(answers.get(skuOf(0))).toMatchObject({ kind: 'read', adapter: 'hp', snapshot });
	expect(answers.get(skuOf(1))).toMatchObject({ kind: 'read', snapshot: { title: 'Laptop 1', available: false } });
	expect(answers.size).toBe(COUNT);
});

test("prices of a shop's cache have their age", async () => {
	await ask();
	shop.answers[pricesPath(...all)] = status(200, { age: '600' }, JSON.stringify({ priceData: all.map((n) => row(n)) }));
	expect((await ask()).answers.get(skuOf(0))).toMatchObject({ kind: 'read', ageMs: 600_000 });
	shop.answers[pricesPath(...all)] = { priceData: all.map((n) => row(n)) };
	expect((await ask()).answers.get(skuOf(0))).not.toHaveProperty('ageMs');
});

test('a page older than the prices updates the title only', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	try {
		const first = await ask();
		vi.advanceTimersByTime(3_600_001);
		shop.answers[pathOf(0)] = page(0).replace('Laptop 0', 'Laptop Zero');
		const { answers, paths } = await ask();
		expect(paths).toEqual([pathOf(0), pathOf(1), pricesPath(...all)]);
		const { snapshot } = first.answers.get(skuOf(0)) as { snapshot: object };
		expect(answers.get(skuOf(0))).toMatchObject({ snapshot: { ...snapshot, title: 'Laptop Zero' } });
		expect(answers.get(skuOf(1))).toEqual(first.answers.get(skuOf(1)));
	} finally {
		vi.useRealTimers();
	}
});

test('a product missing from the price service is read by its page', async () => {
	await ask();
	const unknown = { availableOnline: undefined, canAddToCart: undefined };
	shop.answers[pricesPath(...all)] = {
		priceData: [row(0), row(1, unknown), row(2, { price: '$0.00', lPrice: '$0.00' })],
	};
	shop.answers[pathOf(2)] = status(404);
	const { answers, paths } = await ask();
	expect(paths).toEqual([pricesPath(...all), pathOf(1), pathOf(2)]);
	expect(answers.get(skuOf(1))).toMatchObject({ kind: 'read', snapshot: { price: { current: 39_999 } } });
	expect(answers.get(skuOf(2))).toEqual({ kind: 'gone' });
});

test.each([
	['its page', (n: number) => (shop.answers[pathOf(n)] = page(n).replace('"isOOS":false', '"isOOS":true'))],
	['the service', () => {}],
])('a product that was sold out by %s and is available in the service is read by its page', async (_, sellOut) => {
	sellOut(1);
	shop.answers[pricesPath(...all)] = { priceData: [row(0), row(1, { canAddToCart: false }), row(2)] };
	expect((await ask()).answers.get(skuOf(1))).toMatchObject({ snapshot: { available: false } });
	shop.answers[pathOf(1)] = page(1).replace('"eol"', '"shipMessage":"Available for pre-order","eol"');
	shop.answers[pricesPath(...all)] = { priceData: all.map((n) => row(n)) };
	for (let call = 0; call < 2; call++) {
		const { answers, paths } = await ask();
		expect(paths).toEqual([pricesPath(...all), pathOf(1)]);
		expect(answers.get(skuOf(1))).toMatchObject({ snapshot: { available: false, state: 'preorder' } });
	}
	shop.answers[pathOf(1)] = page(1);
	expect((await ask()).answers.get(skuOf(1))).toMatchObject({ snapshot: { available: true } });
	expect((await ask()).paths).toEqual([pricesPath(...all)]);
});

test.each([
	['a page instead of prices', '<html>Shop</html>'],
	['another form', { prices: [] }],
	['a wall', status(403)],
])('a service that answers with %s is paused, and the pages are read', async (_, reply) => {
	await ask();
	shop.answers[pricesPath(...all)] = reply;
	const { answers, paths } = await ask();
	expect(paths.toSorted()).toEqual([pricesPath(...all), ...pages]);
	expect([...answers.values()].map(({ kind }) => kind)).toEqual(['read', 'read', 'read']);
	expect((await ask()).paths.toSorted()).toEqual(pages);
});

test('an unreachable service blocks its products', async () => {
	await ask();
	shop.answers[pricesPath(...all)] = status(503);
	const { answers, paths } = await ask();
	expect(paths).toEqual([pricesPath(...all)]);
	const reason = 'HTTP status: HP answered 503';
	expect(answers.get(skuOf(0))).toEqual({ kind: 'blocked', reason, retryAfterMs: null });
	shop.answers[pricesPath(...all)] = { priceData: all.map((n) => row(n)) };
	expect((await ask()).answers.get(skuOf(0))).toMatchObject({ kind: 'read' });
});

test('pages of new products are read in several calls, oldest first', async () => {
	const many = 50;
	for (let n = 0; n < many; n++) shop.answers[pathOf(n)] = page(n);
	const reply = (request: { url?: string | undefined }, response: { end(text: string): void }) => {
		const ids = new URL(request.url ?? '', 'http://hp').searchParams.get('catentryId')?.split(',') ?? [];
		response.end(JSON.stringify({ priceData: ids.map((id) => row(Number(id.slice('307445'.length)))) }));
	};
	const first = Array.from({ length: 29 }, (_, n) => n);
	shop.answers[pricesPath(...first)] = reply as never;
	const { answers } = await ask(many);
	const waiting = productsOf(many).filter(({ sku }) => !answers.has(sku));
	expect([answers.size, waiting.length]).toEqual([29, 21]);
	// The oldest that could not be read does not keep the others waiting.
	for (const more of [[], [30], [30, 31]]) shop.answers[pricesPath(...first, ...more)] = reply as never;
	shop.answers[pathOf(29)] = '<html>Sorry</html>';
	const paths = [];
	for (let call = 0; call < 3; call++) paths.push(...(await ask(many)).paths);
	expect(paths.filter((path) => path.startsWith('/us-en/shop/pdp'))).toEqual([29, 30, 31].map(pathOf));
});

test('the sandbox’s shop answers for pages and prices', async () => {
	const sandbox: Sandbox = await startSandbox();
	const local = hp.connect({ url: sandbox.shopUrl('HP'), timeoutMs: 5000, connections: 4 });
	try {
		const products = SANDBOX_PRODUCTS.hp.map(({ sku, path }) => {
			return { sku, link: `https://www.hp.com${path}`, adapter: null };
		});
		const signal = new AbortController().signal;
		await local.ask('US', products, signal);
		const [{ sku } = { sku: '' }] = products;
		await sandbox.control.setShopProduct({ shop: 'hp', sku, change: { currentPrice: 599.99 } });
		const before = (await sandbox.control.shopRequests('hp')).count;
		const reading = await local.ask('US', products, signal);
		expect('answers' in reading && reading.answers.get(sku)).toMatchObject({
			kind: 'read',
			snapshot: { price: { current: 59_999 }, available: true },
		});
		expect((await sandbox.control.shopRequests('hp')).count).toBe(before + 1);
	} finally {
		await local.close();
		await sandbox.close();
	}
});
