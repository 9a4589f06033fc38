import { ShortUrl } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

const long = 'https://www.nike.com/t/dunk-low?x=1&y=%20#top';

test('a long address has two short ones, counted apart', async () => {
	const { shortUrl, secondShortUrl } = await ada.api.urlShorten({ originalUrl: ` ${long} ` });
	expect(shortUrl).not.toBe(secondShortUrl);
	const slug = /\/s\/([346789A-HJ-NP-RT-Ya-km-zt]{7})$/.exec(shortUrl)?.[1];
	expect(slug).toBeDefined();
	const follow = async (url: string) => {
		const response = await house.visitor().fetch(new URL(url).pathname, { redirect: 'manual' });
		return { status: response.status, location: response.headers.get('location') };
	};
	for (const url of [shortUrl, shortUrl, secondShortUrl])
		expect(await follow(url)).toEqual({ status: 302, location: long });
	await expect
		.poll(async () => (await ShortUrl.query(house.db.knex)).map(({ clicks }) => clicks).sort((a, b) => a - b), {
			timeout: 8000,
		})
		.toEqual([1, 2]);
	const { data } = await ada.api.shortUrls();
	expect(data.map(({ originalUrl }) => originalUrl)).toEqual([long, long]);
	const found = async (part: string) => (await ada.api.shortUrls({ text: part })).data.length;
	expect([await found('DUNK-low'), await found(slug as string), await found('y=%20'), await found('y=%2_')]).toEqual([
		2, 1, 2, 0,
	]);
	expect(data.find((row) => row.slug === slug)).toMatchObject({ clicks: 2, shortUrl });
});

test.each([
	['another protocol', 'javascript:alert(1)'],
	['a private address', 'http://192.168.1.1/admin'],
	['loopback', 'http://127.0.0.1:3000/'],
	['loopback in decimal', 'http://2130706433/'],
	['IPv6 loopback', 'http://[::1]/'],
	['a name of this machine', 'http://localhost:8080/x'],
	['a name of the house', 'http://printer.local/'],
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

test('our own addresses are refused: they would lead round in circles', async () => {
	const own = `${house.settings.PUBLIC_URL}/s/abcdefg`;
	await expect(ada.api.urlShorten({ originalUrl: own })).rejects.toMatchObject({ status: 400 });
});

test('an unknown slug is a 404 page', async () => {
	const response = await house.visitor().fetch('/s/3467893', { redirect: 'manual', headers: { accept: 'text/html' } });
	expect(response.status).toBe(404);
	expect(response.headers.get('content-type')).toContain('text/html');
});
