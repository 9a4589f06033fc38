import { channelList, GuildChannel } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { subscribeMany } from '@dropwire/engine';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { REGIONS } from '@dropwire/contract';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[cleo, ada] = [await testServer.signIn('cleo'), await testServer.signIn('ada')];
});
afterAll(() => testServer.close());

const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
const url = (n: number, token = `token-${n}`) =>
	`https://discord.com/api/webhooks/${410_000_000_000_000_000n + BigInt(n)}/${token}`;
const place = (toolsName: string, region = 'US') => ({ guildId, region, toolsName });
const active = place('Nike Shoes Active');
const hold = place('Nike Shoes Hold');
const insert = (of: typeof active, webHook: string) => cleo.api.webhookInsert({ ...of, webHook });
const count = async (of: typeof active) => (await cleo.api.webhookList(of)).data.length;

beforeEach(async () => {
	const { data } = await cleo.api.channelList({ guildId });
	for (const { id } of data.flatMap(({ channels }) => channels)) await cleo.api.channelDelete({ id });
	for (const of of [active, hold]) await cleo.api.channelInsert(of);
	const { rows } = await ada.api.exportWebhooks();
	if (rows.length > 0) await ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...row, action: 'DELETE' })) });
	await ada.api.webhooksReplace({ body: [] });
});

test('a topic of a server holds at most 20 webhooks', async () => {
	for (let n = 0; n < LIMITS.webhooksPerChannel - 2; n++) await insert(active, url(n));
	const answers = await Promise.allSettled([30, 31, 32, 33, 34].map((n) => insert(active, url(n))));
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
	for (const answer of answers) {
		if (answer.status === 'rejected') {
			expect(answer.reason).toMatchObject({ status: 400, fields: { webHook: expect.stringContaining('20 webhooks') } });
		}
	}
	expect(await count(active)).toBe(LIMITS.webhooksPerChannel);
	await insert(hold, url(0));
	const [made] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	const bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	const { channelId, url: webHook } = made!;
	const link = { ...active, guildName: 'Sole Searchers', channelId, channelName: 'drops', webHook };
	await expect(bot.linkInsert(link)).rejects.toMatchObject({
		status: 400,
		fields: { webHook: expect.stringContaining('20 webhooks') },
	});
	const [row] = (await cleo.api.webhookList(active)).data;
	await cleo.api.webhookEdit({ ...active, id: row!.id, webHook: url(99) });
	await cleo.api.webhookDelete({ guildId, id: row!.id });
	await bot.linkInsert(link);
});

test('a server holds 500 webhooks over all topics', async () => {
	for (const region of REGIONS) {
		for (const name of ['Nike Equipment Active', 'Nike Equipment Hold'])
			await cleo.api.channelInsert(place(name, region));
	}
	const channels = await GuildChannel.query(testServer.db.knex).where({ guildId });
	const full = channels.slice(-LIMITS.webhooksPerGuild / LIMITS.webhooksPerChannel);
	const rows = full.flatMap(({ id, topicId }) =>
		Array.from({ length: LIMITS.webhooksPerChannel }, (_, n) => ({
			place: { list: channelList(id), topicId, guildChannelId: id, label: null },
			webhook: {
				id: `41000000000000${1000 + n}`,
				token: 'token',
				url: `https://discord.com/api/webhooks/41000000000000${1000 + n}/token`,
			},
		})),
	);
	await testServer.db.transaction((trx) => subscribeMany(trx, testServer.db.vault, rows));
	await expect(insert(active, url(1))).rejects.toMatchObject({
		status: 400,
		fields: { webHook: expect.stringContaining('500 webhooks') },
	});
});

const other = {
	status: 409,
	message: expect.stringContaining('already saved with another token, in Nike Shoes Active'),
};

test("a webhook has one token in a server's lists; its row can be given a new one", async () => {
	const { data: first } = await insert(active, url(1));
	await expect(insert(active, url(1, 'other'))).rejects.toMatchObject(other);
	await expect(insert(hold, url(1, 'other'))).rejects.toMatchObject({
		...other,
		fields: { webHook: expect.stringContaining('another token') },
	});
	const { data: second } = await insert(hold, url(2));
	await expect(cleo.api.webhookEdit({ ...hold, id: second.id, webHook: url(1, 'other') })).rejects.toMatchObject(other);
	await insert(hold, url(1));
	// Another owner's rows are not ours to speak of.
	const data = { label: 'own', value: url(1, 'operators') };
	await ada.api.nikeWebhooksChange({ region: 'US', category: 'SHOES', action: 'INSERT', status: 'HOLD', data });
	const elsewhere = { ...active, guildId: SANDBOX_GUILDS.restockRadar.id };
	await ada.api.channelInsert(elsewhere);
	await cleo.api.webhookInsert({ ...elsewhere, webHook: url(1, 'radar') });

	// While Discord has not rejected the old token, it could be the right one.
	const edit = { ...active, id: first.id, webHook: url(1, 'new') };
	await expect(cleo.api.webhookEdit(edit)).rejects.toMatchObject({ status: 409 });
	await testServer.db.knex('webhooks').update({ active: false, offReason: 'Invalid Webhook Token', offAt: 1 });
	await expect(insert(place('Nike Shoes Hold'), url(1, 'new'))).rejects.toMatchObject({ status: 409 });
	await cleo.api.webhookEdit(edit);
	const rows = (await cleo.api.webhookList(hold)).data;
	const dead = rows.find(({ webhook }) => webhook === url(1));
	await cleo.api.webhookEdit({ ...hold, id: dead!.id, webHook: url(1, 'new') });
	expect((await cleo.api.webhookList(active)).data.map(({ webhook }) => webhook)).toEqual([url(1, 'new')]);
});

test('concurrent calls store one token of a webhook', async () => {
	const answers = await Promise.allSettled([insert(active, url(5, 'one')), insert(hold, url(5, 'two'))]);
	expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const write = (status: string, token: string) =>
		ada.api.nikeWebhooksChange({
			region: 'US',
			category: 'SHOES',
			action: 'INSERT',
			status,
			data: { label: 'same', value: url(6, token) },
		});
	const operators = await Promise.allSettled([write('HOLD', 'one'), write('ACTIVE', 'two')]);
	expect(operators.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test("the operators' groups, announcements and broadcast list have one token for a webhook together", async () => {
	const nike = { region: 'US', category: 'SHOES', status: 'ACTIVE' };
	const change = (action: string, label: string, value: string, status = 'ACTIVE') =>
		ada.api.nikeWebhooksChange({ ...nike, status, action, data: { label, value } });
	await change('INSERT', 'one', url(1));
	await expect(change('INSERT', 'two', url(1, 'other'), 'HOLD')).rejects.toMatchObject({
		...other,
		fields: { 'data.value': expect.stringContaining('"one"') },
	});
	await expect(
		ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: 'x', value: url(1, 'other') }),
	).rejects.toMatchObject({ status: 409, fields: { value: expect.any(String) } });
	await expect(ada.api.webhooksReplace({ body: [url(2), url(1, 'other')] })).rejects.toMatchObject({
		...other,
		fields: { 1: expect.stringContaining('another token') },
	});
	await expect(ada.api.webhooksReplace({ body: [url(2), url(2, 'other')] })).rejects.toMatchObject({
		status: 409,
		fields: { 1: expect.stringContaining('this list') },
	});
	await change('UPDATE', 'one', url(1, 'new'));
	await ada.api.webhooksReplace({ body: [url(1, 'new'), url(2)] });
	await ada.api.webhooksReplace({ body: [url(1, 'new'), url(2, 'new')] });
	await expect(change('INSERT', 'two', url(2), 'HOLD')).rejects.toMatchObject({
		message: expect.stringContaining('the broadcast list'),
	});
	const both = (action: string, token: string) =>
		ada.api.jdfnlWebhooksChange({
			category: 'JDFNL',
			status: 'NEW',
			action,
			data: { label: 'b', value: url(3, token) },
		});
	await both('INSERT', 'one');
	await both('UPDATE', 'two');
});

test('in bulk a second token is refused by row, and a webhook can get its new token everywhere at once', async () => {
	const row = (action: string, label: string, value: string, status = 'HOLD') => ({
		action,
		brand: 'NIKE',
		category: 'SHOES',
		region: 'US',
		status,
		label,
		value,
	});
	const rows = [row('INSERT', 'a', url(1)), row('INSERT', 'a', url(1), 'ACTIVE'), row('INSERT', 'b', url(2))];
	await ada.api.bulkWebhooks({ rows });
	await ada.api.webhooksReplace({ body: [url(2)] });
	const bad = [
		row('UPDATE', 'a', url(1, 'new')),
		row('SET', 'c', url(3)),
		row('SET', 'd', url(3, 'new')),
		row('UPDATE', 'b', url(2, 'new')),
	];
	const problems = async () =>
		(await ada.api.bulkWebhooks({ dryRun: true, rows: bad })).data.map((one) => one.problems?.['value']);
	expect(await problems()).toEqual([
		expect.stringContaining('Nike Shoes Active (US), "a"'),
		expect.stringContaining('Nike Shoes Hold (US), "d"'),
		expect.stringContaining('Nike Shoes Hold (US), "c"'),
		expect.stringContaining('the broadcast list'),
	]);
	await expect(ada.api.bulkWebhooks({ rows: bad })).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.0.value': expect.stringContaining('another token') },
	});
	const good = [row('UPDATE', 'a', url(1, 'new')), row('SET', 'a', url(1, 'new'), 'ACTIVE')];
	expect((await ada.api.bulkWebhooks({ rows: good })).counts).toMatchObject({ changed: 2, refused: 0 });
});
