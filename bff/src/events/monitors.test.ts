import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OtherState, SubscriptionWhy } from '@dropwire/contract';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

const run = promisify(execFile);
let testServer: TestServer;
let ada: Browser;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'monitors', scopes: ['read', 'write'] });
	env = { ...process.env, DROPWIRE_URL: testServer.server.origin, DROPWIRE_TOKEN: data.token };
});
afterAll(() => testServer.close());

async function submit(body: object): Promise<{ status: number; body: { data: unknown; error?: object } }> {
	const response = await fetch(`${testServer.server.origin}/api/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${env['DROPWIRE_TOKEN']}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as { data: unknown } };
}
const shoe = { title: 'Runner', category: 'ALL', available: true, sizes: [{ size: '9', available: true }] };
const soldOut = { ...shoe, available: false, sizes: [{ size: '9', available: false }] };
const item = (sku: string, rest: object) => ({ source: 'SHOPS', region: 'US', sku, ...rest });
const kinds = async (...events: object[]) => (await submit({ events })).body.data;
const kindOf = async (sku: string, rest: object) => ((await kinds(item(sku, rest))) as { kind: unknown }[])[0]?.kind;
const monitors = async () => (await ada.api.overview({})).data.monitors;

const page = readFileSync(join(import.meta.dirname, '../../../docs/external-monitors.md'), 'utf8');
const example = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] as string;

test('the documented examples run: baseline, sold out, restock', async () => {
	await run('sh', ['-c', example('sh')], { env });
	await run('python3', ['-c', example('python')], { env });
	await run(process.execPath, ['--input-type=module', '-e', example('js')], { env });
	const { data } = await ada.api.events({ sku: 'shop.example/runner' });
	expect(data.map(({ kind }) => kind)).toEqual(['RESTOCK', 'STOCK']);
	expect(await monitors()).toMatchObject(
		['node', 'python', 'shell'].map((name) => ({ name, sources: ['SHOPS'], lastEvents: 1, silent: false })),
	);
});

test('an unreadable shop shows in the overview until the next snapshot', async () => {
	expect(await kindOf('BLOCKED', { snapshot: shoe })).toBeNull();
	expect(await kindOf('BLOCKED', { blocked: 'HTTP 403' })).toBeNull();
	const shops = async () => (await ada.api.overview({})).data.sources.find(({ source }) => source === 'SHOPS');
	expect(await shops()).toMatchObject({ watched: 0, blocked: 1, blockedReason: 'HTTP 403' });
	expect(await kindOf('BLOCKED', { snapshot: shoe })).toBeNull();
	expect(await shops()).toMatchObject({ blocked: 0, blockedReason: null });
	expect(await kindOf('BLOCKED', { snapshot: soldOut })).toBe('STOCK');
});

test('most products gone within a minute are an outage; one or two are gone', async () => {
	const skus = Array.from({ length: 12 }, (_, n) => `OUT-${n}`);
	const events = (monitor: string, snapshots: readonly (object | null)[], from = 0) =>
		snapshots.map((snapshot, n) => item(`${monitor}/${skus[from + n]}`, { snapshot }));
	const report = async (monitor: string, ...of: [snapshots: readonly (object | null)[], from?: number]) => {
		const { data } = (await submit({ monitor, everyMs: 3_600_000, events: events(monitor, ...of) })).body as {
			data: { kind: string | null }[];
		};
		return data.map(({ kind }) => kind).join(' ');
	};
	const all = (snapshot: object | null) => skus.map(() => snapshot);
	const nothing = all(null).map(String).join(' ').replaceAll('null', '');
	for (const monitor of ['whole', 'single']) expect(await report(monitor, all(shoe))).toBe(nothing);
	expect(await report('whole', all(null))).toBe(nothing);
	expect(await report('whole', [null, null])).toBe(' ');
	expect(await report('whole', [soldOut, ...all(shoe).slice(1)])).toBe(`STOCK${nothing}`);
	expect(await report('whole', [null, null])).toBe('STATUS STATUS');
	expect(await report('new', all(null))).toBe(nothing);
	const messages = async () => (await testServer.db.knex('messages')).length;
	const before = await messages();
	expect(await report('new', all(shoe))).toBe(skus.map(() => 'NEW').join(' '));
	expect(await messages()).toBe(before + 1);
	expect(await report('again', all(null))).toBe(nothing);
	const later = [...events('again', all(soldOut)), item('again/OUT-0', { snapshot: shoe })];
	expect(await kinds(...later)).toMatchObject([...skus.map(() => ({ kind: 'NEW' })), { kind: 'RESTOCK' }]);
	expect(await messages()).toBe(before + 3);
	const singly = [];
	for (const from of skus.keys()) singly.push(await report('single', [null], from));
	expect(singly).toEqual([...Array.from({ length: 6 }, () => 'STATUS'), ...Array.from({ length: 6 }, () => '')]);
});

test('a repeated or late item changes nothing', async () => {
	const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
	await kindOf('TWICE', { snapshot: soldOut, observedAt: at(300) });
	const back = { snapshot: shoe, observedAt: at(200) };
	expect(await kindOf('TWICE', back)).toBe('RESTOCK');
	expect(await kindOf('TWICE', back)).toBeNull();
	expect(await kindOf('TWICE', { snapshot: soldOut, observedAt: at(250) })).toBeNull();
	expect((await ada.api.events({ sku: 'TWICE' })).data).toHaveLength(1);
	expect(await kindOf('TWICE', { snapshot: soldOut, observedAt: at(10) })).toBe('STOCK');
});

test('a SKU that leaves its last list keeps what a monitor reported of it', async () => {
	const sku = 'ZZ9990-001';
	const change = (action: string) => ada.api.skusChange({ action, sku: [sku], type: 'MONITOR2' });
	const reported = async (snapshot: object) => {
		const event = { source: 'NIKE', region: 'JP', sku, snapshot: { ...snapshot, category: 'SHOES', status: 'ACTIVE' } };
		return ((await kinds(event)) as { kind: unknown }[])[0]?.kind;
	};
	await reported(soldOut);
	await change('ADD');
	await change('REMOVE');
	expect(await reported(shoe)).toBe('SHOCK_DROP');
	const { points } = (await ada.api.history({ brand: 'NIKE', sku, region: 'JP' })).data;
	expect(points.map(({ gap, available }) => [gap, available])).toEqual([
		[undefined, false],
		[undefined, true],
	]);
});

test('the state decides whether a product or size is available', async () => {
	const sizes = [
		{ size: '9', available: false },
		{ size: '9', available: true, state: 'preorder' },
		{ size: '10', available: true, state: 'out' },
	];
	const preorder = { ...shoe, available: true, state: 'PREORDER', color: 'Volt', sizes };
	expect(await kindOf('STATE', { snapshot: soldOut })).toBeNull();
	expect(await kindOf('STATE', { snapshot: preorder })).toBe('STOCK');
	expect(await kindOf('STATE', { snapshot: preorder })).toBeNull();
	expect(await kindOf('STATE', { snapshot: { ...shoe, available: null, state: 'in_stock' } })).toBe('RESTOCK');
	expect((await ada.api.events({ sku: 'STATE' })).data[1]).toMatchObject({
		after: {
			color: 'Volt',
			available: false,
			state: 'preorder',
			sizes: [
				{ size: '9', available: false, state: 'preorder' },
				{ size: '10', available: false },
			],
		},
	});
});

test('a subscription to restocks that counts pre-orders gets one as a restock', async () => {
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const group = { brand: 'SHOPS', category: 'ALL', region: 'US', status: 'RESTOCK', label: 'pre' } as const;
	const options = { states: ['preorder' as const], kinds: ['RESTOCK' as const] };
	await ada.api.bulkWebhooks({ rows: [{ action: 'SET', ...group, value: hook!.url, options }] });
	await kindOf('COUNTED', { snapshot: soldOut });
	const sizes = [{ size: '9', available: false, state: 'preorder' }];
	expect(await kindOf('COUNTED', { snapshot: { ...soldOut, state: 'preorder', sizes } })).toBe('STOCK');
	const [message] = await testServer.sandbox.control.waitForMessages({ webhookId: hook!.id, count: 1 });
	expect(message?.body).toMatchObject({ embeds: [{ description: '**Stock change** · Pre-order' }] });
	const [event] = (await ada.api.events({ sku: 'COUNTED' })).data;
	const { data: rows } = await ada.api.operatorWebhooks({ brand: 'SHOPS', category: 'ALL' });
	const { id } = rows.find(({ label }) => label === 'pre')!;
	const why = async () => ((await ada.api.why({ event: event!.id, subscription: id })) as SubscriptionWhy).data;
	await expect.poll(async () => (await why()).sent).toBe('yes');
	expect((await why()).reasons.find(({ rule }) => rule === 'kinds')?.detail).toBe(
		'STOCK, which counts as RESTOCK (Pre-order); wanted: RESTOCK',
	);
	const tried = async (states: OtherState[]) => (await ada.api.subscriptionTry({ id, options: { states } })).data;
	expect((await tried(['preorder'])).examples[0]).toMatchObject({ sku: 'COUNTED', sent: true });
	expect((await tried(['queue'])).examples.map(({ sku }) => sku)).not.toContain('COUNTED');
});

test("a daily monitor's changes are events", async () => {
	const daily = (sku: string, snapshot: object, daysAgo: number) => {
		const observedAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
		return submit({ monitor: 'daily', everyMs: 86_400_000, events: [item(sku, { snapshot, observedAt })] });
	};
	await daily('DAILY', soldOut, 1.5);
	expect((await daily('DAILY', shoe, 0)).body.data).toMatchObject([{ kind: 'RESTOCK' }]);
});

test('the first change in more than a day is news while the monitor calls, and a baseline after a pause', async () => {
	const { knex } = testServer.db;
	const calls = { monitor: 'changes only', everyMs: 60_000 };
	const kindsOf = async (...events: object[]) => (await submit({ ...calls, events })).body.data;
	const report = (snapshot: object, sku = 'RARELY') =>
		kindsOf(item(sku, { snapshot, observedAt: new Date(Date.now() - 1000).toISOString() }));
	const kind = (of: string | null) => [expect.objectContaining({ kind: of })];
	const monitor = () => knex('monitors').where({ name: calls.monitor });
	const dayPasses = async (isCalling: boolean) => {
		const byMs = 25 * 3_600_000;
		await knex('products').where({ reportedBy: calls.monitor }).decrement('checkedAt', byMs);
		await monitor().decrement('aliveSince', byMs);
		await monitor().decrement('lastAt', isCalling ? 60_000 : byMs);
		await kindsOf();
	};
	expect(await report(soldOut)).toEqual(kind(null));
	await dayPasses(true);
	expect(await report(shoe)).toEqual(kind('RESTOCK'));
	await dayPasses(false);
	expect(await report(soldOut)).toEqual(kind(null));
	// Of another monitor, which did not call before.
	await dayPasses(true);
	await knex('products').where({ sku: 'RARELY' }).update({ reportedBy: 'another' });
	expect(await report(shoe)).toEqual(kind(null));
	// A version without the column has noted its last call.
	await monitor().update({ aliveSince: null });
	await kindsOf();
	await dayPasses(true);
	expect(await report(soldOut)).toEqual(kind('STOCK'));
	// It called, but could not read the product.
	await kindsOf(item('RARELY', { blocked: 'HTTP 403' }));
	await dayPasses(true);
	expect(await report(shoe)).toEqual(kind(null));
});

test('a heartbeat keeps a monitor alive; three missed calls make it silent', async () => {
	expect(await submit({ monitor: 'night watch', everyMs: 60_000, events: [] })).toMatchObject({ status: 202 });
	const shown = async () => (await monitors()).find(({ name }) => name === 'night watch');
	expect(await shown()).toMatchObject({ sources: [], lastEvents: 0, silent: false, reportedBy: 'Ada' });
	await testServer.db.knex('monitors').where({ name: 'night watch' }).decrement('lastAt', 181_000);
	await expect.poll(shown).toMatchObject({ silent: true });
	await submit({ monitor: 'night watch', everyMs: 60_000, events: [item('NIGHT', { snapshot: shoe })] });
	expect(await shown()).toMatchObject({ sources: ['SHOPS'], lastEvents: 1, silent: false });
});

test.each([
	['neither snapshot nor blocked', { events: [item('X', {})] }, 'events.0.snapshot'],
	['both', { events: [item('X', { snapshot: null, blocked: 'x' })] }, 'events.0.snapshot'],
	[
		'a time in the future',
		{ events: [item('X', { snapshot: null, observedAt: '2999-01-01T00:00:00Z' })] },
		'events.0.observedAt',
	],
	[
		'a time in the future',
		{ events: [item('X', { snapshot: null, observedAt: '1969-12-31T00:00:00Z' })] },
		'events.0.observedAt',
	],
	[
		'a time without a zone',
		{ events: [item('X', { snapshot: null, observedAt: '2026-01-01T00:00:00' })] },
		'events.0.observedAt',
	],
	[
		"an offer that is not the snapshot's",
		{ events: [item('X', { snapshot: shoe, offer: 'REFURBISHED' })] },
		'events.0.offer',
	],
	['a name without an interval', { monitor: 'x', events: [] }, 'monitor'],
	['no events and no name', { events: [] }, 'events'],
	[
		'one of two items from the future',
		{
			events: [
				item('X', { snapshot: shoe }),
				item('Y', { snapshot: shoe, observedAt: new Date(Date.now() + 3_600_000).toISOString() }),
			],
		},
		'events.1.observedAt',
	],
])('%s is refused, and the field is named', async (_, body, field) => {
	const answer = await submit(body);
	expect([answer.status, answer.body.error]).toEqual([
		400,
		expect.objectContaining({ fields: { [field]: expect.any(String) } }),
	]);
});

test('the published schema and the call accept the same input', async () => {
	const response = await fetch(`${testServer.server.origin}/api/schemas/event.json`);
	const accepts = new Ajv2020.default({ strict: false, validateFormats: false }).compile(
		(await response.json()) as object,
	);
	expect(accepts(item('X', { snapshot: shoe, observedAt: '2026-04-30T14:00:00Z' }))).toBe(true);
	const stated = { ...shoe, color: 'Volt', state: 'queue', sizes: [{ size: '9', available: null, state: 'preorder' }] };
	expect(accepts(item('X', { snapshot: stated }))).toBe(true);
	expect(accepts(item('X', { snapshot: { ...shoe, state: 'somewhere' } }))).toBe(false);
	expect(accepts(item('X', { snapshot: null }))).toBe(true);
	expect(accepts(item('X', { blocked: 'HTTP 403', offer: 'REFURBISHED' }))).toBe(true);
	expect(accepts(item('X', {}))).toBe(false);
	expect(accepts(item('X', { snapshot: null, blocked: 'x' }))).toBe(false);
	expect(accepts({ ...item('X', { snapshot: null }), source: 'NOBODY' })).toBe(false);
	expect(accepts(item('X', { snapshot: { ...shoe, available: 'yes' } }))).toBe(false);
});
