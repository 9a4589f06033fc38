import { undoOf } from '@dropwire/contract';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('the audit log names the actor of each change and is read page by page', async () => {
	const row = { at: 1, actor: SANDBOX_USERS.ada.id, via: 'session', action: 'skusChange', target: 'older' };
	await testServer.db.knex('audit').insert(Array.from({ length: 60 }, () => row));
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	const first = await ada.api.audit();
	expect(first.data).toHaveLength(50);
	expect(first.data[0]).toMatchObject({ actor: SANDBOX_USERS.ada.id, actorName: 'Ada', action: 'skusChange' });
	const second = await ada.api.audit({ cursor: first.nextCursor! });
	expect(second.data[0]).toMatchObject({ target: 'older' });
	expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(50 + second.data.length);
});

test('the audit log is filtered by person, by object in the target or the values, and by time', async () => {
	const { knex } = testServer.db;
	const person = SANDBOX_USERS.cleo.id;
	const row = { actor: person, via: 'session', action: 'hpWebhooksChange', after: null };
	await knex('audit').insert([
		{ ...row, at: 1000, target: 'Nike Laces · US' },
		{ ...row, at: 2000, target: 'HP Laptops · US', after: JSON.stringify({ label: 'Cook Group Laces' }) },
		{ ...row, at: 3000, target: 'HP Laptops · US', actor: null },
	]);
	const times = async (filter: Parameters<typeof ada.api.audit>[0]) =>
		(await ada.api.audit(filter)).data.map(({ at }) => at);
	expect(await times({ person })).toEqual([2000, 1000]);
	expect(await times({ object: 'laces' })).toEqual([2000, 1000]);
	expect(await times({ object: 'hp laptops' })).toEqual([3000, 2000]);
	expect(await times({ object: 'laces', person, until: 1999 })).toEqual([1000]);
	expect(await times({ person, since: 2000 })).toEqual([2000]);
	expect(await times({ object: '100%' })).toEqual([]);
});

test('a change of a webhook names its page and its label while it exists', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const row = {
		brand: 'HP',
		category: 'LAPTOPS',
		region: 'US',
		status: 'LAPTOPS',
		label: 'lounge',
		value: webhook!.url,
	};
	await ada.api.bulkWebhooks({ rows: [{ action: 'INSERT', ...row }] });
	const { id } = (await ada.api.allWebhooks({ q: 'lounge' })).data[0]!;
	expect((await ada.api.audit()).data[0]?.webhook).toEqual({ id, label: 'lounge' });
	await ada.api.webhookRemove({ id });
	const [removed] = (await ada.api.audit()).data;
	expect(removed).toMatchObject({ action: 'webhookRemove', before: { label: 'lounge' } });
	expect(removed?.webhook?.label ?? null).toBeNull();
});

test('a change of a webhook that posts to a thread names that of the thread', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = ['first thread', 'second thread'].map((label, index) => ({
		...group,
		action: 'INSERT',
		label,
		value: `${webhook!.url}?thread_id=90000000000000000${index}`,
	}));
	await ada.api.bulkWebhooks({ rows });
	const idOf = async (q: string) => (await ada.api.allWebhooks({ q })).data[0]!.id;
	const [first, second] = [await idOf('first thread'), await idOf('second thread')];
	const named = async (count: number) => (await ada.api.audit()).data.slice(0, count).map((row) => row.webhook);
	expect(await named(2)).toEqual([
		{ id: second, label: 'second thread' },
		{ id: first, label: 'first thread' },
	]);

	await ada.api.webhookChange({ id: second, label: 'renamed' });
	const [rename] = (await ada.api.audit()).data;
	expect(rename?.webhook).toEqual({ id: second, label: 'renamed' });
	await undoOf(rename!)?.run(ada.api);
	const labels = [first, second].map(async (id) => (await ada.api.webhook({ id })).data.label);
	expect(await Promise.all(labels)).toEqual(['first thread', 'second thread']);

	// The change follows its subscription to another thread.
	const { id } = (await ada.api.webhook({ id: second })).data.subscriptions[0]!;
	await ada.api.subscriptionEdit({ id, options: { thread: { id: '900000000000000002' } } });
	const moved = await idOf('second thread');
	expect(moved).not.toBe(second);
	expect(await named(2)).toEqual(Array.from({ length: 2 }, () => ({ id: moved, label: 'second thread' })));
	await ada.api.webhookRemove({ id: moved });
	expect(await named(3)).toEqual([null, null, null]);
});

test('an edit of options is logged with the version that it creates', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	await ada.api.bulkWebhooks({ rows: [{ action: 'INSERT', ...group, label: 'versions', value: webhook!.url }] });
	const { id: webhookId } = (await ada.api.allWebhooks({ q: 'versions' })).data[0]!;
	const { id } = (await ada.api.webhook({ id: webhookId })).data.subscriptions[0]!;
	await ada.api.subscriptionEdit({ id, options: { minDiscount: 20 } });
	await ada.api.webhookChange({ id: webhookId, paused: true });
	const [pause, edit] = (await ada.api.audit()).data;
	expect(pause).toMatchObject({
		before: { version: 2 },
		after: { version: 3, options: { minDiscount: 20, paused: true } },
	});
	const undo = (after: unknown, options: object) =>
		ada.api.subscriptionEdit({ id, options, version: (after as { version: number }).version });
	await expect(undo(edit?.after, {})).rejects.toMatchObject({ status: 409 });
	expect((await undo(pause?.after, { minDiscount: 20 })).data.options).toEqual({ minDiscount: 20 });
});
