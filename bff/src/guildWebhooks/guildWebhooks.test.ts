import { contract, createClient, type SubscriptionWhy } from '@dropwire/contract';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const channel = { guildId, region: 'us', toolsName: 'Nike Shoes Active' };
const seeded = (index: number) => {
	const { webhook } = SANDBOX_CHANNELS[index]!;
	return `${testServer.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`;
};
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };

test("adds, edits and deletes a webhook; a duplicate is 409, another guild's row 403", async () => {
	await cleo.api.channelInsert({ ...channel, toolsName: 'Nike Shoes Hold' });
	const place = { ...channel, toolsName: 'Nike Shoes Hold' };
	const { data: row } = await cleo.api.webhookInsert({ ...place, webHook: ` ${seeded(0)} ` });
	expect(row).toEqual({ id: expect.any(String), webhook: seeded(0), health, place: null, options: {} });
	await expect(
		cleo.api.webhookInsert({ ...place, webHook: seeded(0).replace('/api/', '/api/v10/') }),
	).rejects.toMatchObject({
		status: 409,
		message: `…/webhooks/${SANDBOX_CHANNELS[0]!.webhook.id}/•••• already gets Nike Shoes Hold · US.`,
		fields: { webHook: 'already gets Nike Shoes Hold · US' },
	});
	const { data: second } = await cleo.api.webhookInsert({ ...place, webHook: seeded(2) });
	await expect(cleo.api.webhookEdit({ ...place, id: second.id, webHook: seeded(0) })).rejects.toMatchObject({
		status: 409,
		fields: { webHook: 'already gets Nike Shoes Hold · US' },
	});
	await cleo.api.webhookDelete({ guildId, id: second.id });
	await expect(cleo.api.webhookInsert({ ...place, webHook: 'https://example.com/x' })).rejects.toMatchObject({
		status: 400,
		fields: { webHook: expect.stringContaining('Discord webhook URL') },
	});

	const { data: changed } = await cleo.api.webhookEdit({ ...place, id: row.id, webHook: seeded(1) });
	expect(changed).toEqual({ ...row, webhook: seeded(1) });
	expect((await cleo.api.webhookList(place)).data).toEqual([changed]);

	const elsewhere = { ...place, guildId: SANDBOX_GUILDS.restockRadar.id };
	await expect(cleo.api.webhookDelete({ guildId: elsewhere.guildId, id: row.id })).rejects.toMatchObject({
		status: 403,
	});
	await expect(cleo.api.webhookEdit({ ...elsewhere, id: row.id, webHook: seeded(2) })).rejects.toMatchObject({
		status: 403,
	});
	expect(await cleo.api.webhookDelete({ guildId, id: row.id })).toEqual({ data: { id: row.id } });
	expect((await cleo.api.webhookList(place)).data).toEqual([]);
});

test("one call deletes several webhooks, but not another server's", async () => {
	const place = { ...channel, toolsName: 'Nike Equipment Hold' };
	await cleo.api.channelInsert(place);
	const elsewhere = { ...place, guildId: SANDBOX_GUILDS.restockRadar.id };
	await cleo.api.channelInsert(elsewhere);
	const ids = [];
	for (const index of [0, 1]) ids.push((await cleo.api.webhookInsert({ ...place, webHook: seeded(index) })).data.id);
	const { data: other } = await cleo.api.webhookInsert({ ...elsewhere, webHook: seeded(2) });
	const { data } = await cleo.api.webhooksDelete({ guildId, ids: [...ids, other.id] });
	expect(data.ids.toSorted()).toEqual(ids.toSorted());
	expect((await cleo.api.webhookList(place)).data).toEqual([]);
	expect((await cleo.api.webhookList(elsewhere)).data).toMatchObject([{ id: other.id }]);
	await expect(cleo.api.webhooksDelete({ guildId, ids: [] })).rejects.toMatchObject({
		status: 400,
		fields: { ids: 'must have at least one id' },
	});
});

test('options are replaced as a whole; rejects stale versions and other guilds', async () => {
	const ada = await testServer.signIn('ada');
	const place = { ...channel, toolsName: 'Nike Shoes Closeout' };
	await cleo.api.channelInsert(place);
	const thread = '123456789012345678';
	const { data: row } = await cleo.api.webhookInsert({ ...place, webHook: `${seeded(0)}?thread_id=${thread}` });
	const { data: first } = await cleo.api.subscription({ id: row.id });
	expect(first).toEqual({
		id: row.id,
		label: null,
		topic: { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'CLOSEOUT', toolsName: 'Nike Shoes Closeout' },
		target: `…/webhooks/${SANDBOX_CHANNELS[0]!.webhook.id}/••••?thread_id=…${thread.slice(-4)}`,
		options: { thread: { id: thread } },
		roles: [],
		version: 1,
	});
	// The same webhook of another thread is another row; the same thread is not.
	await expect(cleo.api.webhookInsert({ ...place, webHook: `${seeded(0)}?thread_id=${thread}` })).rejects.toMatchObject(
		{
			status: 409,
		},
	);
	const { data: other } = await cleo.api.webhookInsert({ ...place, webHook: seeded(0) });
	const edit = (options: object, version?: number) =>
		cleo.api.subscriptionEdit({ id: row.id, options, ...(version !== undefined && { version }) });
	const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
	const { data: second } = await edit({ mentions: ['123456789012345679'], quiet, thread: { id: thread } }, 1);
	expect(second).toMatchObject({ version: 2, options: { quiet, thread: { id: thread } } });
	await expect(edit({}, 1)).rejects.toMatchObject({ status: 409, fields: { version: 'must be 2' } });
	// Without its thread it would be the other row.
	await expect(edit({ paused: true })).rejects.toMatchObject({ status: 409 });
	await cleo.api.webhookDelete({ guildId, id: other.id });
	const { data: third } = await edit({ paused: true });
	expect(third).toMatchObject({ version: 3, options: { paused: true }, target: expect.stringMatching(/••••$/) });
	expect((await cleo.api.webhookList(place)).data).toMatchObject([{ id: row.id, webhook: seeded(0) }]);
	expect((await cleo.api.webhookEdit({ ...place, id: row.id, webHook: seeded(1) })).data.id).toBe(row.id);
	expect((await cleo.api.subscription({ id: row.id })).data.options).toEqual({ paused: true });
	const { rows } = await cleo.api.exportWebhooks({ guildId });
	expect(rows).toEqual([expect.objectContaining({ status: 'CLOSEOUT', label: '', options: '{"paused":true}' })]);
	await expect(cleo.api.exportWebhooks()).rejects.toMatchObject({ status: 403 });

	const group = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' };
	await ada.api.bulkWebhooks({ rows: [{ action: 'SET', ...group, label: 'ops', value: seeded(2) }] });
	const { data: groups } = await ada.api.operatorWebhooks({ brand: 'NIKE', category: 'SHOES' });
	const ops = groups.find(({ label }) => label === 'ops')!;
	expect((await ada.api.subscription({ id: ops.id })).data).toMatchObject({ label: 'ops', options: {} });
	for (const id of [ops.id, '999999']) {
		await expect(cleo.api.subscription({ id })).rejects.toMatchObject({ status: 403 });
		await expect(cleo.api.subscriptionEdit({ id, options: {} })).rejects.toMatchObject({ status: 403 });
	}
	const bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	await expect(bot.subscription({ id: row.id })).rejects.toMatchObject({ status: 403 });
	expect((await bot.subscription({ id: row.id, guildId })).data.version).toBe(third.version);
	expect(
		(await ada.api.audit({})).data.find(({ action, target }) => action === 'subscriptionEdit' && target !== 'refused'),
	).toMatchObject({
		target: 'Nike Shoes Closeout · US',
	});
});

test.each([
	['an unknown option', { colour: 'red' }, 'options'],
	['six roles', { mentions: Array.from({ length: 6 }, (_, n) => `12345678901234567${n}`) }, 'options.mentions'],
	['a word without letters', { include: ['!!'] }, 'options.include.0'],
	['an unknown kind', { kinds: ['SALE'] }, 'options.kinds.0'],
	['a state that is always available', { states: ['in_stock'] }, 'options.states.0'],
	['a price below the other', { minPrice: 10, maxPrice: 9 }, 'options.minPrice'],
	['a discount of 100', { minDiscount: 100 }, 'options.minDiscount'],
	['an hour that does not exist', { quiet: { from: '24:00', to: '07:00', zone: 'UTC' } }, 'options.quiet.from'],
	['quiet hours of no length', { quiet: { from: '07:00', to: '07:00', zone: 'UTC' } }, 'options.quiet.to'],
	['an unknown zone', { quiet: { from: '08:00', to: '07:00', zone: 'Mars' } }, 'options.quiet.zone'],
	['an abbreviation of a zone', { quiet: { from: '08:00', to: '07:00', zone: 'EST' } }, 'options.quiet.zone'],
	['an offset as a zone', { quiet: { from: '08:00', to: '07:00', zone: '+05:00' } }, 'options.quiet.zone'],
	['a thread with id and name', { thread: { id: '123456789012345678', name: 'x' } }, 'options.thread'],
	['a name that Discord rejects', { name: 'My DisCord' }, 'options.name'],
	['a name that is a mention', { name: ' HERE ' }, 'options.name'],
	['a name of invisible characters', { name: '\u200B\u3164' }, 'options.name'],
	['a picture on a host without a dot', { avatar: 'https://cdn/x.png' }, 'options.avatar'],
	['a picture over http', { avatar: 'http://x.example/a.png' }, 'options.avatar'],
])('%s is refused, naming the field', async (_, options, field) => {
	const error = await cleo.api
		.subscriptionEdit({ id: '1', options: options as never })
		.catch((caught: unknown) => caught);
	expect(error).toMatchObject({ status: 400 });
	expect(Object.keys((error as { fields: object }).fields)).toEqual([field]);
});

test('a subscription needs a kind that its topic can get, and keeps those that it has', async () => {
	const place = { ...channel, toolsName: 'Nike Equipment Hold' };
	const { id } = (await cleo.api.webhookInsert({ ...place, webHook: seeded(3) })).data;
	const edit = (options: object) => cleo.api.subscriptionEdit({ id, options });
	const kinds =
		'must name one of SHOCK_DROP, LIVE, NEW, STATUS, RESTOCK, PRICE, STOCK, because Nike Equipment Hold gets no others, and "REMINDER" is given';
	await expect(edit({ kinds: ['REMINDER'] })).rejects.toMatchObject({
		status: 400,
		fields: { 'options.kinds': kinds },
	});
	const { knex } = testServer.db;
	await knex('subscriptions')
		.where({ id: Number(id) })
		.update({ options: JSON.stringify({ kinds: ['REMINDER'] }) });
	expect((await edit({ kinds: ['REMINDER'], paused: true })).data.options).toEqual({
		kinds: ['REMINDER'],
		paused: true,
	});
	expect((await edit({ kinds: ['LIVE'] })).data.options).toEqual({ kinds: ['LIVE'] });
	await expect(edit({ kinds: ['REMINDER'] })).rejects.toMatchObject({ status: 400 });
	await cleo.api.webhookDelete({ guildId, id });
});

test('why names the rule that stopped an event; a trial tests other options', async () => {
	const ada = await testServer.signIn('ada');
	const place = { ...channel, toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(place);
	const { data: row } = await cleo.api.webhookInsert({ ...place, webHook: seeded(1) });
	await cleo.api.subscriptionEdit({ id: row.id, options: { include: ['dunk'] } });
	const { token } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] }).then(({ data }) => data);
	const program = createClient(contract, { origin: testServer.server.origin, token });
	const snapshot = (title: string, available: boolean) => ({ title, category: 'SHOES', status: 'ACTIVE', available });
	const report = (sku: string, title: string, available: boolean) =>
		program.eventsIngest({ events: [{ source: 'NIKE', sku, region: 'US', snapshot: snapshot(title, available) }] });
	for (const [sku, title] of [
		['AA1111-001', 'Zoom Vomero'],
		['AA1111-002', 'Dunk Low'],
	] as const) {
		await report(sku, title, false);
		await report(sku, title, true);
	}
	const { data: events } = await ada.api.events({});
	const why = async (sku: string) => {
		const event = events.find((one) => one.sku === sku)!;
		return ((await cleo.api.why({ event: event.id, subscription: row.id })) as SubscriptionWhy).data;
	};
	const held = await why('AA1111-001');
	expect(held.sent).toBe('no');
	expect(held.reasons.map(({ rule, passed }) => `${rule} ${passed}`)).toEqual([
		...['list', 'topic', 'webhook', 'paused', 'kinds'].map((rule) => `${rule} true`),
		'include false',
		...['exclude', 'sizes', 'price', 'discount', 'delivery'].map((rule) => `${rule} null`),
	]);
	expect(held.reasons[0]?.detail).toContain('reported by monitor');
	await expect.poll(async () => (await why('AA1111-002')).sent, { timeout: 30_000 }).toBe('yes');
	const trial = await cleo.api.subscriptionTry({ id: row.id, options: { exclude: ['dunk'] } });
	expect(trial.data).toMatchObject({
		of: 2,
		sent: 1,
		examples: [
			{ sku: 'AA1111-002', title: 'Dunk Low', sent: false, rule: 'exclude' },
			{ sku: 'AA1111-001', sent: true, rule: null },
		],
	});
	expect((await cleo.api.subscription({ id: row.id })).data.options).toEqual({ include: ['dunk'] });
	await cleo.api.subscriptionEdit({ id: row.id, options: { name: 'Dunks', mentions: ['123456789012345679'] } });
	const { data: tested } = await cleo.api.webhookTest({ id: row.id });
	expect(tested.status).toBe('sent');
	const [message] = (await testServer.sandbox.control.messages()).slice(-1);
	expect(message?.body).toMatchObject({ username: 'Dunks', allowed_mentions: { parse: [] } });
	expect(message?.body).not.toHaveProperty('content');
	await expect(cleo.api.why({ event: '999999', subscription: row.id })).rejects.toMatchObject({ status: 404 });
});
