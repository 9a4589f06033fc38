import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PUBLIC_PAGES, type Release } from '@dropwire/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';
import { createPublicStatus } from '../status/publicStatus.ts';
import { createPublicDocuments } from './publicDocuments.ts';

const WEB = join(import.meta.dirname, '../../../web/dist');

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('security.txt exists once CONTACT_EMAIL is set', async () => {
	expect((await testServer.visitor().fetch('/.well-known/security.txt')).status).toBe(404);
	const named = await openTestServer({ env: { CONTACT_EMAIL: 'security@drop.example' } });
	const response = await named.visitor().fetch('/.well-known/security.txt');
	expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/i);
	const fields = new Map((await response.text()).split('\n').map((line) => line.split(/: (.*)/) as [string, string]));
	expect(fields.get('Contact')).toBe('mailto:security@drop.example');
	expect(fields.get('Canonical')).toBe(`${named.settings.PUBLIC_URL}/.well-known/security.txt`);
	const days = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
	expect(days).toBeGreaterThan(100);
	expect(days).toBeLessThan(365);
	await named.close();
});

test('the plans of the settings are in the landing page, which is complete without scripts', async () => {
	expect((await testServer.visitor().api.site({})).plans).toEqual([]);
	expect(await htmlOf('/')).not.toContain('id="plans"');
	const PLANS = [{ name: 'Starter </script>', price: '$30 a month', features: ['1 server', 'All regions'] }];
	const selling = await openTestServer({ env: { PLANS: JSON.stringify(PLANS) } });
	expect((await selling.visitor().api.site({})).plans).toEqual(PLANS);
	const html = await (await selling.visitor().fetch('/')).text();
	for (const text of [
		'Starter &lt;/script&gt;',
		'$30 a month',
		'All regions',
		'Shock drop',
		'What is watched',
		'CLOSEOUT',
	])
		expect(html).toContain(text);
	expect(html).not.toContain('Starter </script>');
	expect(html).not.toMatch(/<script(?![^>]* src=)(?![^>]*application\/json)/);
	await selling.close();
});

const none = async () => ({ data: [], nextCursor: null });
const htmlOf = async (path: string) => (await testServer.visitor().fetch(path)).text();

test('each public page has a title, a description and a preview with absolute URLs; other pages are not indexed', async () => {
	const { PUBLIC_URL } = testServer.settings;
	const titles = new Set<string>();
	for (const { path, title, indexed } of Object.values(PUBLIC_PAGES)) {
		const html = await htmlOf(path);
		expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}" />`);
		expect(html).toContain(`<meta property="og:image" content="${PUBLIC_URL}/og.png" />`);
		expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
		expect(html.match(/<meta name="description"/g)).toHaveLength(1);
		expect(html.includes('content="noindex"')).toBe(!indexed);
		const [, shown = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
		expect(shown).toContain(title);
		titles.add(shown);
	}
	expect(titles.size).toBe(Object.keys(PUBLIC_PAGES).length);
	const picture = Buffer.from(await (await testServer.visitor().fetch('/og.png')).arrayBuffer());
	expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
	for (const file of ['/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest', '/icon-512.png'])
		expect((await testServer.visitor().fetch(file)).status).toBe(200);
});

test('an unknown address is 404 and is not indexed; a known page of the app is 200', async () => {
	const visitor = testServer.visitor();
	for (const path of ['/no/such/page', '/index', '/statuses', '/s/nothing']) {
		const response = await visitor.fetch(path);
		expect([path, response.status]).toEqual([path, 404]);
		expect(await response.text()).toContain('<meta name="robots" content="noindex" />');
	}
	const products = ['1203A474.002', 'shop.example%2Frunner.html'].map((sku) => `/products/SHOPS/${sku}`);
	for (const path of [
		'/status',
		'/dashboard/admin',
		'/dashboard/settings/nike-shoes',
		'/account/sessions',
		...products,
	])
		expect([path, (await visitor.fetch(path)).status]).toEqual([path, 200]);
	for (const file of ['/assets/gone.js', '/gone.png'])
		expect(await (await visitor.fetch(file)).json()).toMatchObject({ error: { code: 'not_found' } });
});

test('robots.txt and sitemap.xml name the public pages only', async () => {
	const { PUBLIC_URL } = testServer.settings;
	const robots = await htmlOf('/robots.txt');
	expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
	expect(robots).toContain('Disallow: /account/');
	const sitemap = await htmlOf('/sitemap.xml');
	const urls = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
	expect(urls).toContain(`${PUBLIC_URL}/`);
	expect(urls).toContain(`${PUBLIC_URL}/status`);
	expect(urls.filter((url) => url?.includes('userportal'))).toEqual([]);
});

test('a page is compressed, and answered 304 if unchanged', async () => {
	const etag = (await testServer.visitor().fetch('/')).headers.get('etag') ?? '';
	const ask = (headers: Record<string, string>) =>
		new Promise<IncomingMessage>((resolve, reject) => {
			get(`http://127.0.0.1:${testServer.settings.PORT}/`, { headers }, (response) => resolve(response.resume())).once(
				'error',
				reject,
			);
		});
	// Not fetch, which turns the cache off when a request has the condition.
	expect((await ask({ 'If-None-Match': etag })).statusCode).toBe(304);
	for (const encoding of ['br', 'gzip'])
		expect((await ask({ 'Accept-Encoding': encoding })).headers['content-encoding']).toBe(encoding);
});

test('the landing page names a number of products from some hundred on', async () => {
	const status = await createPublicStatus(testServer.db)();
	const [family, ...others] = status.families;
	const textOf = async (path: string, products: number) => {
		const families = [{ ...family!, regions: ['US' as const, 'JP' as const], products }, ...others];
		const documents = createPublicDocuments(WEB, {
			settings: { ...testServer.settings, PUBLIC_URL: 'https://drop.example' },
			readStatus: async () => ({ ...status, state: 'running', families }),
			readReleases: none,
			log: { warn: () => null },
		});
		return (await documents.html(path)).replaceAll(/<!-- -->|<[^>]*>/g, '');
	};
	expect(await textOf('/', 80)).not.toContain('80 products');
	expect(await textOf('/', 800)).toContain('Watching 800 products now');
	expect(await textOf('/status', 80)).toContain('80 products');
});

test('the landing page shows no figures without the database', async () => {
	const broken = { ...testServer.settings, PUBLIC_URL: 'https://drop.example' };
	const warnings: unknown[] = [];
	const documents = createPublicDocuments(WEB, {
		settings: broken,
		readStatus: () => Promise.reject(new Error('database is away')),
		readReleases: none,
		log: { warn: (line: unknown) => void warnings.push(line) },
	});
	const html = await documents.html('/');
	expect(html).toContain('Nike Refurbished');
	expect(html).not.toContain('Watching');
	expect(warnings).toHaveLength(1);
});

test('the release calendar names its releases to search engines and in previews', async () => {
	const launchAt = Date.UTC(2026, 10, 28, 3);
	const release: Release = {
		id: '1',
		brand: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		title: 'Dunk </script><b> & "Low"',
		image: 'https://example.com/a.png',
		url: 'https://www.nike.com/t/dunk',
		launchAt,
		method: 'DAN',
		entriesUntil: null,
		price: { current: 12_000, full: 12_000, currency: 'USD' },
		state: 'announced',
		available: false,
		cancelledAt: null,
		moves: [],
	};
	const releases: Release[] = [
		release,
		{ ...release, sku: 'LIVE', state: 'live', available: true, price: null },
		{ ...release, sku: 'CANCELLED', state: 'cancelled' },
	];
	const asked: object[] = [];
	const documents = createPublicDocuments(WEB, {
		settings: { ...testServer.settings, PUBLIC_URL: 'https://drop.example' },
		readStatus: createPublicStatus(testServer.db),
		readReleases: async ({ region, q, to }) => {
			asked.push({ region, q, to });
			return { data: region === 'US' ? releases : [], nextCursor: null };
		},
		log: { warn: () => null },
	});
	const html = await documents.html('/releases', '?REGION=x&region=us&q=dunk&x=1');
	expect(asked).toEqual([{ region: 'US', q: 'dunk', to: undefined }]);
	// The same filter is the same document.
	expect(await documents.html('/releases', '?q=dunk&region=US')).toBe(html);
	expect(html).not.toContain('Dunk </script>');
	expect(html).toContain('Dunk &lt;/script&gt;&lt;b&gt; &amp; &quot;Low&quot;</a></h2>');
	expect(html).toContain('<title>Release calendar: United States · Dropwire</title>');
	expect(html).toContain('<link rel="canonical" href="https://drop.example/releases?region=US" />');
	// The market's date: it is the evening before in New York.
	expect(html).toContain(
		'Next: Dunk &lt;/script&gt;&lt;b&gt; &amp; &quot;Low&quot; (United States, November 27, 2026).',
	);
	const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
	const list = JSON.parse(json) as { itemListElement: { item: object }[] };
	expect(list).toMatchObject({ '@type': 'ItemList', url: 'https://drop.example/releases?region=US', numberOfItems: 2 });
	const [announced, live] = list.itemListElement.map(({ item }) => item);
	expect(announced).toEqual({
		'@type': 'Product',
		name: release.title,
		sku: 'CK9246-101',
		image: release.image,
		releaseDate: '2026-11-28T03:00:00.000Z',
		offers: {
			'@type': 'Offer',
			availabilityStarts: '2026-11-28T03:00:00.000Z',
			areaServed: 'US',
			url: release.url,
			seller: { '@type': 'Organization', name: 'Nike' },
			price: '120.00',
			priceCurrency: 'USD',
		},
	});
	expect(live).toMatchObject({ sku: 'LIVE', offers: { availability: 'https://schema.org/InStock' } });
	const month = await documents.html('/releases', '?view=month&month=2026-12&region=JP');
	expect(asked.at(-1)).toEqual({ region: 'JP', q: undefined, to: Date.UTC(2027, 0, 1) });
	expect(month).toContain('December 2026</h2>');
	expect(month).not.toMatch(/Dunk|ld\+json/);
});
