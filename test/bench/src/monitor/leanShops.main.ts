/**
 * All shops for `allSources.ts` and `parseCost.ts`, as a process of its own that does as little as possible: the sandbox's
 * answers about one product each are fetched once, and sent for every product with its own SKU. Settings: `STOCKS` (JSON
 * of `Stock[]`), `PAGE_BYTES` (pages are filled up to this size), `THREAD` (JSON of a thread of Nike's feed). Prints what
 * `LeanShops` describes, and counts its requests at `/count`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Sandbox, SANDBOX_PRODUCTS, type ShopId, startSandbox } from '@dropwire/sandbox';
import { type Original, textOfCopy, textOfOriginal } from './copies.ts';
import { type Counts, createFeed } from './nikeFeed.ts';
import type { LeanShops } from './leanShops.ts';
import type { Stock } from './spread.ts';

const { STOCKS = '[]', PAGE_BYTES = '0', THREAD } = process.env;
/** A part of a page without data. */
const TILE =
	'<div class="tile"><a href="/c/running"><img src="/i/tile.jpg" alt=""><span>Running shoes</span></a></div>\n';
const filling = TILE.repeat(Math.ceil(Number(PAGE_BYTES) / TILE.length));

/** The sandbox's answer about the original product. */
interface Template {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** A shop that sells copies. */
interface Shop {
	/** Its address in the sandbox, and the one that a client uses. */
	source: string;
	address(request: IncomingMessage): string;
	original: Original;
	counts: Counts;
	templates: Map<string, Promise<Template>>;
}

const sandbox = await startSandbox();
const feed = createFeed({ etags: true, ...(THREAD !== undefined && { thread: THREAD }) });
const stocks = JSON.parse(STOCKS) as Stock[];
const ids = stocks.flatMap(({ shop }) => shop ?? []);
const originals = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await originalOf(sandbox, id)])));
const folders = new Map<string, Shop>();
const hosts: LeanShops['hosts'] = {};
const counts: Record<string, Counts> = { feed: feed.counts };
for (const { shop: id, hosts: number } of stocks) {
	if (id === null) continue;
	const shop: Omit<Shop, 'source' | 'address'> = {
		original: originals[id] as Original,
		counts: (counts[id] = { whole: 0, unchanged: 0, bytes: 0 }),
		templates: new Map(),
	};
	if (number === undefined) {
		const source = sandbox.shopUrl(id.replace(/_.*/, ''));
		const folder = new URL(source).pathname;
		folders.set(folder, { ...shop, source, address: ({ headers }) => `http://${headers.host}${folder}` });
	} else {
		const source = sandbox.shopOrigin(id);
		const address = ({ headers }: IncomingMessage) => `http://${headers.host}`;
		const listener = (request: IncomingMessage, response: ServerResponse) =>
			void serve({ ...shop, source, address }, request.url ?? '/', { request, response });
		hosts[id] = await Promise.all(Array.from({ length: number }, () => listen(listener)));
	}
}
const origin = await listen((request, response) => {
	const { url = '/' } = request;
	if (url === '/count') return void response.end(JSON.stringify(counts));
	if (url.includes('/product_feed/')) return feed.answer(request, response);
	const folder = url.split('/').slice(0, 3).join('/');
	const shop = folders.get(folder);
	if (!shop) return void response.writeHead(404).end();
	void serve(shop, url.slice(folder.length), { request, response });
});
process.stdout.write(`${JSON.stringify({ origin, hosts, originals } satisfies LeanShops)}\n`);
process.stdin.resume().once('end', () => process.exit());

async function listen(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function originalOf({ control }: Sandbox, id: ShopId): Promise<Original> {
	const [product] = SANDBOX_PRODUCTS[id];
	const sold = (await control.shopProducts(id)).find(({ sku }) => sku === product?.sku);
	const [size = 0] = Object.values(sold?.variants ?? {});
	const sku = product?.sku ?? '';
	// The colour stays.
	const style = /^(?:nike|jd|fnl|asics)/.test(id) ? sku.slice(0, sku.lastIndexOf('-')) : sku.replace(/#.*/, '');
	return { style, number: Math.floor(size / 100) };
}

async function serve(
	shop: Shop,
	path: string,
	{ request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
	const sent = request.method === 'POST' ? await text(request) : '';
	const prices = /catentryId=([\d,%C]+)/.exec(path)?.[1];
	const looksUp = path.endsWith('/catalog/lookup');
	const answer = prices
		? await priceRows(shop, path, prices)
		: await (looksUp ? foundCopies : copyOf)(shop, path, sent, request);
	const body = answer.body.replaceAll(shop.source, shop.address(request));
	const { etag, 'last-modified': modified } = answer.headers;
	const known = request.headers['if-none-match'] ?? request.headers['if-modified-since'];
	if (known !== undefined && (known === etag || known === modified)) {
		shop.counts.unchanged++;
		return void response.writeHead(304).end();
	}
	shop.counts.whole++;
	shop.counts.bytes += body.length;
	response.writeHead(answer.status, answer.headers).end(body);
}

/** The answer about a copy: that about the original, with the copy's SKU. */
async function copyOf(shop: Shop, path: string, sent: string, { method = 'GET', headers }: IncomingMessage) {
	const asked = textOfOriginal(`${path} ${sent}`, shop.original);
	const key = `${method} ${asked.text}`;
	let template = shop.templates.get(key);
	if (!template) {
		template = fetchTemplate(shop, asked.text, { method, caller: headers['nike-api-caller-id'] });
		shop.templates.set(key, template);
	}
	const answer = await template;
	return asked.n === null ? answer : { ...answer, body: textOfCopy(answer.body, shop.original, asked.n) };
}

async function fetchTemplate(
	{ source }: Shop,
	asked: string,
	{ method, caller }: { method: string; caller: string | string[] | undefined },
): Promise<Template> {
	const [path = '/', ...rest] = asked.split(' ');
	const sent = rest.join(' ');
	const response = await fetch(source + path, {
		method,
		redirect: 'manual',
		headers: {
			'content-type': 'application/json',
			...(caller !== undefined && { 'nike-api-caller-id': String(caller) }),
		},
		...(sent !== '' && { body: sent }),
	});
	const kept = ['content-type', 'etag', 'last-modified', 'location'];
	const headers = Object.fromEntries([...response.headers].filter(([name]) => kept.includes(name)));
	const body = (await response.text()).replace(/<body[^>]*>/, (tag) => tag + filling);
	return { status: response.status, headers, body };
}

/** HP's prices of several products: a row each. */
async function priceRows(shop: Shop, path: string, prices: string): Promise<Template> {
	const numbers = decodeURIComponent(prices).split(',');
	const rows = numbers.map(async (number) => {
		const request = { method: 'GET', headers: {} } as IncomingMessage;
		const { body } = await copyOf(shop, path.replace(prices, number), '', request);
		return (JSON.parse(body) as { priceData: object[] }).priceData;
	});
	const body = JSON.stringify({ priceData: (await Promise.all(rows)).flat() });
	return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

/** A lookup in a UCP catalogue: each product with the variants that are asked for. */
async function foundCopies(shop: Shop, path: string, sent: string, request: IncomingMessage): Promise<Template> {
	const { ids } = JSON.parse(sent) as { ids: string[] };
	const byProduct = [...Map.groupBy(ids, (id) => /^prod_\d+/.exec(id)?.[0] ?? '').values()];
	const answers = await Promise.all(
		byProduct.map((some) => copyOf(shop, path, JSON.stringify({ ids: some }), request)),
	);
	const [first] = answers as [Template];
	if (answers.length === 1) return first;
	const products = answers.flatMap(({ body }) => (JSON.parse(body) as { products: object[] }).products);
	return { ...first, body: JSON.stringify({ ...JSON.parse(first.body), products }) };
}
