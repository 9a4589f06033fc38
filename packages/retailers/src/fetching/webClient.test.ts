import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReaderPool } from '../reading/pool.ts';
import { openShop, status, type TestShop } from '../sources/links/testing.ts';
import { Circuit } from './circuit.ts';
import { failure } from './failure.ts';
import { createWebClient, isFailure, type WebClient, type WebClientOptions } from './webClient.ts';

let shop: TestShop;
let client: WebClient | undefined;
beforeEach(async () => {
	shop = await openShop();
});
afterEach(async () => {
	vi.restoreAllMocks();
	await client?.close();
	shop.close();
});

const LINK = 'https://www.shoes.example/p/1';

/** A client for links of shoes.example, which are fetched from the test's shop. */
function open(options: Partial<WebClientOptions> = {}): WebClient {
	client = createWebClient({
		shop: 'Shoes',
		userAgent: 'Dropwire/1.0 (test)',
		timeoutMs: 5000,
		largest: 1024 * 1024,
		redirects: 3,
		perHost: { concurrent: 2, perMinute: null, circuit: true },
		places: [{ hosts: ['shoes.example'], address: shop.origin }],
		readers: new ReaderPool(),
		...options,
	});
	return client;
}
const page = async (link = LINK) => {
	const answer = await client?.get({ link, page: true, signal: new AbortController().signal });
	if (!answer || 'unchanged' in answer) return 'unchanged';
	return isFailure(answer) ? `${answer.kind}: ${answer.words}` : answer.body.toString();
};

test('a request says who sends it, and robots.txt is asked once before the pages of a host', async () => {
	shop.answers['/p/1'] = 'one';
	shop.answers['/p/2'] = 'two';
	shop.answers['/robots.txt'] = 'User-agent: *\nDisallow: /cart\n\nUser-agent: dropwire\nDisallow: /p/2\n';
	open();
	expect(await Promise.all([page(), page(), page(LINK.replace('1', '2'))])).toEqual([
		'one',
		'one',
		'robots.txt: that of www.shoes.example does not allow this page',
	]);
	expect(shop.requests.map(({ url = '' }) => url).toSorted()).toEqual(['/p/1', '/p/1', '/robots.txt']);
	expect(new Set(shop.requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['Dropwire/1.0 (test)']));
	// An API for programs is no page.
	const answer = await client?.get({ link: LINK.replace('1', '2'), signal: new AbortController().signal });
	expect(answer).toMatchObject({ body: Buffer.from('two') });
});

test.each([
	[403, 'one'],
	[404, 'one'],
	[429, 'robots.txt: it cannot be read: Shoes answered 429'],
	[503, 'robots.txt: it cannot be read: Shoes answered 503'],
])('a robots.txt with status %d: %s (RFC 9309)', async (code, expected) => {
	shop.answers['/p/1'] = 'one';
	shop.answers['/robots.txt'] = status(code);
	open();
	expect(await page()).toBe(expected);
});

test('a request that is over is not kept in memory until its time is over', async () => {
	shop.answers['/p/1'] = 'one';
	open({ timeoutMs: 600_000 });
	const count = () => queryObjects(AbortSignal, { format: 'count' });
	const before = count();
	for (let round = 0; round < 50; round++) await page();
	expect(count()).toBeLessThan(before + 25);
});

test('a redirect is followed within the shop only, and to the front page it means gone', async () => {
	shop.answers['/p/1'] = status(301, { location: '/p/2' });
	shop.answers['/p/2'] = status(302, { location: 'https://shoes.example/p/3' });
	shop.answers['/p/3'] = 'three';
	shop.answers['/p/4'] = status(302, { location: '/us-en/shop' });
	shop.answers['/p/5'] = status(302, { location: '//elsewhere.example/p' });
	shop.answers['/p/6'] = status(302, { location: '/p/6' });
	shop.answers['/p/7'] = status(302, { location: 'https://queue.shoes.example/?c=drop' });
	shop.answers['/p/8'] = status(302, { location: '/?challenge=1' });
	open();
	expect(await page()).toBe('three');
	expect(await page(LINK.replace('1', '4'))).toBe("gone: The link redirects to the shop's front page");
	expect(await page(LINK.replace('1', '5'))).toMatch(/^HTTP status: .+ redirects to elsewhere.example, which is/);
	expect(await page(LINK.replace('1', '6'))).toBe('HTTP status: Shoes redirected too many times');
	// A queue and a wall: the product is still sold.
	expect(await page(LINK.replace('1', '7'))).toMatch(
		/^wall page: Shoes redirects to queue.shoes.example, which is not/,
	);
	expect(await page(LINK.replace('1', '8'))).toMatch(/^wall page: Shoes redirects to/);
});

test('the address of a shop can have a path', async () => {
	shop.answers['/retail/shoes/p/1?a=1'] = status(302, { location: `${shop.origin}/retail/shoes/p/2` });
	shop.answers['/retail/shoes/p/2'] = 'two';
	shop.answers['/retail/shoes/p/3'] = status(302, { location: '/retail/shoes/' });
	open({ places: [{ hosts: ['shoes.example'], address: `${shop.origin}/retail/shoes` }] });
	expect(await page(`${LINK}?a=1`)).toBe('two');
	expect(await page(LINK.replace('1', '3'))).toMatch(/^gone/);
	expect(shop.requests.map(({ url }) => url)).toContain('/retail/shoes/robots.txt');
});

test('after five failures in a row a host is left alone; answers that were read begin the count again', async () => {
	shop.answers['/p/1'] = status(500);
	open();
	for (let count = 0; count < 4; count++) await page();
	shop.answers['/p/1'] = 'one';
	expect(await page()).toBe('one');
	client?.noteRead(LINK);
	shop.answers['/p/1'] = status(403);
	for (let count = 0; count < 7; count++) expect(await page()).toBe('wall (403): Shoes answered 403');
	expect(shop.paths()).toHaveLength(10);
});

test('a host that is left alone does not seem to have no robots.txt', async () => {
	shop.answers['/robots.txt'] = status(503);
	open();
	await page();
	const api = () => client?.get({ link: LINK, signal: new AbortController().signal });
	shop.answers['/p/1'] = status(403);
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11 * 60_000);
	for (let count = 0; count < 5; count++) await api();
	expect(await page()).toMatch(/^robots.txt: it cannot be read/);
	expect(shop.requests.filter(({ url }) => url === '/robots.txt')).toHaveLength(1);
});

test('the pauses of a circuit double up to 15 minutes, with one request in between', () => {
	const circuit = new Circuit();
	const failed = failure('unreachable', 'Shoes did not answer in time');
	for (let count = 0; count < 5; count++) circuit.noteFailure(failed, 0);
	expect(circuit.problem(29_000)).toEqual({ ...failed, isRepeated: true, retryAfterMs: 1000 });
	expect(circuit.problem(30_000)).toBeNull();
	expect(circuit.problem(30_000)).not.toBeNull();
	const pauses = [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000].slice(1);
	let now = 30_000;
	for (const pause of pauses) {
		circuit.noteFailure(failed, now);
		expect(circuit.problem(now + pause - 1)).not.toBeNull();
		now += pause;
		expect(circuit.problem(now)).toBeNull();
	}
	circuit.noteAnswer();
	circuit.noteRead();
	circuit.noteFailure(failed, now);
	expect(circuit.problem(now)).toBeNull();
});

test('a wall with status 200 counts, once the reader has found it', async () => {
	shop.answers['/p/1'] = '<html>Access Denied</html>';
	open();
	for (let count = 0; count < 7; count++) {
		await page();
		client?.noteWall(LINK, 'The page contains no product data');
	}
	expect(await page()).toBe('wall page: The page contains no product data');
	expect(shop.paths()).toHaveLength(5);
});

test('a host gets its requests a minute, and no more', async () => {
	shop.answers['/p/1'] = 'one';
	// The request of robots.txt counts.
	open({ perHost: { concurrent: 2, perMinute: 1, circuit: true } });
	expect(await page()).toBe('rate limited: the budget for Shoes is used up');
	expect(shop.requests.map(({ url }) => url)).toEqual(['/robots.txt']);
});

test('a proxy gets the requests to public hosts, and another one after a wall', async () => {
	const used: string[] = [];
	const proxies = await Promise.all(
		['a', 'b'].map(async (name) => {
			const proxy = createServer().on('connect', ({ url }, socket) => {
				used.push(`${name} ${url}`);
				const tunnel = connect(Number(new URL(shop.origin).port), '127.0.0.1', () => {
					socket.write('HTTP/1.1 200 OK\r\n\r\n');
					socket.pipe(tunnel).pipe(socket);
				});
				for (const end of [socket, tunnel]) end.on('error', () => end.destroy());
			});
			proxy.listen(0, '127.0.0.1');
			await once(proxy, 'listening');
			return proxy;
		}),
	);
	const urls = proxies.map((proxy) => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
	shop.answers['/p/1'] = 'one';
	open({ proxies: urls, places: [{ hosts: ['shoes.example'], address: 'http://shoes.test.example' }] });
	await page();
	await page();
	shop.answers['/p/1'] = status(403);
	await page();
	shop.answers['/p/1'] = 'one';
	expect(await page()).toBe('one');
	const [first] = used;
	expect([...new Set(used)]).toEqual([
		first,
		first?.startsWith('a') ? 'b shoes.test.example:80' : 'a shoes.test.example:80',
	]);
	for (const proxy of proxies) {
		proxy.closeAllConnections();
		proxy.close();
	}
});

test('a large text that takes too much memory or time ends its thread, and the next one is read', async () => {
	const readers = new ReaderPool({ threads: 1, timeoutMs: 500 });
	const hostile = Buffer.from(
		`<script type="application/ld+json">{"@type":"Product","name":"${'" '.repeat(1_000_000)}"}</script>`,
	);
	await expect(readers.read('schemaOrg', hostile, { url: LINK })).rejects.toMatchObject({ name: 'ReaderLimitError' });
	const large = Buffer.from(
		`${' '.repeat(100_000)}<script type="application/ld+json">{"@type":"Product","name":"Shoe"}</script>`,
	);
	const calm = new ReaderPool({ threads: 1, timeoutMs: 60_000 });
	expect(await calm.read('schemaOrg', large, { url: LINK })).toMatchObject({ title: 'Shoe' });
	await Promise.all([readers.close(), calm.close()]);
});
