import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { detail, nextData, SITE, size, tile } from '../../formats/nike/testing.ts';
import { bySku } from '../../snapshot/answer.ts';
import type { SourceConnection } from '../source.ts';
import { nikeRefurbished } from './nikeRefurbished.ts';

/** Answers by path: a body, or a status. */
let answers: Record<string, string | number>;
let requests: string[];
let age: string;
const answer: RequestListener = ({ url = '', headers }, response) => {
	if (url === '/robots.txt') return void response.writeHead(404).end();
	requests.push(url);
	const known = url.startsWith('/discover/') && !headers['nike-api-caller-id'] ? 400 : (answers[url] ?? 404);
	if (typeof known === 'number') response.writeHead(known, { 'retry-after': '7' }).end();
	else response.writeHead(200, { age }).end(known);
};
const server = createServer(answer);
let source: SourceConnection;
beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const more = { NIKE_API: url, NIKE_REFURBISHED_PATH: '/w/refurbished' };
	source = nikeRefurbished.connect({ url, timeoutMs: 5000, connections: 4, more });
});
afterAll(async () => {
	await source.close();
	server.closeAllConnections();
	server.close();
});

const NEXT = '/discover/product_wall/v1/x?anchor=24';
const wall = (products: object[], next = '') =>
	nextData({ initialState: { Wall: { productGroupings: [{ products }], pageData: { next } } } });
const page = (sku: string, more = {}) => nextData({ selectedProduct: detail(sku, more) });
beforeEach(() => {
	requests = [];
	age = '';
	answers = {
		'/w/refurbished': wall([tile('AA0001-001')], NEXT),
		[NEXT]: JSON.stringify({ productGroupings: [{ products: [tile('AA0002-002')] }] }),
		'/t/air-force-1/AA0001-001': page('AA0001-001', { prices: null }),
		'/t/air-force-1/AA0002-002': page('AA0002-002', { sizes: [size('9', 'OOS')] }),
		'/t/_/AA0003-003': page('AA0003-003'),
	};
});

async function ask(...skus: string[]) {
	const reading = await source.ask('US', skus.map(bySku), AbortSignal.timeout(20_000));
	return 'answers' in reading ? Object.fromEntries(reading.answers) : {};
}

test("a page of the shop's cache gives the answer its age", async () => {
	age = '600';
	expect((await ask('AA0001-001'))['AA0001-001']).toMatchObject({ kind: 'read', ageMs: 600_000 });
});

test('the wall says which products there are, and each page which sizes', async () => {
	const read = await ask('AA0001-001', 'AA0002-002', 'AA0003-003', 'AA0004-004');
	const url = `${SITE}/t/x/AA0001-001`;
	expect(read['AA0001-001']).toEqual({
		kind: 'read',
		snapshot: {
			brand: 'NIKE',
			sku: 'AA0001-001',
			region: 'US',
			title: "Nike Air Force 1 '07",
			subtitle: null,
			category: 'REFURBISHED',
			status: null,
			price: { current: 9197, full: 11_500, currency: 'USD' },
			launchAt: null,
			launchMethod: null,
			available: true,
			evidence: 'size',
			sizes: [
				{ size: 'US 9', available: true, level: null, count: null, url: `${url}#dropwire-size=US+9` },
				{ size: 'US 10', available: false, level: null, count: null },
				{ size: 'US 11', available: null, level: null, count: null },
			],
			promoExcluded: false,
			image: 'https://static.nike.com/b.png',
			url,
		},
	});
	// Its own price counts, not that of the wall.
	expect(read['AA0002-002']).toMatchObject({ snapshot: { available: false, price: { current: 11_500 } } });
	// Not on the wall, but its page exists; neither there nor on the wall.
	expect(read['AA0003-003']).toMatchObject({ kind: 'read' });
	expect(read['AA0004-004']).toEqual({ kind: 'gone' });
	expect(requests).toEqual([
		'/w/refurbished',
		NEXT,
		'/t/air-force-1/AA0001-001',
		'/t/air-force-1/AA0002-002',
		'/t/_/AA0003-003',
		'/t/_/AA0004-004',
	]);
});

test('a product whose page is missing is not gone while the wall lists it, or cannot be read', async () => {
	answers['/t/air-force-1/AA0001-001'] = 404;
	expect((await ask('AA0001-001'))['AA0001-001']).toMatchObject({
		kind: 'blocked',
		reason: 'HTTP status: Nike lists the product, but its page does not exist',
	});
	answers['/w/refurbished'] = '<html><title>Access Denied</title></html>';
	expect(await ask('AA0004-004', 'AA0003-003')).toMatchObject({
		'AA0004-004': { kind: 'blocked', reason: 'wall page: The page is a bot wall' },
		'AA0003-003': { kind: 'read' },
	});
});

test('after an error, Nike is not asked for the other pages; a changed page concerns one product', async () => {
	answers['/t/air-force-1/AA0001-001'] = page('AA0001-001', { sizes: 'some' });
	expect(await ask('AA0001-001', 'AA0003-003')).toMatchObject({
		'AA0001-001': { kind: 'blocked', reason: expect.stringMatching(/^changed format: /) },
		'AA0003-003': { kind: 'read' },
	});
	answers['/t/air-force-1/AA0001-001'] = 429;
	requests = [];
	const limited = { kind: 'blocked', reason: 'rate limited: Nike answered 429', retryAfterMs: 7000 };
	expect(await ask('AA0001-001', 'AA0003-003')).toEqual({ 'AA0001-001': limited, 'AA0003-003': limited });
	expect(requests).not.toContain('/t/_/AA0003-003');
});

test('a search lists the products of the wall whose titles have all words', async () => {
	const signal = AbortSignal.timeout(20_000);
	const found = await source.search?.('US', 'force NIKE', signal);
	expect(found).toMatchObject([{ sku: 'AA0001-001', link: `${SITE}/t/air-force-1/AA0001-001` }, { sku: 'AA0002-002' }]);
	expect(await source.search?.('US', 'dunk', signal)).toEqual([]);
	answers['/w/refurbished'] = 403;
	expect(await source.search?.('US', 'dunk', signal)).toMatchObject({ reason: 'wall (403): Nike answered 403' });
});
