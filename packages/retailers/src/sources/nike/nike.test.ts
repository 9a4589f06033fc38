import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Region } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { type Answer, bySku } from '../../snapshot/answer.ts';
import { filter, nike, recording, versionOf } from './testing.ts';

/** The expected snapshot of each recorded product, checked by hand against the recording and its description. */
const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, 'recordedSnapshots.json'), 'utf8')) as {
	recording: string;
	snapshot: { sku: string; region: Region; launchAt: string };
	sizes: string[];
}[];
const serve =
	(text: string, headers = {}) =>
	(_: IncomingMessage, response: ServerResponse) =>
		void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);

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

test('answers are as old as the oldest page in a cache', async () => {
	const { objects } = JSON.parse(recording('nike-threads-us-2026-04-17.json')) as { objects: unknown[] };
	const { ask } = await nike((_, response, query) => {
		const [age, next, some] = query.has('anchor') ? ['', '', objects.slice(1)] : ['600', '/a?anchor=1', [objects[0]]];
		response.writeHead(200, { age }).end(JSON.stringify({ pages: { next }, objects: some }));
	});
	const answers = await ask('US', 'CK9246-101', 'HF3976-001', 'NO-SUCH');
	const read = expect.objectContaining({ kind: 'read', ageMs: 600_000 });
	expect([...answers.values()]).toEqual([read, read, { kind: 'gone' }]);
});

const thread = (styleColor: string) => ({ productInfo: [{ merchProduct: { styleColor, status: 'ACTIVE' } }] });

test.each([
	['is longer than ten pages', 12, "changed format: Nike's feed has more than 10 pages"],
	['repeats a page', Infinity, "changed format: Nike's feed has more than 10 pages"],
])('what is missing in a feed that %s is blocked, not gone', async (_, pages, reason) => {
	const { ask } = await nike((__, response, query) => {
		const at = Number(query.get('anchor') ?? 1);
		const next = at === pages ? '' : `/product_feed/threads/v3?anchor=${pages === Infinity ? 2 : at + 1}`;
		response.end(JSON.stringify({ pages: { next }, objects: [thread(at === 1 ? 'A' : at === 12 ? 'B' : 'C')] }));
	});
	const blocked = { kind: 'blocked', reason, retryAfterMs: null };
	const answers = await ask('US', 'A', 'B');
	expect([...answers.values()]).toEqual([expect.objectContaining({ kind: 'read' }), blocked]);
});

test('a feed without any requested product is blocked, and an empty one means gone', async () => {
	let objects = [thread('C')];
	const { ask, read } = await nike((_, response) => {
		response.writeHead(200, { etag: '"v1"' }).end(JSON.stringify({ objects }));
	});
	expect(versionOf(await read(['A']))).toBeNull();
	const reason = "changed format: Nike's feed has products, but none that was asked for";
	const blocked = { kind: 'blocked', reason, retryAfterMs: null };
	expect([...(await ask('US', 'A', 'B')).values()]).toEqual([blocked, blocked]);
	// In Australia, that the shop answered about others says nothing about the marketplace.
	expect((await ask('AU', 'A')).get('A')).toEqual(blocked);
	objects = [];
	expect((await ask('US', 'A')).get('A')).toEqual({ kind: 'gone' });
	expect((await ask('AU', 'A')).get('A')).toBeUndefined();
	objects = [thread('A')];
	expect([...(await ask('US', 'A', 'B')).values()].map(({ kind }) => kind)).toEqual(['read', 'gone']);
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
		if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { age: '7' }).end();
		else response.writeHead(200, { etag: '"v1"' }).end(text);
	});
	const first = await read(['CK9246-101']);
	const version = versionOf(first);
	expect(await read(['CK9246-101'], { version })).toEqual({ unchanged: true, ageMs: 7000 });
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
	const fine = { merchProduct: { styleColor: 'B', status: 'ACTIVE' }, skus: [{ gtin: '1', nikeSize: '9' }] };
	const { ask } = await nike(serve(JSON.stringify({ objects: [{ productInfo: [product, fine] }] })));
	const answers = await ask('US', 'A', 'B');
	expect(answers.get('A')).toMatchObject({
		kind: 'blocked',
		reason: `changed format: the feed's merchProduct.status is ${words}`,
	});
	// Missing fields are read as unknown, not as an error.
	expect(answers.get('B')).toMatchObject({
		kind: 'read',
		snapshot: { title: 'B', price: null, available: null, image: null, url: null, launchAt: null },
	});
	expect(answers.get('B')).toMatchObject({ snapshot: { sizes: [{ size: '9', available: null }] } });
});

test('a region that answers nothing in one language is asked in the next before anything is gone, and what answered is remembered', async () => {
	const text = recording('nike-threads-us-2026-04-17.json');
	let isListed = true;
	const { ask, requests } = await nike((_, response, query) => {
		const knows = isListed && filter(query, 'marketplace') === 'ASTLA';
		response.end(knows ? text : '{"pages":{"next":""},"objects":[]}');
	});
	const check = async (sku = 'CK9246-101') => (await ask('AU', sku)).get(sku)?.kind;
	isListed = false;
	expect([await check('NO-SUCH'), await check('NO-SUCH'), await check('NO-SUCH')]).toEqual([undefined, 'gone', 'gone']);
	isListed = true;
	expect([await check(), await check(), await check()]).toEqual([undefined, 'read', 'read']);
	isListed = false;
	expect(await check()).toBe('gone');
	const asked = requests.map((query) => filter(query, 'marketplace'));
	expect(asked).toEqual(['AU', 'ASTLA', 'AU', 'AU', 'ASTLA', 'ASTLA', 'ASTLA']);
});

test('each available size links to the page, where the browser extension puts it into the cart', async () => {
	const { ask } = await nike(serve(recording('nike-threads-us-2026-04-17.json')));
	const answer = (await ask('US', 'CK9246-101')).get('CK9246-101') as Answer & { kind: 'read' };
	const { url, sizes } = answer.snapshot;
	expect(sizes[0]).toMatchObject({ size: 'W 5 / M 3.5', url: `${url}#dropwire-size=W+5+%2F+M+3.5` });
	expect(sizes.filter((size) => size.available === (size.url === undefined))).toEqual([]);
});
test('a check that is cancelled rejects', async () => {
	const { source } = await nike(() => {});
	const abort = new AbortController();
	const asked = source.ask('US', [bySku('X')], abort.signal);
	abort.abort();
	await expect(asked).rejects.toThrow('aborted');
});
