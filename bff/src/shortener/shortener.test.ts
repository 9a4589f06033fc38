import { ShortUrl } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { event, openMonitor, product } from '../events/testing.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const long = 'https://www.nike.com/t/dunk-low?x=1&y=%20#top';

const PERSON =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
/** Requests that no person made: previews of links, crawlers, prefetches, and programs. */
const AUTOMATIC: readonly RequestInit[] = [
	...[
		'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
		'Twitterbot/1.0',
		'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
		'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
		'WhatsApp/2.23.20.0 A',
		'TelegramBot (like TwitterBot)',
		'ExampleCrawler/1.0',
		'curl/8.1.2',
		'',
	].map((agent) => ({ headers: { 'user-agent': agent } })),
	{ headers: { 'user-agent': PERSON, 'sec-purpose': 'prefetch;prerender' } },
	{ headers: { 'user-agent': PERSON, purpose: 'prefetch' } },
	{ headers: { 'user-agent': PERSON }, method: 'HEAD' },
];

async function follow(url: string, init: RequestInit = { headers: { 'user-agent': PERSON } }) {
	const response = await testServer.visitor().fetch(new URL(url).pathname, { ...init, redirect: 'manual' });
	return { status: response.status, location: response.headers.get('location') };
}

test('a URL gets two short URLs with separate counts', async () => {
	const { shortUrl, secondShortUrl } = await ada.api.urlShorten({ originalUrl: ` ${long} ` });
	expect(shortUrl).not.toBe(secondShortUrl);
	const slug = /\/s\/([346789A-HJ-NP-RT-Ya-km-zt]{7})$/.exec(shortUrl)?.[1];
	expect(slug).toBeDefined();
	for (const url of [shortUrl, shortUrl, secondShortUrl])
		expect(await follow(url)).toEqual({ status: 302, location: long });
	for (const request of AUTOMATIC)
		expect(await follow(secondShortUrl, request)).toEqual({ status: 302, location: long });
	await expect
		.poll(async () => (await ShortUrl.query(testServer.db.knex)).map(({ clicks }) => clicks).sort((a, b) => a - b))
		.toEqual([1, 2]);
	const { data } = await ada.api.shortUrls();
	expect(data.map(({ originalUrl }) => originalUrl)).toEqual([long, long]);
	expect((await ada.fetch('/url/list')).headers.get('cache-control')).toBe('no-store');
	const found = async (part: string) => (await ada.api.shortUrls({ text: part })).data.length;
	expect([await found('DUNK-low'), await found(slug as string), await found('y=%20'), await found('y=%2_')]).toEqual([
		2, 1, 2, 0,
	]);
	expect(data.find((row) => row.slug === slug)).toMatchObject({ clicks: 2, shortUrl });
});

test("an event's message has cart links and one counted link outside the list of short URLs", async () => {
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const data = { label: 'laptops', value: hook!.url };
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data });
	const submit = await openMonitor(testServer, ada);
	const size = (available: boolean | null) => ({ size: '16 GB', available, url: 'https://www.hp.com/cart/42:1' });
	await submit(event({ ...product, sizes: [size(false), { size: '8 GB', available: null }] }, 'COUNTED'));
	await submit(event({ ...product, sizes: [size(true), { size: '8 GB', available: null }] }, 'COUNTED'));
	const [message] = await testServer.sandbox.control.waitForMessages({ webhookId: hook!.id, count: 1 });
	const [embed] = (message!.body as { embeds: { url: string; fields: { name: string; value: string }[] }[] }).embeds;
	const field = (name: string) => embed?.fields.find((one) => one.name === name)?.value ?? '';
	expect(field('Sizes (1/2, 1 unknown)')).toBe('[16 GB](https://www.hp.com/cart/42:1) ⬆');
	expect(field('Stock unknown')).toBe('8 GB');
	expect(embed?.url).toBe(product.url);
	const [, counted = ''] = /\[Buy at hp\.com\]\((.+)\)$/.exec(field('SKU')) ?? [];

	expect(await follow(counted)).toEqual({ status: 302, location: product.url });
	expect(await follow(counted)).toEqual({ status: 302, location: product.url });
	for (const request of AUTOMATIC) await follow(counted, request);
	const clicks = async (browser: Browser) => (await browser.api.events({ sku: 'COUNTED' })).data[0]?.clicks;
	await expect.poll(() => clicks(ada)).toBe(2);
	expect(await clicks(await testServer.signIn('cleo'))).toBeNull();
	expect((await ada.api.shortUrls({ text: 'hp.com' })).data).toEqual([]);
});

test.each([
	['another protocol', 'javascript:alert(1)'],
	['a private address', 'http://192.168.1.1/admin'],
	['loopback', 'http://127.0.0.1:3000/'],
	['loopback in decimal', 'http://2130706433/'],
	['IPv6 loopback', 'http://[::1]/'],
	['a name of this machine', 'http://localhost:8080/x'],
	['a name of the testServer', 'http://printer.local/'],
	['a name without a dot', 'http://intranet/'],
	['a user name', 'https://nike.com@evil.example/'],
	['no address', 'nike.com/x'],
	['too much', `https://nike.com/${'x'.repeat(2048)}`],
])('%s is refused', async (_, originalUrl) => {
	await expect(ada.api.urlShorten({ originalUrl })).rejects.toMatchObject({
		status: 400,
		fields: { originalUrl: expect.any(String) },
	});
});

test('URLs of this server are rejected: they could redirect in a loop', async () => {
	const own = `${testServer.settings.PUBLIC_URL}/s/abcdefg`;
	await expect(ada.api.urlShorten({ originalUrl: own })).rejects.toMatchObject({ status: 400 });
});

test('an unknown slug is a 404 page', async () => {
	const response = await testServer
		.visitor()
		.fetch('/s/3467893', { redirect: 'manual', headers: { accept: 'text/html' } });
	expect(response.status).toBe(404);
	expect(response.headers.get('content-type')).toContain('text/html');
});
