import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stockStateOf } from '@dropwire/domain';
import { afterEach, expect, test } from 'vitest';
import { bySku } from '../../snapshot/answer.ts';
import type { SourceConnection } from '../source.ts';
import { adidas } from './adidas.ts';

const RECORDINGS = join(import.meta.dirname, '../../../../sandbox/recordings');
interface Recording {
	id: string;
	[field: string]: unknown;
}
const recording = (name: string) => JSON.parse(readFileSync(join(RECORDINGS, name), 'utf8')) as Recording;
/** The recorded answers describe two products: each gets the ID of the requested SKU. */
const PRODUCT = recording('adidas-product-EG4959.json');
const AVAILABILITY = recording('adidas-availability-FW4904.json');

let server: Server | undefined;
let source: SourceConnection | undefined;
afterEach(async () => {
	await source?.close();
	server?.closeAllConnections();
	await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

type Reply = (response: ServerResponse, sku: string) => void;
const json =
	(recorded: Recording, change = {}): Reply =>
	(response, sku) =>
		void response.writeHead(200).end(JSON.stringify({ ...recorded, id: sku, ...change }));
const reply =
	(status: number, body: string, headers = {}): Reply =>
	(response) =>
		void response.writeHead(status, headers).end(body);

/** A shop with the given answers; it stores its requests. */
async function shop({
	product = json(PRODUCT),
	availability = json(AVAILABILITY),
	search = reply(404, ''),
	timeoutMs = 2000,
} = {}) {
	const requests: string[] = [];
	server = createServer((request, response) => {
		requests.push(request.url ?? '');
		if (request.url?.startsWith('/api/search/taxonomy?')) return search(response, request.url);
		const [, sku = '', below] = /^\/api\/products\/([^/?]+)(\/availability)?\?/.exec(request.url ?? '') ?? [];
		(below ? availability : product)(response, decodeURIComponent(sku));
	});
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const connection = adidas.connect({ url, timeoutMs, connections: 4 });
	source = connection;
	const { signal } = new AbortController();
	return {
		requests,
		ask: async (sku: string) => {
			const reading = await connection.ask('US', [bySku(sku)], signal);
			return 'answers' in reading ? reading.answers.get(sku) : undefined;
		},
		find: async (sku: string) => connection.find?.('US', sku, signal),
		search: async (keywords: string) => connection.search?.('US', keywords, signal),
	};
}

test('the recorded product and availability are read field by field', async () => {
	const { ask, requests } = await shop();
	expect(await ask('EG4959')).toEqual({
		kind: 'read',
		snapshot: {
			brand: 'ADIDAS',
			sku: 'EG4959',
			region: 'US',
			title: 'Superstar Shoes',
			subtitle: 'Core Black / Cloud White / Core Black',
			color: 'Core Black / Cloud White / Core Black',
			category: 'HOT1',
			status: null,
			price: { current: 899_900, full: 899_900, currency: 'USD' },
			launchAt: null,
			launchMethod: null,
			available: true,
			evidence: 'count',
			sizes: expect.any(Array),
			promoExcluded: false,
			image:
				'https://assets.adidas.com/images/w_600,f_auto,q_auto/15f901c90a9549d29104aae700d27efb_9366/Superstar_Shoes_Black_EG4959_01_standard.jpg',
			url: 'https://www.adidas.co.in/superstar-shoes/EG4959.html',
		},
	});
	expect(requests.sort()).toEqual([
		'/api/products/EG4959/availability?sitePath=us',
		'/api/products/EG4959?sitePath=us',
	]);
});

test('sizes have counts, and 15 is where the shop stops counting', async () => {
	const { ask } = await shop();
	const answer = await ask('FW4904');
	const sizes = answer?.kind === 'read' ? answer.snapshot.sizes : [];
	expect(sizes).toHaveLength(16);
	expect(sizes[0]).toEqual({ size: '6.5', available: true, level: null, count: 3 });
	expect(sizes[1]).toEqual({ size: '7', available: true, level: null, count: 15, countIsMinimum: true });
	expect(sizes.filter(({ available }) => !available).map(({ size, count }) => [size, count])).toEqual([
		['12.5', 0],
		['14', 0],
		['15', 0],
	]);
});

test('a size that is listed several times is one, with the counts of all', async () => {
	const row = (size: string, availability: number) => {
		return { size, availability, availability_status: availability > 0 ? 'IN_STOCK' : 'NOT_AVAILABLE' };
	};
	const variation_list = [row('9', 0), row('9', 3), row('9', 15), row('10', 2)];
	const { ask } = await shop({ availability: json(AVAILABILITY, { variation_list }) });
	const ten = { size: '10', available: true, level: null, count: 2 };
	const nine = { size: '9', available: true, level: null, count: 18, countIsMinimum: true };
	expect(await ask('FW4904')).toMatchObject({ snapshot: { sizes: [nine, ten] } });
});

test.each([
	[{ isWaitingRoomProduct: true }, 'queue'],
	[{ isInPreview: true }, 'preview'],
	[{ is_orderable: false }, 'out'],
	[{ is_orderable: true, isWaitingRoomProduct: false, isInPreview: false }, 'in_stock'],
])('a product with %j is %s despite its stock', async (flags, state) => {
	const { ask } = await shop({ product: json(PRODUCT, { attribute_list: { color: 'Black', ...flags } }) });
	const answer = await ask('EG4959');
	const snapshot = answer?.kind === 'read' ? answer.snapshot : null;
	expect(snapshot && stockStateOf(snapshot)).toBe(state);
	expect(snapshot?.sizes.map(stockStateOf)).toContain(state);
	expect(snapshot?.sizes.some(({ available }) => available === true)).toBe(state === 'in_stock');
});

test.each(['NOT_AVAILABLE', 'PREVIEW'])('a product that is %s cannot be bought', async (status) => {
	const { ask } = await shop({ availability: json(AVAILABILITY, { availability_status: status }) });
	expect(await ask('FW4904')).toMatchObject({ kind: 'read', snapshot: { available: false } });
});

test('a status that is unknown says nothing about the stock', async () => {
	const [first, ...others] = AVAILABILITY['variation_list'] as { availability_status: string }[];
	const renamed = { ...first, availability_status: 'AVAILABLE' };
	const { ask } = await shop({
		availability: json(AVAILABILITY, { availability_status: 'AVAILABLE', variation_list: [renamed, ...others] }),
	});
	const answer = await ask('FW4904');
	const snapshot = answer?.kind === 'read' ? answer.snapshot : null;
	expect(snapshot?.available).toBeNull();
	expect(snapshot?.sizes[0]).toMatchObject({ available: null, count: 3 });
	expect(snapshot?.sizes[1]).toMatchObject({ available: true });
});

test('a reduced price is read with the full one', async () => {
	const product = json(PRODUCT, { pricing_information: { currentPrice: 70, standard_price: 100 } });
	const { ask, find } = await shop({ product });
	expect(await ask('EG4959')).toMatchObject({
		snapshot: { price: { current: 7000, full: 10_000, currency: 'USD' } },
	});
	expect((await find('EG4959'))?.entry).toMatchObject({ price: 70, currency: 'USD', discounted: true });
});

test.each(['product', 'availability'])("the %s of a shop's cache gives the answer its age", async (part) => {
	const recorded = part === 'product' ? PRODUCT : AVAILABILITY;
	const { ask } = await shop({
		[part]: (response: ServerResponse, sku: string) =>
			void response.writeHead(200, { age: '600' }).end(JSON.stringify({ ...recorded, id: sku })),
	});
	expect(await ask('EG4959')).toMatchObject({ kind: 'read', ageMs: 600_000 });
});

test('a product with status 404 is gone and not found', async () => {
	const missing = reply(404, '{"message":"not found"}');
	const { ask, find } = await shop({ product: missing, availability: missing });
	expect(await ask('XX0000')).toEqual({ kind: 'gone' });
	expect(await find('XX0000')).toBeNull();
});

const wall = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>';
const NOT_JSON = 'changed format: adidas answered with something other than its product JSON';
const PAGE = 'wall page: adidas answered with a page instead of its product JSON';
test.each([
	[
		'a bot wall',
		{ product: reply(403, wall), availability: reply(403, wall) },
		'wall (403): adidas answered 403',
		null,
		undefined,
	],
	[
		'a limit',
		{ product: reply(429, '', { 'retry-after': '7' }) },
		'rate limited: adidas answered 429',
		7000,
		undefined,
	],
	[
		'an error of the availability alone',
		{ availability: reply(503, '') },
		'HTTP status: adidas answered 503',
		null,
		undefined,
	],
	[
		'an availability that is not loaded yet',
		{ availability: reply(404, '') },
		'HTTP status: adidas answered 404',
		null,
		true,
	],
	['a redirect', { product: reply(302, '', { location: '/' }) }, 'HTTP status: adidas answered 302', null, true],
	['a page instead of JSON', { product: reply(200, wall) }, PAGE, null, undefined],
	[
		'an error of both',
		{ product: reply(500, ''), availability: reply(500, '') },
		'HTTP status: adidas answered 500',
		null,
		undefined,
	],
	['an error of the product alone', { product: reply(500, '') }, 'HTTP status: adidas answered 500', null, true],
	['another form', { product: reply(200, '{"data":{}}') }, NOT_JSON, null, true],
	['null', { product: reply(200, 'null') }, NOT_JSON, null, true],
	['another product', { product: json(PRODUCT, { id: 'OTHER1' }) }, NOT_JSON, null, true],
	[
		'another form of the availability',
		{ availability: json(AVAILABILITY, { variation_list: [{ size: '7', availability: 'many' }] }) },
		'changed format: adidas answered with something other than its availability JSON',
		null,
		true,
	],
])('%s is blocked, never gone or sold out', async (_, replies, reason, retryAfterMs, isOwn) => {
	const { ask } = await shop(replies);
	expect(await ask('EG4959')).toEqual({ kind: 'blocked', reason, retryAfterMs, isOwn });
});

test('a shop that hangs or breaks the connection is blocked, and a lookup rejects', async () => {
	const { ask, find } = await shop({ product: () => {}, timeoutMs: 200 });
	expect(await ask('EG4959')).toMatchObject({ kind: 'blocked', reason: 'unreachable: adidas did not answer in time' });
	await expect(find('EG4959')).rejects.toThrow('adidas did not answer in time');
});

test('fields that are missing or of another type are left out', async () => {
	const bare = { name: 'Samba', view_list: null, pricing_information: { currentPrice: '70' }, attribute_list: 7 };
	const { ask } = await shop({ product: (response, id) => response.end(JSON.stringify({ id, ...bare })) });
	expect(await ask('EG4959')).toMatchObject({
		kind: 'read',
		snapshot: { title: 'Samba', subtitle: null, price: null, image: null, url: null },
	});
});

test('a lookup lists the photos of the product, without its video', async () => {
	const { find } = await shop();
	const entry = (await find('EG4959'))?.entry;
	expect(entry).toMatchObject({ title: 'Superstar Shoes', colorDescription: 'Core Black / Cloud White / Core Black' });
	expect(entry?.images).toHaveLength(11);
	expect(entry?.images.every((url) => url.startsWith('https://assets.adidas.com/images/'))).toBe(true);
});

const item = (productId: string, more = {}) => ({ productId, displayName: 'Samba OG', price: 100, ...more });
const list = (items: object[], count = items.length) => JSON.stringify({ itemList: { items, count } });

test('a search follows adidas to a category, and reads page after page', async () => {
	const first = item('B75806', {
		salePrice: 79.9,
		link: '/us/samba/B75806.html',
		image: { src: 'https://a.example/1.jpg' },
	});
	const { search, requests } = await shop({
		search: (response, url) => {
			const query = new URL(url, 'http://adidas').searchParams;
			if (query.get('query') === 'samba og') return void response.end('{"redirect-url":"/us/samba?x=1"}');
			response.end(query.get('start') === '0' ? list([first], 60) : list([item('IE3437')], 60));
		},
	});
	expect(await search('samba og')).toEqual([
		{
			sku: 'B75806',
			title: 'Samba OG',
			price: { current: 7990, full: 10_000, currency: 'USD' },
			link: 'https://www.adidas.com/us/samba/B75806.html',
			image: 'https://a.example/1.jpg',
		},
		{ sku: 'IE3437', title: 'Samba OG', price: expect.anything(), link: null, image: null },
	]);
	expect(requests.map((url) => url.split('?')[1])).toEqual([
		'sitePath=us&query=samba+og&start=0',
		'sitePath=us&query=samba&start=0',
		'sitePath=us&query=samba&start=48',
	]);
});

test('a search whose second page fails is blocked, and has what the first one lists', async () => {
	const { search } = await shop({
		search: (response, url) => {
			const isFirst = new URL(url, 'http://adidas').searchParams.get('start') === '0';
			return isFirst ? void response.end(list([item('B75806')], 60)) : reply(403, wall)(response, url);
		},
	});
	expect(await search('samba')).toMatchObject({ kind: 'blocked', found: [{ sku: 'B75806' }] });
});

test.each([
	['a wall', reply(403, wall), 'wall (403): adidas answered 403', undefined],
	['an error of the server', reply(500, ''), 'HTTP status: adidas answered 500', undefined],
	['no page for these words', reply(404, ''), 'HTTP status: adidas answered 404', true],
	[
		'another form',
		reply(200, '{"items":[]}'),
		'changed format: adidas answered with something other than its search JSON',
		true,
	],
])('a search: %s is blocked', async (_, answer, reason, isOwn) => {
	const { search } = await shop({ search: answer });
	expect(await search('samba')).toEqual({ kind: 'blocked', reason, retryAfterMs: null, isOwn });
});

test('a price of 0 means none, and links without a scheme are completed', async () => {
	const pricing_information = { currentPrice: 0, standard_price: 0 };
	const meta_data = { canonical: 'https://www.adidas.com/us/EG4959.html' };
	const { ask } = await shop({ product: json(PRODUCT, { pricing_information, meta_data }) });
	expect(await ask('EG4959')).toMatchObject({ snapshot: { price: null, url: meta_data.canonical } });
});
