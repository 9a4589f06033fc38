import type { RequestListener } from 'node:http';
import { BLOCKED_KINDS } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asics } from '../asics/asics.ts';
import { finishLine } from '../finishLine/finishLine.ts';
import { hp } from '../hp/hp.ts';
import { jdSports } from '../jdSports/jdSports.ts';
import { newBalance } from '../newBalance/newBalance.ts';
import type { Answer, Reading } from '../../snapshot/answer.ts';
import type { SourceDefinition } from '../source.ts';
import {
	ASICS,
	connected,
	endless,
	JD,
	JD_SIZES,
	jdRow,
	jdSizes,
	openShop,
	page,
	status,
	type TestShop,
	withEtag,
} from './testing.ts';

let shop: TestShop;
beforeEach(async () => {
	shop = await openShop();
});
afterEach(() => shop.close());

const versionIn = (reading: Reading) => ('version' in reading ? reading.version : null);
/** Answers with a day of November 2026 as the page's last change, and with 304 to whoever has that or a later one. */
const dated =
	(day: number, body: string): RequestListener =>
	({ headers }, response) => {
		const changed = Date.UTC(2026, 10, day);
		const isKnown = Date.parse(headers['if-modified-since'] ?? '') >= changed;
		const lastModified = new Date(changed).toUTCString();
		response.writeHead(isKnown ? 304 : 200, { 'last-modified': lastModified }).end(isKnown ? undefined : body);
	};

const NB = '/pd/990v6/M990GL6-41217.html';
const NB_JSON = '/on/demandware.store/Sites-NBUS-Site/en_US/Wishlist-GetProduct?pid=M990GL6';
const HP = '/us-en/shop/pdp/hp-laptop-15';
const offer = (availability: string, price = 90) => ({ '@type': 'Offer', price, priceCurrency: 'USD', availability });
const hpData = {
	slugInfo: {
		components: {
			productInitial: { sku: '6B8U4AA#ABA', name: 'HP Laptop 15', eol: false, hideAddToCart: false },
			productInitialPrice: { sku: '6B8U4AA#ABA', regularPrice: '$549.99', salePrice: 399.99, isOOS: false },
		},
	},
};
const hpPage = (data: unknown) => `<div id="data"><!-- ${JSON.stringify(data)} --></div>`;
const usd = (current: number, full = current) => ({ current, full, currency: 'USD' });
const size = (label: string, available: boolean | null, more = {}) => ({
	size: label,
	available,
	level: null,
	count: null,
	...more,
});

/** Each brand's source: a link at the real shop, the shop's answers, and what they say. */
const CASES: [SourceDefinition, string, string, Record<string, string | object>, object][] = [
	[
		asics,
		'1012C073-400',
		`https://www.asics.com${ASICS}`,
		{
			[ASICS]: page({
				'@type': 'ProductGroup',
				name: 'GEL-KAYANO 31',
				hasVariant: ['InStock', 'OutOfStock'].map((availability, index) => ({
					'@type': 'Product',
					size: String(9 + index),
					offers: offer(availability, 165),
				})),
			}),
		},
		{
			brand: 'ASICS',
			sku: '1012C073-400',
			category: 'SHOES',
			title: 'GEL-KAYANO 31',
			price: usd(16_500),
			evidence: 'size',
			sizes: [size('9', true), size('10', false)],
		},
	],
	[
		jdSports,
		'DZ5485-612',
		`https://www.jdsports.com${JD}`,
		{ [JD]: page({ name: 'Nike Dunk Low' }), [JD_SIZES]: jdSizes },
		{
			brand: 'JD',
			title: 'Nike Dunk Low',
			price: usd(9000),
			evidence: 'count',
			sizes: [size('9', true, { count: 12 }), size('10', false, { count: 0 })],
			url: `https://www.jdsports.com${JD}`,
		},
	],
	[
		finishLine,
		'DZ5485-612',
		`https://www.finishline.com${JD}`,
		{ [JD]: page(), [JD_SIZES]: { productSizes: [jdRow('9', 0)] } },
		{ brand: 'FNL', available: false, category: 'SHOES', sizes: [size('9', false, { count: 0 })] },
	],
	[
		newBalance,
		'M990GL6',
		`https://www.newbalance.com${NB}`,
		{
			[NB_JSON]: {
				product: {
					productName: 'Made in USA 990v6',
					price: { sales: { value: 159.99 }, list: { value: 199.99 } },
					sellableFrom: '2026-12-01T15:00:00.000Z',
					variationAttributes: [{ id: 'size', values: [{ displayValue: '9', selectable: true, productID: '195' }] }],
				},
			},
		},
		{
			brand: 'NEWBALANCE',
			sku: 'M990GL6',
			price: usd(15_999, 19_999),
			launchAt: Date.UTC(2026, 11, 1, 15),
			sizes: [size('9', true)],
		},
	],
	[
		hp,
		'6B8U4AA#ABA',
		`https://www.hp.com${HP}`,
		{ [HP]: hpPage(hpData) },
		{
			brand: 'HP',
			sku: '6B8U4AA#ABA',
			category: 'LAPTOPS',
			available: true,
			price: usd(39_999, 54_999),
			evidence: 'product',
			sizes: [],
		},
	],
];
const named = CASES.map((one) => [one[0].name, ...one] as const);

test.each(named)(
	'%s reads the link of the real shop from the address that is set',
	async (...[, source, sku, link, answers, snapshot]) => {
		Object.assign(shop.answers, answers);
		const { read, close } = connected(source, { url: shop.origin });
		expect(await read({ sku, link })).toMatchObject({ kind: 'read', adapter: expect.any(String), snapshot });
		expect(shop.paths()).toEqual(Object.keys(answers));
		await close();
	},
);

test.each(named)(
	'%s: a product that is gone differs from walls and errors, and none is "sold out"',
	async (...[, source, sku, link]) => {
		const { read, close } = connected(source, { url: shop.origin });
		const product = { sku, link, adapter: 'schemaOrg' } as const;
		const pagePath = new URL(link).pathname + new URL(link).search;
		expect(await read({ sku, link })).toEqual({ kind: 'gone' });
		shop.answers[pagePath] = status(302, { location: '/' });
		expect(await read(product)).toEqual({ kind: 'gone' });
		const blocked = async (reply: TestShop['answers'][string]) => {
			shop.answers[pagePath] = reply;
			const answer = await read(product);
			return answer?.kind === 'blocked' ? answer.reason : answer;
		};
		expect(await blocked('<html>Access Denied</html>')).toBe('wall page: The page is a bot wall');
		expect(await blocked(status(403))).toMatch(/^wall \(403\): .+ answered 403$/);
		// The first answer in between keeps the circuit closed.
		await blocked(page());
		expect(await blocked('<script type="application/ld+json">{"@type":"Product","name":</script>')).toMatch(
			/^changed format: /,
		);
		expect(await blocked(status(503))).toMatch(/^HTTP status: .+ answered 503$/);
		expect(await blocked(endless)).toMatch(/^changed format: .+ exceeded 5 MiB$/);
		await close();
	},
);

test('Retry-After pauses a shop and blocks its other products with the same reason', async () => {
	const link = `https://www.asics.com${ASICS}`;
	shop.answers[ASICS] = status(429, { 'retry-after': '120' });
	const { read, close } = connected(asics, { url: shop.origin });
	const answer = await read({ sku: 'A', link });
	expect(answer).toEqual({ kind: 'blocked', reason: 'rate limited: ASICS answered 429', retryAfterMs: 120_000 });
	const second = await read({ sku: 'B', link: link.replace('400', '401') });
	expect(second).toMatchObject({ kind: 'blocked', reason: 'rate limited: ASICS answered 429' });
	expect((second as Extract<Answer, { kind: 'blocked' }>).retryAfterMs).toBeGreaterThan(60_000);
	expect(shop.paths()).toEqual([ASICS]);
	await close();
});

test('an unchanged page resets the count of failures', async () => {
	const link = `https://www.asics.com${ASICS}`;
	shop.answers[ASICS] = withEtag('"1"', page());
	const { one, close } = connected(asics, { url: shop.origin });
	const product = { sku: 'A', link, adapter: 'schemaOrg' } as const;
	const first = await one(product);
	const version = 'version' in first ? first.version : null;
	const fail = async (times: number) => {
		shop.answers[ASICS] = status(503);
		for (let count = 0; count < times; count++) await one(product);
		shop.answers[ASICS] = withEtag('"1"', page());
	};
	await fail(4);
	expect(await one(product, version)).toEqual({ unchanged: true });
	await fail(4);
	expect(await one(product, version)).toEqual({ unchanged: true });
	await close();
});

test('a known format is kept: its failure blocks the product', async () => {
	const link = `https://www.newbalance.com${NB}`;
	shop.answers[NB] = page();
	shop.answers[NB_JSON] = { error: true };
	const { read, close } = connected(newBalance, { url: shop.origin });
	expect(await read({ sku: 'M990GL6', link, adapter: 'sfcc' })).toMatchObject({
		kind: 'blocked',
		reason: 'changed format: The shop no longer answers in the format sfcc',
	});
	expect(await read({ sku: 'M990GL6', link })).toMatchObject({ kind: 'read', adapter: 'schemaOrg' });
	shop.answers[NB_JSON] = status(503);
	// A passing error must not lead to a weaker format for good.
	expect(await read({ sku: 'M990GL6', link })).toMatchObject({
		kind: 'blocked',
		reason: expect.stringContaining('503'),
	});
	await close();
});

test('a shop that does not answer in time is unreachable', async () => {
	shop.answers['/robots.txt'] = '';
	shop.answers[ASICS] = (_, response) => void response.write('<html>');
	const { read, close } = connected(asics, { url: shop.origin, timeoutMs: 3000 });
	expect(await read({ sku: 'A', link: `https://www.asics.com${ASICS}` })).toEqual({
		kind: 'blocked',
		reason: 'unreachable: ASICS did not answer in time',
		retryAfterMs: null,
	});
	await close();
});

test('unchanged products are not read again; a changed part reads the whole', async () => {
	shop.answers[JD] = withEtag('"page-1"', page());
	shop.answers[JD_SIZES] = withEtag('"sizes-1"', JSON.stringify(jdSizes));
	const { one, close } = connected(jdSports, { url: shop.origin });
	const product = { sku: 'DZ5485-612', link: `https://www.jdsports.com${JD}` };
	const first = await one(product);
	const version = 'version' in first ? first.version : null;
	expect(await one(product, version)).toEqual({ unchanged: true });
	shop.answers[JD_SIZES] = withEtag('"sizes-2"', JSON.stringify({ productSizes: [jdRow('9', 0)] }));
	const next = await one(product, version);
	expect('answers' in next && next.answers.get(product.sku)).toMatchObject({ snapshot: { available: false } });
	expect('version' in next && next.version).toContain('sizes-2');
	shop.answers[JD] = status(404);
	expect(await one(product, 'version' in next ? next.version : null)).toEqual({
		answers: new Map([[product.sku, { kind: 'gone' }]]),
		version: null,
	});
	await close();
});

test.each([
	['a category', '<html><h1>All shoes</h1></html>', /^changed format: /],
	['another product', page({ name: 'GEL-OTHER', sku: '1011B548-400' }), /^now shows: SKU 1011B548-400/],
])('a redirect to %s that is older than the page is no unchanged page', async (_, target, reason) => {
	shop.answers[ASICS] = dated(20, page());
	const { one, close } = connected(asics, { url: shop.origin });
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}`, adapter: 'schemaOrg' } as const;
	const version = versionIn(await one(product));
	expect(await one(product, version)).toEqual({ unchanged: true });
	shop.answers[ASICS] = status(302, { location: '/us/en-us/gel/' });
	shop.answers['/us/en-us/gel/'] = dated(10, target);
	const reading = await one(product, version);
	const blocked = { kind: 'blocked', reason: expect.stringMatching(reason) };
	expect('answers' in reading && reading.answers.get(product.sku)).toMatchObject(blocked);
	await close();
});

test("an unchanged product is as old as the oldest of its parts in the shop's cache", async () => {
	shop.answers[JD] = withEtag('"page"', page());
	shop.answers[JD_SIZES] = withEtag('"sizes"', JSON.stringify(jdSizes));
	const { one, close } = connected(jdSports, { url: shop.origin });
	const product = { sku: 'DZ5485-612', link: `https://www.jdsports.com${JD}` };
	const version = versionIn(await one(product));
	shop.answers[JD] = status(304, { age: '20' });
	shop.answers[JD_SIZES] = status(304, { age: '600' });
	expect(await one(product, version)).toEqual({ unchanged: true, ageMs: 600_000 });
	await close();
});

test('a page behind a permanent redirect is unchanged at its own address', async () => {
	const target = ASICS.replace('gel-kayano', 'gel-kayano-31');
	shop.answers[ASICS] = status(301, { location: target });
	shop.answers[target] = dated(20, page());
	const { one, close } = connected(asics, { url: shop.origin });
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}` };
	const version = versionIn(await one(product));
	expect(await one(product, version)).toEqual({ unchanged: true });
	expect(shop.requests.filter(({ headers }) => headers['if-modified-since']).map(({ url }) => url)).toEqual([target]);
	await close();
});

test('a shop without validators is read each time', async () => {
	shop.answers[ASICS] = page();
	const { one, close } = connected(asics, { url: shop.origin });
	expect(await one({ sku: 'A', link: `https://www.asics.com${ASICS}` })).toMatchObject({ version: null });
	await close();
});

test("the answer of a shop's cache has its age", async () => {
	const product = { sku: '1012C073-400', link: `https://www.asics.com${ASICS}` };
	const { read, close } = connected(asics, { url: shop.origin });
	for (const [age, ageMs] of [
		['2400', 2_400_000],
		['-1', undefined],
		['soon', undefined],
	] as const) {
		shop.answers[ASICS] = status(200, { age }, page({ sku: '1012C073-400' }));
		expect(await read(product)).toEqual({
			kind: 'read',
			snapshot: expect.anything(),
			adapter: 'schemaOrg',
			...(ageMs && { ageMs }),
		});
	}
	await close();
});

test('a reason for a blocked product begins with a kind of the contract', async () => {
	const { one, close } = connected(asics, { url: 'http://127.0.0.1:1' });
	const reading = await one({ sku: 'A', link: `https://www.asics.com${ASICS}` });
	const answer = 'answers' in reading ? reading.answers.get('A') : undefined;
	const reason = answer?.kind === 'blocked' ? answer.reason : '';
	expect(BLOCKED_KINDS.some((kind) => reason.startsWith(`${kind}: `))).toBe(true);
	await close();
});

test('a paused host is requested again once its pause is over', async () => {
	const link = `https://www.asics.com${ASICS}`;
	const { read, close } = connected(asics, { url: shop.origin });
	const begun = performance.now();
	const clock = vi.spyOn(performance, 'now');
	const at = (seconds: number) => clock.mockReturnValue(begun + seconds * 1000);
	shop.answers[ASICS] = '<html>You are now in line</html>';
	for (let count = 0; count < 5; count++) await read({ sku: '1012C073-400', link, adapter: 'schemaOrg' });
	expect(shop.paths()).toHaveLength(5);
	for (let seconds = 3; seconds < 30; seconds += 3) {
		at(seconds);
		expect(await read({ sku: '1012C073-400', link, adapter: 'schemaOrg' })).toMatchObject({ kind: 'blocked' });
	}
	expect(shop.paths()).toHaveLength(5);
	shop.answers[ASICS] = page();
	at(31);
	expect(await read({ sku: '1012C073-400', link, adapter: 'schemaOrg' })).toMatchObject({ kind: 'read' });
	clock.mockRestore();
	await close();
});
