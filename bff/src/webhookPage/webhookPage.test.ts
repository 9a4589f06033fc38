import { undoOf } from '@dropwire/contract';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const jd = (status: string) => ({ brand: 'JD', category: 'SHOES', region: 'US', status });
const nike = (region: string) => ({ brand: 'NIKE', category: 'SHOES', region, status: 'ACTIVE' });
const created = async (count: number) =>
	(await testServer.sandbox.control.createWebhooks({ count })).map(({ url }) => url);

/** Adds a webhook to these groups, and returns its id. */
async function add(label: string, url: string, groups: readonly ReturnType<typeof jd>[]): Promise<string> {
	await ada.api.bulkWebhooks({ rows: groups.map((group) => ({ ...group, action: 'INSERT', label, value: url })) });
	const { data } = await ada.api.allWebhooks({ q: label });
	return data[0]?.id ?? '';
}
const labelsOf = async (filter: Parameters<typeof ada.api.allWebhooks>[0]) =>
	(await ada.api.allWebhooks(filter)).data.map(({ label, target }) => label ?? target);

test('renaming a webhook changes all of its groups and adds rows to its history', async () => {
	const [lounge, cellar] = await created(2);
	const id = await add('lounge', lounge!, [jd('NEW'), jd('RESTOCK'), nike('JP')]);
	await add('cellar', cellar!, [jd('RESTOCK')]);
	const before = (await ada.api.webhook({ id })).data;
	expect(before).toMatchObject({ label: 'lounge', value: lounge, target: expect.stringMatching(/••••$/) });

	await expect(ada.api.webhookChange({ id, label: 'cellar' })).rejects.toMatchObject({
		status: 409,
		fields: { label: 'is already used in JD Sports Restock · US' },
	});
	expect((await ada.api.webhook({ id })).data).toEqual(before);

	const { data } = await ada.api.webhookChange({ id, label: 'Lounge VIP' });
	expect(data.subscriptions.map(({ label }) => label)).toEqual(['Lounge VIP', 'Lounge VIP', 'Lounge VIP']);
	await expect(ada.api.webhookChange({ id, label: 'Bar', before: { label: 'lounge' } })).rejects.toMatchObject({
		status: 409,
		message: 'This label has since been changed to "Lounge VIP", so it was left as it is.',
	});
	const history = (await ada.api.webhookHistory({ id })).data;
	expect(history.map(({ action, target }) => `${action} ${target}`)).toEqual([
		'webhookChange Nike Shoes Active · JP',
		'webhookChange JD Sports Restock · US',
		'webhookChange JD Sports New · US',
		'bulkWebhooks Nike Shoes Active · JP',
		'bulkWebhooks JD Sports Restock · US',
		'bulkWebhooks JD Sports New · US',
	]);
	expect(history[0]).toMatchObject({ before: { label: 'lounge' }, after: { label: 'Lounge VIP' }, actorName: 'Ada' });
});

test('a webhook with two labels is renamed as a whole, and each undo restores one label', async () => {
	const [url, other] = await created(2);
	const id = await add('den', url!, [jd('NEW')]);
	await add('den-jp', url!, [nike('JP')]);
	const otherId = await add('attic', other!, [jd('NEW')]);
	const labels = async () => (await ada.api.webhook({ id })).data.subscriptions.map(({ label }) => label);
	const { label, subscriptions } = (await ada.api.webhook({ id })).data;
	expect(label).toBe('den');

	await ada.api.webhookChange({ id, label: 'Studio', before: { label: label! } });
	expect(await labels()).toEqual(['Studio', 'Studio']);
	const [jp, us] = (await ada.api.webhookHistory({ id })).data;
	await undoOf(jp!)?.run(ada.api);
	expect(await labels()).toEqual(['Studio', 'den-jp']);
	await undoOf(us!)?.run(ada.api);
	expect(await labels()).toEqual(['den', 'den-jp']);
	await expect(undoOf(jp!)?.run(ada.api)).rejects.toMatchObject({
		status: 409,
		message: 'This label has since been changed to "den-jp", so it was left as it is.',
	});
	const subscription = subscriptions[1]!.id;
	await expect(ada.api.webhookChange({ id: otherId, subscription, label: 'x' })).rejects.toMatchObject({ status: 404 });
});

test('the health of a waiting webhook has the end and the reason', async () => {
	const [url] = await created(1);
	const id = await add('waits', url!, [jd('NEW')]);
	const { knex } = testServer.db;
	const health = async (columns: object) => {
		await knex('webhooks').where('id', id).update(columns);
		return (await ada.api.webhook({ id })).data.health;
	};
	const now = Date.now();
	const pauseReason = 'Discord answered 429';
	const paused = await health({ pausedAt: now, pausedUntil: now + 1e15, pauseReason });
	expect(paused).toMatchObject({ pausedUntil: now + 600_000, pauseReason });
	const edits = { pausedAt: 0, pausedUntil: 0, editsPausedUntil: now + 60_000 };
	expect(await health(edits)).toMatchObject({ pausedUntil: now + 60_000, pauseReason });
	expect(await health({ editsPausedUntil: now - 1 })).not.toHaveProperty('pauseReason');
	const [row] = (await ada.api.operatorWebhooks({ brand: 'JD', category: 'SHOES' })).data.filter(
		({ label }) => label === 'waits',
	);
	expect(row?.health).not.toHaveProperty('pausedUntil');
});

test('a webhook on no operator group has no label to change', async () => {
	const [url] = await created(1);
	await ada.api.webhooksReplace({ body: [url!] });
	const [row] = (await ada.api.allWebhooks({})).data;
	await expect(ada.api.webhookChange({ id: row!.id, label: 'x' })).rejects.toMatchObject({
		status: 400,
		fields: { label: expect.stringContaining('no operator group') },
	});
	await ada.api.webhooksReplace({ body: [] });
	await expect(ada.api.webhook({ id: row!.id })).rejects.toMatchObject({ status: 404 });
});

test('a dry run shows one webhook added to many groups and removed from one', async () => {
	const [url] = await created(1);
	const id = await add('matrix', url!, [jd('NEW'), jd('CHANGE')]);
	const rows = [
		{ ...jd('CHANGE'), action: 'UNSET', label: 'matrix', value: url! },
		...['US', 'JP', 'GB', 'FR'].map((region) => ({ ...nike(region), action: 'INSERT', label: 'matrix', value: url! })),
	];
	const plan = await ada.api.bulkWebhooks({ rows, dryRun: true });
	expect(plan).toMatchObject({ applied: false, counts: { added: 4, removed: 1 } });
	const places = async () =>
		(await ada.api.webhook({ id })).data.subscriptions.map(({ topic }) => `${topic?.toolsName} · ${topic?.region}`);
	expect(await places()).toEqual(['JD Sports New · US', 'JD Sports Change · US']);
	await ada.api.bulkWebhooks({ rows, planId: plan.planId });
	expect(await places()).toEqual([
		'JD Sports New · US',
		...['US', 'JP', 'GB', 'FR'].map((region) => `Nike Shoes Active · ${region}`),
	]);
});

test('a pause applies to every subscription and keeps the other options', async () => {
	const [made] = await testServer.sandbox.control.createWebhooks({
		count: 1,
		guildId: SANDBOX_GUILDS.soleSearchers.id,
	});
	const id = await add('paused', made!.url, [jd('NEW'), nike('US')]);
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Hold' };
	const cleo = await testServer.signIn('cleo');
	await cleo.api.channelInsert(place);
	await cleo.api.webhookInsert({ ...place, webHook: made!.url });
	const [first] = (await ada.api.webhook({ id })).data.subscriptions;
	await ada.api.subscriptionEdit({ id: first!.id, options: { kinds: ['NEW'] } });

	const pausedIn = (subscriptions: { options: object }[]) => subscriptions.map(({ options }) => options);
	const { data } = await ada.api.webhookChange({ id, paused: true });
	expect(pausedIn(data.subscriptions)).toEqual([{ kinds: ['NEW'], paused: true }, { paused: true }, { paused: true }]);
	expect(data.subscriptions[2]?.guild).toMatchObject({ guildId: place.guildId });
	expect(await labelsOf({ state: 'paused' })).toEqual(['paused']);
	const { data: resumed } = await ada.api.webhookChange({ id, paused: false });
	expect(pausedIn(resumed.subscriptions)).toEqual([{ kinds: ['NEW'] }, {}, {}]);

	await ada.api.webhookRemove({ id });
	expect((await cleo.api.webhookList(place)).data).toEqual([]);
	expect(await labelsOf({ q: 'paused' })).toEqual([]);
});

test('the list has filters and a search by label or last digits of the id', async () => {
	const [used, dead, unused] = await created(3);
	const usedId = await add('Filter used', used!, [nike('AU')]);
	await add('Filter 100% dead', dead!, [jd('NEW'), nike('AU')]);
	await add('Filter unused', unused!, [nike('MX')]);
	await testServer.sandbox.control.deleteWebhook(/webhooks\/(\d+)/.exec(dead!)?.[1] ?? '');
	await ada.api.webhookTest({ url: used! });
	const { data: test } = await ada.api.webhookTest({ url: dead! });
	expect(test.reason).toContain('404');

	const all = ['Filter unused', 'Filter 100% dead', 'Filter used'];
	expect(await labelsOf({ q: 'filter' })).toEqual(all);
	expect(await labelsOf({ q: '100%' })).toEqual(['Filter 100% dead']);
	expect(await labelsOf({ q: /webhooks\/\d+(\d{5})\//.exec(unused!)?.[1] ?? '' })).toEqual(['Filter unused']);
	expect(await labelsOf({ q: 'filter', state: 'off' })).toEqual(['Filter 100% dead']);
	expect(await labelsOf({ q: 'filter', state: 'failing' })).toEqual([]);
	await testServer.db.knex('webhooks').where('id', usedId).update({ lastStatus: 'failed' });
	expect(await labelsOf({ q: 'filter', state: 'failing' })).toEqual(['Filter used']);
	expect((await ada.api.overview()).data.webhooksFailing).toBe(1);
	expect(await labelsOf({ q: 'filter', state: 'never_used' })).toEqual(['Filter unused']);
	expect(await labelsOf({ q: 'filter', brand: 'NIKE', region: 'AU' })).toEqual(['Filter 100% dead', 'Filter used']);
	expect(await labelsOf({ q: 'filter', brand: 'JD' })).toEqual(['Filter 100% dead']);

	// A page continues after the row that its cursor names.
	const { data: messages } = await ada.api.webhookMessages({ id: usedId });
	expect(messages).toEqual([expect.objectContaining({ kind: 'TEST', status: 'sent' })]);
	const [first] = (await ada.api.allWebhooks({ q: 'filter' })).data;
	expect(await labelsOf({ q: 'filter', cursor: first!.id })).toEqual(all.slice(1));
});

test('replacing a webhook changes every list at once, and a preview changes none', async () => {
	const [leaked, fresh, other] = await created(3);
	const id = await add('leaked', leaked!, [jd('NEW'), nike('CA')]);
	await add('other', other!, [nike('CA')]);
	const { version } = await ada.api.broadcastList();
	await ada.api.webhooksReplace({ version, body: [leaked!] });
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Closeout' };
	await ada.api.channelInsert(place);
	await ada.api.webhookInsert({ ...place, webHook: leaked! });
	const [first] = (await ada.api.webhook({ id })).data.subscriptions;
	await ada.api.subscriptionEdit({ id: first!.id, options: { kinds: ['NEW'] } });
	const { knex } = testServer.db;
	const later = Date.now() + 3_600_000;
	const [messageId = 0] = await knex('messages').insert({
		kind: 'TEST',
		body: '{}',
		seenAt: 1,
		queuedAt: 1,
		expiresAt: later,
	});
	const delivery = {
		messageId,
		webhookId: Number(id),
		target: '…',
		status: 'retrying' as const,
		queuedAt: 1,
		notBefore: later,
	};
	await knex('deliveries').insert(delivery);
	const where = (rows: readonly { topic: { toolsName: string; region: string } | null; guild: unknown }[]) =>
		rows.map(
			({ topic, guild }) => `${topic ? `${topic.toolsName} ${topic.region}` : 'broadcast'}${guild ? ' guild' : ''}`,
		);
	const all = ['JD Sports New US', 'Nike Shoes Active CA', 'broadcast', 'Nike Shoes Closeout US guild'];
	// The spelling of the URL does not matter.
	const from = leaked!.replace('/api/', '/api/v10/');

	const planned = (await ada.api.webhookReplace({ from, to: fresh!, dryRun: true })).data;
	// The engine may have tried the delivery by now.
	expect(planned).toMatchObject({ applied: false, id: null, waiting: expect.any(Number), deletes: false });
	expect(where(planned.rows)).toEqual(all);
	expect((await ada.api.webhook({ id })).data.value).toBe(leaked);
	await expect(ada.api.webhookReplace({ from, to: other! })).rejects.toMatchObject({
		status: 409,
		fields: { to: 'is already in Nike Shoes Active · CA ("other")' },
	});
	await expect(ada.api.webhookReplace({ from: `${from}x`, to: fresh! })).rejects.toMatchObject({
		status: 404,
		fields: { from: 'is saved with another token or thread' },
	});
	await expect(ada.api.webhookReplace({ from, to: leaked! })).rejects.toMatchObject({ status: 400 });
	await expect(ada.api.webhookReplace({ from: fresh!, to: other! })).rejects.toMatchObject({
		status: 404,
		fields: { from: 'is on no list' },
	});

	const { data } = await ada.api.webhookReplace({ from, to: fresh! });
	expect(data).toMatchObject({ applied: true, rows: planned.rows });
	const after = (await ada.api.webhook({ id: data.id! })).data;
	expect(after).toMatchObject({ label: 'leaked', value: fresh });
	expect(where(after.subscriptions)).toEqual(all);
	expect(after.subscriptions[0]?.options).toEqual({ kinds: ['NEW'] });
	await expect(ada.api.webhook({ id })).rejects.toMatchObject({ status: 404 });
	expect(await knex('deliveries').where({ messageId }).first()).toMatchObject({ status: 'failed' });
	const { data: history } = await ada.api.audit({ object: 'leaked' });
	expect(history[0]).toMatchObject({ action: 'webhookReplace', target: 'Nike Shoes Active · CA' });
	await ada.api.webhooksReplace({ body: [] });
});

test('a webhook that is replaced keeps the thread of each row', async () => {
	const [leaked, fresh] = await created(2);
	const thread = '900000000000000001';
	await add('threads', `${leaked}?thread_id=${thread}`, [jd('NEW')]);
	const id = await add('no thread', leaked!, [jd('CHANGE')]);
	const { data } = await ada.api.webhookReplace({ from: leaked!, to: fresh! });
	expect(data.rows.map(({ label }) => label)).toEqual(['threads', 'no thread']);
	const [threads] = (await ada.api.allWebhooks({ q: 'threads' })).data;
	expect((await ada.api.webhook({ id: threads!.id })).data.value).toBe(`${fresh}?thread_id=${thread}`);
	await expect(ada.api.webhook({ id })).rejects.toMatchObject({ status: 404 });
});
