import { Webhook } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGIONS } from '@dropwire/contract';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const seeded = (index: number) => {
	const { webhook } = SANDBOX_CHANNELS[index]!;
	return `${testServer.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`;
};
const channel = { guildId, region: 'us', toolsName: 'Nike Shoes Active' };

test('a channel is added once, counted, and removed with its webhooks', async () => {
	const { data: added } = await cleo.api.channelInsert(channel);
	expect(added).toEqual({ id: expect.any(String), region: 'US', toolsName: 'Nike Shoes Active' });
	await expect(cleo.api.channelInsert(channel)).rejects.toMatchObject({
		status: 409,
		code: 'conflict',
		message: 'Nike Shoes Active is already in US.',
		fields: { toolsName: 'is already in US' },
	});
	await expect(
		cleo.api.channelInsert({ ...channel, region: 'jp', toolsName: 'Nike Shoes Discount' }),
	).rejects.toMatchObject({
		status: 400,
		fields: { toolsName: 'must be a name that JP has' },
	});

	await cleo.api.webhookInsert({ ...channel, webHook: seeded(0) });
	const { data: list } = await cleo.api.channelList({ guildId });
	expect(list.map(({ region }) => region)).toEqual(REGIONS);
	expect(list[0]).toMatchObject({ channels: [{ id: added.id, toolsName: 'Nike Shoes Active', webhooks: 1 }] });
	expect(list[0]?.toolsNameList).not.toContain('Nike Shoes Active');

	expect(await cleo.api.channelDelete({ id: added.id })).toEqual({ data: { id: added.id } });
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);
	await expect(cleo.api.webhookList(channel)).rejects.toMatchObject({ status: 404 });
});

test("one call deletes a server's channels, but not another server's", async () => {
	const names = ['Nike Shoes Active', 'Nike Shoes Hold'];
	const added = await Promise.all(names.map((toolsName) => cleo.api.channelInsert({ ...channel, toolsName })));
	await cleo.api.webhookInsert({ ...channel, webHook: seeded(0) });
	const foreign = { ...channel, guildId: SANDBOX_GUILDS.restockRadar.id };
	const { data: other } = await cleo.api.channelInsert(foreign);
	const own = added.map(({ data }) => data.id);

	const { data } = await cleo.api.channelsDelete({ guildId, ids: [...own, other.id, '999999'] });
	expect(data.ids.toSorted()).toEqual(own.toSorted());
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);
	const count = async (guild: string) =>
		(await cleo.api.channelList({ guildId: guild })).data.flatMap(({ channels }) => channels).length;
	expect([await count(guildId), await count(foreign.guildId)]).toEqual([0, 1]);
	const rows = await testServer.db.knex('audit').where({ action: 'channelsDelete' });
	expect(rows.map(({ before }) => JSON.parse(before!))).toEqual(
		expect.arrayContaining([
			{ id: own[0], region: 'US', toolsName: names[0], webhooks: 1 },
			{ id: own[1], region: 'US', toolsName: names[1], webhooks: 0 },
		]),
	);
	// As if a second tab had deleted them.
	expect((await cleo.api.channelsDelete({ guildId, ids: own })).data.ids).toEqual([]);
});

test('of concurrent requests to add the same channel, one succeeds', async () => {
	const answers = await Promise.allSettled(
		[1, 2, 3].map(() => cleo.api.channelInsert({ ...channel, toolsName: 'Nike Equipment Hold' })),
	);
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
});

test('lists channels of topics that a newer version added', async () => {
	await cleo.api.channelInsert({ ...channel, toolsName: 'Nike Shoes Hold' });
	await cleo.api.channelList({ guildId });
	const { knex } = testServer.db;
	const topic = { brand: 'NEWER', category: 'SHOES', region: 'US', status: 'NEW', toolsName: 'Newer Shoes' };
	const [topicId] = await knex('topics').insert(topic);
	await knex('guild_channels').insert({ guildId, topicId, createdAt: 1 });
	const { data } = await cleo.api.channelList({ guildId });
	const names = data.flatMap(({ channels }) => channels.map(({ toolsName }) => toolsName));
	expect(names).toEqual(expect.arrayContaining(['Nike Shoes Hold', 'Newer Shoes']));
});
