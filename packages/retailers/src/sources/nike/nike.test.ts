import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Region } from '@dropwire/domain';
import { afterEach, expect, test } from 'vitest';
import { SITE, tile } from '../../formats/nike/testing.ts';
import { type Answer, bySku, type Reading, type SourceConnection } from '../source.ts';
import { nike as definition } from './nike.ts';

const RECORDINGS = join(import.meta.dirname, '../../../../sandbox/recordings');
/** A recorded answer. One recording contains only a productInfo, and is wrapped in a thread as in a real answer. */
function recording(name: string): string {
	const text = readFileSync(join(RECORDINGS, name), 'utf8');
	return text.includes('"objects"') ? text : JSON.stringify({ objects: [JSON.parse(text)] });
}

/** The expected snapshot of each recorded product, checked by hand against the recording and its description. */
const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, 'recordedSnapshots.json'), 'utf8')) as {
	recording: string;
	snapshot: { sku: string; region: Region; launchAt: string };
	sizes: string[];
}[];

let server: Server | undefined;
let source: SourceConnection | undefined;
afterEach(async () => {
	await source?.close();
	server?.closeAllConnections();
	await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

/** A Nike server with the given answers; it stores its requests. */
async function nike(
	answer: (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void,
	timeoutMs = 2000,
) {
	const requests: URLSearchParams[] = [];
	server = createServer((request, response) => {
		const query = new URL(request.url ?? '', 'http://nike').searchParams;
		requests.push(query);
		answer(request, response, query);
	});
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	source = definition.connect({ url, timeoutMs, connections: 4 });
	const { signal } = new AbortController();
	const read = async (
		skus: readonly string[],
		{ region = 'US', version = null }: { region?: Region; version?: string | null } = {},
	) => source!.ask(region, skus.map(bySku), signal, version);
	const ask = async (region: Region, ...skus: string[]) => answersOf(await read(skus, { region }));
	return { requests, read, ask };
}
function answersOf(reading: Reading): ReadonlyMap<string, Answer> {
	if ('unchanged' in reading) throw new Error('Nike sent no answers');
	return reading.answers;
}
const versionOf = (reading: Reading) => ('unchanged' in reading ? null : (reading.version ?? null));
const serve =
	(text: string, headers = {}) =>
	(_: IncomingMessage, response: ServerResponse) =>
		void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
const filter = (query: URLSearchParams, name: string) =>
	query
		.getAll('filter')
		.find((text) => text.startsWith(`${name}(`))
		?.slice(name.length + 1, -1);

test.each(RECORDED)(
	'$recording: $snapshot.sku is read field by field',
	async ({ recording: name, snapshot, sizes }) => {
		const { ask } = await nike(serve(recording(name)));
		const answer = (await ask(snapshot.region, snapshot.sku)).get(snapshot.sku) as Answer & { kind: 'read' };
		expect(answer.kind).toBe('read');
		const { sizes: read, launchAt, ...rest } = answer.snapshot;
		expect({ ...rest, launchAt: launchAt && new Date(launchAt).toISOString() }).toEqual(snapshot);
		expect(read.map((size) => `${size.size}: ${size.available ? 'available' : 'out'} ${size.level ?? '-'}`)).toEqual(
			sizes,
		);
		expect(read.every(({ count }) => count === null)).toBe(true);
	},
);

test('the recordings hold what they are described to hold', () => {
	const of = (sku: string) => RECORDED.find(({ snapshot }) => snapshot.sku === sku)?.snapshot;
	// A placeholder start date in 2027 next to a launch view: the launch counts.
	expect(of('CK9246-101')).toMatchObject({
		launchMethod: 'LEO',
		launchAt: '2026-04-30T14:00:00.000Z',
		promoExcluded: true,
	});
	expect(of('HM8517-100')).toMatchObject({ launchMethod: 'DAN', price: { current: 17_380, currency: 'JPY' } });
	// `available` is not a status, and a status is not stock.
	expect(of('HF3976-001')).toMatchObject({ status: 'INACTIVE', available: true });
	expect(of('IU4902-900')).toMatchObject({
		status: 'ACTIVE',
		available: false,
		price: { current: 17_499, currency: 'GBP' },
	});
	expect(of('SX5090-014')).toMatchObject({ category: 'EQUIPMENT', price: { current: 1997, full: 2800 } });
});

test('one call asks for a batch in both channels, in the words of the feed', async () => {
	const { requests, ask } = await nike(serve(recording('nike-threads-jp-2026-04-17.json')));
	const answers = await ask('JP', 'HM8517-100', 'BV0074-001', 'NO-SUCH');
	expect(requests).toHaveLength(1);
	expect(filter(requests[0]!, 'marketplace')).toBe('JP');
	expect(filter(requests[0]!, 'language')).toBe('ja');
	expect(filter(requests[0]!, 'channelId')).toBe(
		'd9a5bc42-4b9c-4976-858a-f159cf99c647,010794e5-35fe-4e32-aaff-cd2c74f89d61',
	);
	expect(filter(requests[0]!, 'productInfo.merchProduct.styleColor')).toBe('HM8517-100,BV0074-001,NO-SUCH');
	expect([...answers].map(([sku, { kind }]) => [sku, kind])).toEqual([
		['HM8517-100', 'read'],
		['BV0074-001', 'read'],
		['NO-SUCH', 'gone'],
	]);
});

test('pages are followed to the end', async () => {
	const { objects } = JSON.parse(recording('nike-threads-us-2026-04-17.json')) as { objects: unknown[] };
	const { ask, requests } = await nike((_, response, query) => {
		const at = Number(query.get('anchor') ?? 0);
		const next = at + 1 < objects.length ? `/product_feed/threads/v3?anchor=${at + 1}` : '';
		response.end(JSON.stringify({ pages: { next }, objects: [objects[at]] }));
	});
	const answers = await ask('US', 'CK9246-101', 'IQ7634-003', 'HF3976-001');
	expect([...answers.values()].map(({ kind }) => kind)).toEqual(['read', 'read', 'read']);
	expect(requests).toHaveLength(3);
});

test('the same product in several threads reads the same whatever their order', async () => {
	const { objects } = JSON.parse(recording('nike-threads-gb-2026-04-13.json')) as { objects: unknown[] };
	let turned = false;
	const { ask } = await nike((_, response) => {
		response.end(JSON.stringify({ objects: turned ? objects.toReversed() : objects }));
	});
	const first = await ask('GB', 'IQ0627-001');
	turned = true;
	expect(await ask('GB', 'IQ0627-001')).toEqual(first);
});

test('a version that Nike still has is unchanged; without it, or in another marketplace, the answers come whole', async () => {
	const text = recording('nike-threads-us-2026-04-17.json');
	const { read } = await nike((request, response) => {
		if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
		else response.writeHead(200, { etag: '"v1"' }).end(text);
	});
	const first = await read(['CK9246-101']);
	const version = versionOf(first);
	expect(await read(['CK9246-101'], { version })).toEqual({ unchanged: true });
	expect(await read(['CK9246-101'])).toEqual(first);
	expect(await read(['CK9246-101'], { region: 'GB', version })).toHaveProperty('answers');
});

test('an answer without an ETag has no version, and neither has an empty one of a guessed marketplace', async () => {
	let etag = {};
	const { read } = await nike((_, response) => void response.writeHead(200, etag).end('{"objects":[]}'));
	expect(versionOf(await read(['CK9246-101']))).toBeNull();
	etag = { etag: '"v1"' };
	expect(versionOf(await read(['CK9246-101']))).toBe('US en "v1"');
	expect(versionOf(await read(['CK9246-101'], { region: 'AU' }))).toBeNull();
});

const html = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>';
test.each([
	['a bot wall', 403, html, {}, 'wall (403): Nike answered 403'],
	['a limit', 429, '{}', { 'retry-after': '7' }, 'rate limited: Nike answered 429'],
	['an error', 503, '{}', {}, 'HTTP status: Nike answered 503'],
	['a page instead of JSON', 200, html, {}, 'wall page: Nike answered with a page instead of the feed'],
	[
		'another form',
		200,
		'{"data":{"threads":[]}}',
		{},
		'changed format: Nike answered with something other than the feed',
	],
	[
		'threads that are none',
		200,
		'{"objects":[null]}',
		{},
		'changed format: Nike answered with something other than the feed',
	],
] as const)('%s is blocked, never gone or sold out', async (_, status, text, headers, reason) => {
	const { ask } = await nike((__, response) => void response.writeHead(status, headers).end(text));
	const answers = await ask('US', 'CK9246-101', 'BV7114-001');
	const retryAfterMs = 'retry-after' in headers ? 7000 : null;
	expect([...answers.values()]).toEqual([
		{ kind: 'blocked', reason, retryAfterMs },
		{ kind: 'blocked', reason, retryAfterMs },
	]);
});

test('a connection that hangs or breaks is blocked', async () => {
	let hang = true;
	const { ask } = await nike((request) => {
		if (!hang) request.socket.resetAndDestroy();
	}, 200);
	expect((await ask('US', 'X')).get('X')).toMatchObject({
		kind: 'blocked',
		reason: 'unreachable: Nike did not answer in time',
	});
	hang = false;
	expect((await ask('US', 'X')).get('X')).toMatchObject({
		kind: 'blocked',
		reason: expect.stringContaining('Nike cannot be reached'),
	});
});

test.each([
	['missing', undefined, 'missing'],
	['unknown', 'ARCHIVED', '"ARCHIVED", which is unknown'],
])('a status that is %s blocks that SKU alone', async (_, status, words) => {
	const product = { merchProduct: { styleColor: 'A', status } };
	const fine = { merchProduct: { styleColor: 'B', status: 'ACTIVE' } };
	const { ask } = await nike(serve(JSON.stringify({ objects: [{ productInfo: [product, fine] }] })));
	const answers = await ask('US', 'A', 'B');
	expect(answers.get('A')).toMatchObject({
		kind: 'blocked',
		reason: `changed format: the feed's merchProduct.status is ${words}`,
	});
	// Missing fields are read as unknown, not as an error.
	expect(answers.get('B')).toMatchObject({
		kind: 'read',
		snapshot: { title: 'B', price: null, sizes: [], image: null, url: null, launchAt: null },
	});
});

test('a region that answers nothing in one language is asked in the next, and what answered is remembered', async () => {
	const text = recording('nike-threads-us-2026-04-17.json');
	const { ask, requests } = await nike((_, response, query) => {
		const knows = filter(query, 'marketplace') === 'ASTLA';
		response.end(knows ? text : '{"pages":{"next":""},"objects":[]}');
	});
	for (let n = 0; n < 3; n++) expect((await ask('AU', 'CK9246-101')).get('CK9246-101')).toEqual({ kind: 'gone' });
	expect((await ask('AU', 'CK9246-101')).get('CK9246-101')).toMatchObject({ kind: 'read' });
	await ask('AU', 'CK9246-101');
	expect(requests.map((query) => filter(query, 'marketplace'))).toEqual(['AU', 'AU', 'AU', 'ASTLA', 'ASTLA']);
});

test('each available size links to the page, where the browser extension puts it into the cart', async () => {
	const { ask } = await nike(serve(recording('nike-threads-us-2026-04-17.json')));
	const answer = (await ask('US', 'CK9246-101')).get('CK9246-101') as Answer & { kind: 'read' };
	const { url, sizes } = answer.snapshot;
	expect(sizes[0]).toMatchObject({ size: 'W 5 / M 3.5', url: `${url}#dropwire-size=W+5+%2F+M+3.5` });
	expect(sizes.filter((size) => size.available === (size.url === undefined))).toEqual([]);
});

/** The feed's answer about one product whose stock has no levels, and the stock service's. */
const FEED_WITHOUT_LEVELS = JSON.stringify({
	objects: [
		{
			productInfo: [
				{
					availability: { available: true },
					merchProduct: { styleColor: 'CW2288-111', status: 'ACTIVE', merchGroup: 'EU' },
					skus: ['00194500874954', '00194500874916', '0'].map((gtin) => ({ gtin, nikeSize: gtin.slice(-2) })),
					availableGtins: ['00194500874954', '00194500874916'].map((gtin) => ({ gtin, available: true })),
				},
			],
		},
	],
});
const STOCK = recording('nike-available-gtins-instore-CW2288-111.json').replaceAll('INSTORE', 'SHIP');
const levelsOf = (answers: ReadonlyMap<string, Answer>) => {
	const answer = answers.get('CW2288-111');
	return answer?.kind === 'read' ? answer.snapshot.sizes.map(({ available, level }) => [available, level]) : answer;
};

test('stock without levels is completed by the stock service, and its answer then has no version', async () => {
	const { requests, read } = await nike((request, response) => {
		response.setHeader('etag', '"v1"');
		response.end(request.url?.startsWith('/deliver/available_gtins/v3?') ? STOCK : FEED_WITHOUT_LEVELS);
	});
	const reading = await read(['CW2288-111'], { region: 'GB' });
	expect(filter(requests[1]!, 'styleColor')).toBe('CW2288-111');
	expect(filter(requests[1]!, 'merchGroup')).toBe('EU');
	expect(answersOf(reading).get('CW2288-111')).toMatchObject({ snapshot: { evidence: 'level', available: true } });
	expect(levelsOf(answersOf(reading))).toEqual([
		[true, 'LOW'],
		[false, 'OOS'],
		[false, 'OOS'],
	]);
	expect(versionOf(reading)).toBeNull();
	await read(['CW2288-111'], { region: 'GB' });
	expect(requests).toHaveLength(4);
});

test('one request in eleven goes to the stock service, and after a failure none: then the feed counts alone', async () => {
	let status = 200;
	const { requests, ask } = await nike((request, response) => {
		const isStock = request.url?.startsWith('/deliver/') ?? false;
		response.writeHead(isStock ? status : 200).end(isStock ? STOCK : FEED_WITHOUT_LEVELS);
	});
	const ofStock = () => requests.filter((query) => query.has('filter') && filter(query, 'merchGroup') !== undefined);
	for (let n = 0; n < 60; n++) await ask('GB', 'CW2288-111');
	// The 30 that were saved up, and a tenth of the feed's requests since.
	expect(ofStock()).toHaveLength(35);
	status = 403;
	const alone = [
		[true, null],
		[true, null],
		[false, null],
	];
	for (let n = 0; n < 40; n++) expect(levelsOf(await ask('GB', 'CW2288-111'))).toEqual(alone);
	expect(ofStock()).toHaveLength(36);
});

test('a search lists what the product wall shows, page by page, and follows Nike to a category', async () => {
	const wall = (products: object[] | null, more: object) =>
		JSON.stringify({ productGroupings: products && [{ products }], ...more });
	const category = wall(null, { analyzer: { action: { redirectUrl: `${SITE}/jp/w/jordan-37eef` } } });
	const paths: string[] = [];
	const { requests } = await nike((request, response, query) => {
		paths.push(request.url?.split('?')[0] ?? '');
		if (request.headers['nike-api-caller-id'] === undefined) return void response.end('{"errors":[{"code":"NO_ID"}]}');
		if (query.has('searchTerms')) return void response.end(category);
		if (query.get('anchor') === '24') return void response.end(wall([tile('CW2288-001')], {}));
		response.end(wall([tile('CW2288-111')], { pages: { next: '/discover/x?anchor=24' } }));
	});
	expect(await source!.search?.('JP', 'jordan 1', AbortSignal.timeout(10_000))).toEqual(
		['CW2288-111', 'CW2288-001'].map((sku) => ({
			sku,
			title: 'Nike Air Force 1',
			link: `${SITE}/t/air-force-1/${sku}`,
			price: { current: 9197, full: 11_500, currency: 'USD' },
			image: 'https://static.nike.com/a.png',
		})),
	);
	const wallOfJapan =
		'/discover/product_wall/v1/marketplace/JP/language/ja/consumerChannelId/d9a5bc42-4b9c-4976-858a-f159cf99c647';
	expect(paths).toEqual([wallOfJapan, wallOfJapan, '/discover/x']);
	expect(Object.fromEntries(requests[0]!)).toMatchObject({ path: '/jp/w', searchTerms: 'jordan 1', count: '24' });
	expect(Object.fromEntries(requests[1]!)).toMatchObject({ path: '/jp/w/jordan-37eef', anchor: '0' });
});

test('a search that Nike does not answer is blocked with the reason', async () => {
	await nike((_, response) => void response.writeHead(403).end());
	const blocked = { kind: 'blocked', reason: 'wall (403): Nike answered 403', retryAfterMs: null };
	expect(await source!.search?.('US', 'dunk', AbortSignal.timeout(10_000))).toEqual(blocked);
});

test('a check that is cancelled rejects', async () => {
	await nike(() => {});
	const abort = new AbortController();
	const asked = source!.ask('US', [bySku('X')], abort.signal);
	abort.abort();
	await expect(asked).rejects.toThrow('aborted');
});
