import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReaderPool } from '../reading/pool.ts';
import { openShop, status, type TestShop } from '../sources/links/testing.ts';
import { BudgetError } from '../limits/budget.ts';
import { Pace } from '../limits/pace.ts';
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

test('a request names its sender, and robots.txt is read once a host', async () => {
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

test('a finished request is freed before its timeout', async () => {
	shop.answers['/p/1'] = 'one';
	open({ timeoutMs: 600_000 });
	const count = () => queryObjects(AbortSignal, { format: 'count' });
	const before = count();
	for (let round = 0; round < 50; round++) await page();
	expect(count()).toBeLessThan(before + 25);
});

test('redirects stay within the shop, and the front page means gone', async () => {
	shop.answers['/p/1'] = status(301, { location: '/p/2' });
	shop.answers['/p/2'] = status(302, { location: 'https://shoes.example/p/3' });
	shop.answers['/p/3'] = 'three';
	shop.answers['/p/4'] = status(302, { location: '/us-en/shop' });
	shop.answers['/p/5'] = status(302, { location: '//elsewhere.example/p' });
	shop.answers['/p/6'] = status(302, { location: '/p/6' });
	shop.answers['/p/7'] = status(302, { location: 'https://queue.shoes.example/?c=drop' });
	shop.answers['/p/8'] = status(302, { location: '/?challenge=1' });
	shop.answers['/p/9'] = status(302, { location: '//shoes.queue-it.net/?c=shoes' });
	open();
	expect(await page()).toBe('three');
	expect(await page(LINK.replace('1', '4'))).toBe("gone: The link redirects to the shop's front page");
	expect(await page(LINK.replace('1', '5'))).toMatch(/^moved: .+ redirects to elsewhere.example, which is/);
	expect(await page(LINK.replace('1', '6'))).toBe('HTTP status: Shoes redirected too many times');
	// A queue and a wall: the product is still sold.
	for (const queue of ['7', '9']) {
		expect(await page(LINK.replace('1', queue))).toBe('wall page: Shoes redirects to a queue');
	}
	expect(await page(LINK.replace('1', '8'))).toMatch(/^wall page: Shoes redirects to/);
});

test.each([
	['/us/p/4', '/de/', 'moved'],
	['/us/p/4', '/gb/p/4', 'moved'],
	['/us-en/p/4', '/gb-en/', 'moved'],
	['/fr-fr/p/4', '/fr-ca/p/4', 'moved'],
	['/be-fr/p/4', '/fr/p/4', 'moved'],
	['/ch-de/p/4', '/de/p/4', 'moved'],
	['/us/p/4', '/us/', 'gone'],
	['/us/p/4', '/en-us/', 'gone'],
	['/us/p/4', '/', 'gone'],
	['/p/4', '/de/', 'gone'],
	['/us/p/4', '/us/en-us/p/5', 'read'],
	['/uk/p/4', '/gb/p/4', 'read'],
	['/fr/p/4', '/en/p/4', 'read'],
	['/gb/p/4', '/pd/4', 'read'],
	['/be-nl/p/4', '/be-fr/p/4', 'read'],
	['/ca-en/p/4', '/ca-fr/p/4', 'read'],
	['/ca/en/p/4', '/ca/fr/p/4', 'read'],
	['/ch_de/p/4', '/ch_en/p/4', 'read'],
	['/eu/p/4', '/de/p/4', 'read'],
	['/sv/p/4', '/sv-se/p/4', 'read'],
	['/sv-se/p/4', '/sv/p/4', 'read'],
	['/sv/p/4', '/se/p/4', 'read'],
	['/cs/p/4', '/cs-cz/p/4', 'read'],
	['/ar/p/4', '/ar-sa/p/4', 'read'],
	['/ar/p/4', '/sa-ar/p/4', 'read'],
	['/sa-en/p/4', '/sa-ar/p/4', 'read'],
	['/at/p/4', '/at-de/p/4', 'read'],
	['/us/p/4', '/us-es/p/4', 'read'],
	['/sl/p/4', '/sl-si/p/4', 'read'],
	['/sr/p/4', '/sr-rs/p/4', 'read'],
	['/vi/p/4', '/vi-vn/p/4', 'read'],
	['/tv/p/4', '/us/en-us/tv/p/4', 'read'],
	['/ar/p/4', '/us/p/4', 'moved'],
	['/se/p/4', '/no/p/4', 'moved'],
	['/br/p/4', '/fr/p/4', 'moved'],
	['/pt/p/4', '/br/p/4', 'moved'],
	['/de/p/4', '/de-at/p/4', 'moved'],
	['/de/p/4', '/ch/de/p/4', 'moved'],
	['/ar-sa/p/4', '/ar-ae/p/4', 'moved'],
	['/sa-ar/p/4', '/es-ar/p/4', 'moved'],
])('a redirect from %s to %s, of the same country or another: %s', async (from, location, expected) => {
	shop.answers[from] = status(302, { location });
	shop.answers[location] = 'read';
	open();
	expect((await page(new URL(from, LINK).href)).split(':')[0]).toBe(expected);
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

test('five failures in a row pause a host; a read answer resets the count', async () => {
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

const api = (signal = new AbortController().signal) => client?.get({ link: LINK, signal });

test("a paused host's robots.txt is requested after the pause", async () => {
	const clock = vi.spyOn(performance, 'now');
	const begun = performance.now();
	clock.mockReturnValue(begun);
	open();
	shop.answers['/p/1'] = status(403);
	for (let count = 0; count < 5; count++) await api();
	expect(await page()).toMatch(/^robots.txt: it cannot be read/);
	expect(shop.requests.filter(({ url }) => url === '/robots.txt')).toHaveLength(0);
	clock.mockReturnValue(begun + 30_000);
	shop.answers['/p/1'] = 'one';
	expect(await page()).toBe('one');
});

test('an unsent probe does not pause its host', async () => {
	shop.answers['/p/1'] = status(403);
	open({ perHost: { concurrent: 1, perMinute: 60, circuit: true } });
	const clock = vi.spyOn(performance, 'now');
	const begun = performance.now();
	clock.mockReturnValue(begun);
	for (let count = 0; count < 5; count++) await api();
	shop.answers['/p/1'] = 'one';
	clock.mockReturnValue(begun + 31_000);
	const enter = vi.spyOn(Pace.prototype, 'enter');
	enter.mockResolvedValueOnce(null);
	expect(await api()).toMatchObject({ kind: 'rate limited', isUnsent: true });
	enter.mockRejectedValueOnce(new BudgetError('Others held all there is for too long'));
	expect(await api()).toMatchObject({ kind: 'unreachable', isUnsent: true });
	await expect(api(AbortSignal.abort())).rejects.toThrow('aborted');
	expect(await api()).toMatchObject({ body: Buffer.from('one') });
});

test('a wall with status 200 counts as a failure', async () => {
	shop.answers['/p/1'] = '<html>Access Denied</html>';
	open();
	for (let count = 0; count < 7; count++) {
		await page();
		client?.noteWall(LINK, { words: 'The page contains no product data' });
	}
	expect(await page()).toBe('wall page: The page contains no product data');
	expect(shop.paths()).toHaveLength(5);
});

test('requests to a host stay within its budget', async () => {
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

test('a text that takes too much memory or time ends its thread only', async () => {
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
