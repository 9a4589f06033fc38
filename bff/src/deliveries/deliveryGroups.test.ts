import type { SubscriptionWhy } from '@dropwire/contract';
import { queueEvent } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
/** An event of each SKU, by its id, and the digits at the end of the webhooks' ids. */
const events: Record<string, string> = {};
let ends: Record<'alpha' | 'beta' | 'own', string>;
const guildId = SANDBOX_GUILDS.soleSearchers.id;
const foreign = SANDBOX_GUILDS.dropwireHq.id;
const topic = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };

/** Two operators' webhooks, of which one wants restocks only, and one of a client's server; and two events. */
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	cleo = await testServer.signIn('cleo');
	const [alpha, beta, own] = await testServer.sandbox.control.createWebhooks({ count: 3 });
	ends = { alpha: alpha!.id.slice(-6), beta: beta!.id.slice(-6), own: own!.id.slice(-6) };
	await ada.api.bulkWebhooks({
		dryRun: false,
		rows: [
			{ action: 'SET', ...topic, label: 'Cook Group =Alpha', value: alpha!.url },
			{ action: 'SET', ...topic, label: 'Resell Lab', value: beta!.url, options: '{"kinds":["RESTOCK"]}' },
		],
	});
	await cleo.api.channelInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Hold' });
	await cleo.api.webhookInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Hold', webHook: own!.url });
	for (const [sku, kind] of [['AA1000-001', 'STATUS'] as const, ['BB2000-002', 'RESTOCK'] as const]) {
		const after = aSnapshot({ sku, status: 'HOLD', title: `Shoe ${sku}` });
		const before = aSnapshot({ sku, status: 'ACTIVE', title: `Shoe ${sku}` });
		const event = { source: 'NIKE', region: 'US', sku, kind, before, after, at: Date.now() } as const;
		const queued = await queueEvent(testServer.db, event);
		events[sku] = String(queued?.eventId);
	}
	testServer.engine.wake();
	await vi.waitUntil(async () => (await ada.api.deliveries({ status: 'sent' })).data.length === 5, 20_000);
});
afterAll(() => testServer.close());

/** The lines of an export. */
async function exported({ fetch }: Browser, search = ''): Promise<string[]> {
	const response = await fetch(`/api/export/deliveries${search}`);
	expect(response.headers.get('content-type')).toContain('text/csv');
	expect(response.headers.get('content-disposition')).toContain('deliveries.csv');
	return (await response.text()).trimEnd().split('\r\n');
}

test('deliveries are grouped by event with counts of visible ones', async () => {
	const { data, nextCursor } = await ada.api.deliveryGroups();
	expect(nextCursor).toBeNull();
	expect(data).toMatchObject([
		{ sku: 'BB2000-002', kind: 'RESTOCK', eventId: events['BB2000-002'], counts: { sent: 3, failed: 0 } },
		{ sku: 'AA1000-001', kind: 'STATUS', title: 'Shoe AA1000-001', brand: 'NIKE', counts: { sent: 2 }, edits: 0 },
	]);
	expect(data[0]!.firstAt).toBeGreaterThanOrEqual(data[0]!.queuedAt);
	expect(data[0]!.lastAt).toBeGreaterThanOrEqual(data[0]!.firstAt!);
	const own = (await cleo.api.deliveryGroups()).data;
	expect(own.map(({ sku, counts }) => [sku, counts.sent])).toEqual([
		['BB2000-002', 1],
		['AA1000-001', 1],
	]);
	const { data: rows } = await ada.api.deliveries({ message: data[1]!.id });
	expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(['Cook Group =Alpha', null]));
	expect(rows[0]).toMatchObject({ eventId: events['AA1000-001'], status: 'sent' });
	const seen = (await cleo.api.deliveries({ event: events['AA1000-001']! })).data;
	expect(seen.map(({ label, target }) => [label, target.includes(ends.own.slice(-4))])).toEqual([[null, true]]);
});

test("every filter narrows the list; rejects another person's server", async () => {
	const skus = async (facets: Parameters<Browser['api']['deliveryGroups']>[0], { api } = ada) =>
		(await api.deliveryGroups(facets)).data.map(({ sku }) => sku?.slice(0, 2));
	expect(await skus({ webhook: 'resell' })).toEqual(['BB']);
	expect(await skus({ webhook: ends.beta })).toEqual(['BB']);
	expect(await skus({ webhook: `…${ends.alpha}`, kind: 'status' })).toEqual(['AA']);
	expect(await skus({ webhook: 'nobody has this label' })).toEqual([]);
	expect(await skus({ sku: 'aa1000-001' })).toEqual(['AA']);
	expect(await skus({ brand: 'nike', region: 'us', kind: 'RESTOCK' })).toEqual(['BB']);
	expect(await skus({ brand: 'HP' })).toEqual([]);
	expect(await skus({ guildId, status: 'sent' })).toEqual(['BB', 'AA']);
	expect(await skus({ status: 'failed' })).toEqual([]);
	expect(await skus({ kind: 'TEST' })).toEqual([]);
	const [restock, status] = (await ada.api.deliveryGroups()).data;
	expect(await skus({ since: restock!.queuedAt, until: Date.now() })).toContain('BB');
	expect(await skus({ until: status!.queuedAt - 1 })).toEqual([]);
	expect(await skus({ webhook: 'cook', until: status!.queuedAt - 1 })).toEqual([]);
	// A client finds webhooks by their digits only, and only deliveries to their own servers.
	expect(await skus({ webhook: 'resell' }, cleo)).toEqual([]);
	expect(await skus({ webhook: ends.beta }, cleo)).toEqual([]);
	expect(await skus({ webhook: ends.own }, cleo)).toEqual(['BB', 'AA']);
	await expect(cleo.api.deliveryGroups({ guildId: foreign })).rejects.toMatchObject({ status: 403 });
	expect((await cleo.fetch(`/api/export/deliveries?guildId=${foreign}`)).status).toBe(403);
});

test('the list is read page by page, each message once', async () => {
	const { knex } = testServer.db;
	const at = Date.now();
	const [old] = (await ada.api.deliveryGroups()).data;
	const message = { kind: 'NOTICE', body: '{}', seenAt: at, queuedAt: at, expiresAt: at };
	await knex('messages').insert(Array.from({ length: 60 }, () => message));
	const ids: number[] = await knex('messages').where({ kind: 'NOTICE' }).pluck('id');
	const delivery = { guildId, target: 'x', status: 'failed', reason: 'gone', queuedAt: at };
	await knex('deliveries').insert(ids.flatMap((messageId) => [1, 2].map(() => ({ ...delivery, messageId }))));
	for (const facets of [{}, { kind: 'NOTICE' } as const, { status: 'failed' } as const, { guildId }]) {
		const found: string[] = [];
		for (let cursor: string | null | undefined; cursor !== null;) {
			const page = await ada.api.deliveryGroups({ ...facets, ...(cursor && { cursor }) });
			expect(page.data.length).toBeLessThanOrEqual(25);
			found.push(...page.data.map(({ id }) => id));
			cursor = page.nextCursor;
		}
		const notices = ids.toSorted((a, b) => b - a).map(String);
		expect([facets, found.slice(0, 60)]).toEqual([facets, notices]);
		expect(found.includes(old!.id)).toBe('guildId' in facets || Object.keys(facets).length === 0);
	}
	await knex('messages').whereIn('id', ids).delete();
});

test('the export is CSV without formulas', async () => {
	const [head, ...all] = await exported(ada);
	expect(head).toContain('"queued","sent","outcome"');
	expect(all).toHaveLength(5);
	const [row, ...others] = await exported(ada, '?webhook=cook&sku=AA1000-001');
	expect(others).toHaveLength(1);
	expect(row).toBe(head);
	expect(others[0]).toContain('"Shoe AA1000-001","AA1000-001","US","Nike Shoes Hold · US","Cook Group =Alpha"');
	await testServer.db.knex('subscriptions').where({ label: 'Resell Lab' }).update({ label: '=1+1' });
	expect((await exported(ada, '?webhook=1%2B1'))[1]).toContain(`"'=1+1"`);
	expect((await exported(cleo)).slice(1).every((line) => !line.includes('Cook'))).toBe(true);
	expect(await exported(cleo)).toHaveLength(3);
});

test("a server's log is searched by topic, region, kind, SKU, channel and time", async () => {
	const found = async (facets: Parameters<typeof cleo.api.deliveries>[0]) =>
		(await cleo.api.deliveries({ guildId, ...facets })).data.map(({ sku, kind }) => [sku, kind]);
	const restock = ['BB2000-002', 'RESTOCK'];
	expect(await found({ sku: 'BB2000-002' })).toEqual([restock]);
	expect(await found({ kind: 'RESTOCK', topic: 'Nike Shoes Hold', region: 'US' })).toEqual([restock]);
	expect(await found({ kind: 'RESTOCK', topic: 'Nike Shoes Active' })).toEqual([]);
	expect(await found({ region: 'JP' })).toEqual([]);
	expect(await found({ status: 'failed', sku: 'BB2000-002' })).toEqual([]);
	expect(await found({ until: Date.now() - 3_600_000 })).toEqual([]);
	const channel = '300000000000000099';
	expect(await found({ channel })).toEqual([]);
	await testServer.db
		.knex('webhooks')
		.where('discordId', 'like', `%${ends.own}`)
		.update({ guildId, channelId: channel });
	expect(await found({ channel, kind: 'RESTOCK' })).toEqual([restock]);
	expect(await exported(cleo, `?guildId=${guildId}&channel=${channel}&kind=RESTOCK`)).toHaveLength(2);
	expect(await exported(cleo, `?guildId=${guildId}&topic=Nike+Shoes+Active`)).toHaveLength(1);
});

test('a search of deliveries needs a server that the caller manages', async () => {
	await expect(cleo.api.deliveries({ guildId: foreign, sku: 'BB2000-002' })).rejects.toMatchObject({ status: 403 });
	await expect(cleo.api.deliveries({ sku: 'BB2000-002' })).rejects.toMatchObject({
		fields: { guildId: expect.stringContaining('is required') },
	});
	await expect(cleo.api.deliveryGroups({ channel: '300000000000000099' })).rejects.toMatchObject({
		fields: { channel: 'needs guildId' },
	});
	await expect(cleo.api.deliveries({ guildId, event: '1', kind: 'PRICE' })).rejects.toMatchObject({
		fields: { event: expect.stringContaining('cannot be combined') },
	});
});

test('an event shows its message and the rule of each subscription without it', async () => {
	const id = events['AA1000-001']!;
	const { data } = await ada.api.event({ id });
	expect(data).toMatchObject({
		sku: 'AA1000-001',
		before: { status: 'ACTIVE' },
		after: { status: 'HOLD' },
		clicks: 0,
		message: { continues: false, counts: { sent: 2 }, body: { embeds: [{ title: expect.any(String) }] } },
	});
	const without = (await ada.api.eventSubscriptions({ id })).data.filter(({ list }) => list !== 'broadcast');
	expect(without).toMatchObject([{ list: 'operators', rule: 'kinds', detail: 'STATUS; wanted: RESTOCK' }]);
	const why = (await ada.api.why({ event: id, subscription: without[0]!.id })) as SubscriptionWhy;
	expect(why.data.reasons.find(({ passed }) => passed === false)).toMatchObject({ rule: without[0]!.rule });

	expect((await cleo.api.event({ id })).data).toMatchObject({
		clicks: null,
		deliveries: 1,
		message: { counts: { sent: 1 } },
	});
	expect((await cleo.api.eventSubscriptions({ id })).data).toEqual([]);
	const [added] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await cleo.api.webhookInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Hold', webHook: added!.url });
	expect((await cleo.api.eventSubscriptions({ id })).data).toMatchObject([
		{ list: 'server', rule: 'topic', label: null },
	]);
	const mia = await testServer.signIn('mia');
	await expect(mia.api.event({ id })).rejects.toMatchObject({ status: 403 });
	await expect(ada.api.event({ id: '999999' })).rejects.toMatchObject({ status: 404 });
});
