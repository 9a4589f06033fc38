import { AuditRow, BotNotice, Delivery } from '@dropwire/db';
import { queueEvent } from '@dropwire/engine';
import { aSnapshot } from '@dropwire/engine/testing';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Client, Contract } from '@dropwire/contract';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let bot: Client<Contract>;
beforeAll(async () => {
	testServer = await openTestServer();
	bot = await testServer.bot();
});
afterAll(() => testServer.close());

const { id: guildId, name } = SANDBOX_GUILDS.restockRadar;

async function link(toolsName: string) {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	const { url: webHook, channelId } = webhook!;
	const place = { guildId, guildName: name, region: 'US', toolsName, channelId, channelName: 'drops' };
	await bot.linkInsert({ ...place, webHook, byBot: true });
	return webhook!;
}
const healthOf = async (webhookId: string) =>
	(await bot.linkList({ guildId })).data.find((row) => row.webhookId === webhookId)!.health;

test('a guild that removes the bot keeps its links switched off, and gets them back on return', async () => {
	const webhook = await link('Nike Shoes Active');
	const dead = await link('Nike Shoes Hold');
	await bot.botChannel({ guildId, channelId: dead.channelId, channelName: 'drops', webhookIds: [] });

	expect((await bot.botGuild({ guildId, name, present: false })).data).toEqual({ left: true, returned: false });
	expect((await bot.botGuild({ guildId, name, present: false })).data.left).toBe(false);
	expect(await healthOf(webhook.id)).toMatchObject({
		active: false,
		offReason: expect.stringContaining('bot was removed'),
	});
	expect((await bot.linkList({ guildId })).botLeftAt).toEqual(expect.any(Number));

	expect((await bot.botGuild({ guildId, name, present: true })).data).toEqual({ left: false, returned: true });
	expect(await healthOf(webhook.id)).toMatchObject({ active: true, offReason: null });
	// A webhook that was off for another reason stays off.
	expect(await healthOf(dead.id)).toMatchObject({ active: false, offReason: expect.stringContaining('deleted') });
	expect((await bot.linkList({ guildId })).botLeftAt).toBeNull();
});

test("the first report switches off the links of its shard's missing guilds", async () => {
	const webhook = await link('Nike Shoes Closeout');
	const shards = 2;
	const shard = Number((BigInt(guildId) >> 22n) % BigInt(shards));
	expect((await bot.botGuilds({ shard: 1 - shard, shards, guilds: [] })).data.left).not.toContain(guildId);
	expect((await bot.botGuilds({ shard, shards, guilds: [] })).data).toEqual({ left: [guildId], returned: [] });
	expect((await healthOf(webhook.id)).active).toBe(false);
	const back = await bot.botGuilds({ shard, shards, guilds: [{ guildId, name: 'Radar' }] });
	expect(back.data).toEqual({ left: [], returned: [guildId] });
	expect((await healthOf(webhook.id)).active).toBe(true);
	const ada = await testServer.signIn('ada');
	expect((await ada.api.guildList()).data.data.map(({ guildName }) => guildName)).toContain(name);
	await expect(bot.botGuilds({ shard: 2, shards: 2, guilds: [] })).rejects.toMatchObject({
		status: 400,
		fields: { shard: 'must be less than shards' },
	});
});

test("a report by another application's bot switches nothing off", async () => {
	const made = await testServer.sandbox.control.addGuilds({ count: 3, channels: 0, roles: 0 });
	const guilds = made.map(({ id }) => id);
	const linked = async (id: string) => {
		const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId: id });
		const { url: webHook, channelId } = webhook!;
		const topic = { region: 'US', toolsName: 'Nike Shoes Active' };
		await bot.linkInsert({
			guildId: id,
			guildName: id,
			...topic,
			channelId,
			channelName: 'drops',
			webHook,
			byBot: true,
		});
	};
	for (const id of guilds) await linked(id);
	await expect(bot.botGuilds({ shard: 0, shards: 1, guilds: [] })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("another application's token"),
	});
	for (const id of guilds) expect((await bot.linkList({ guildId: id })).botLeftAt).toBeNull();
	// In one of them it is the same bot, and the others have removed it.
	const here = [...guilds.slice(0, 1), guildId].map((id) => ({ guildId: id, name: id }));
	expect((await bot.botGuilds({ shard: 0, shards: 1, guilds: here })).data.left).toEqual(guilds.slice(1));
});

test('a guild that only uses the dashboard never had the bot and loses nothing', async () => {
	const cleo = await testServer.signIn('cleo');
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const topic = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: webhook!.url });
	const { data } = await bot.botGuilds({ shard: 0, shards: 1, guilds: [{ guildId, name }] });
	expect(data.left).not.toContain(topic.guildId);
	expect((await cleo.api.webhookList(topic)).data[0]?.health.active).toBe(true);
});

test('a webhook or channel deleted at Discord is off with the reason', async () => {
	const webhook = await link('Nike Equipment Active');
	const seen = { guildId, channelId: webhook.channelId };
	expect((await bot.botChannel({ ...seen, channelName: 'renamed', webhookIds: [webhook.id] })).data.off).toEqual([]);
	const { data } = await bot.linkList({ guildId });
	expect(data.find(({ webhookId }) => webhookId === webhook.id)).toMatchObject({ channelName: 'renamed' });
	expect((await bot.botChannel({ ...seen, channelName: null, webhookIds: [] })).data.off).toEqual([webhook.id]);
	const cleo = await testServer.signIn('cleo');
	const rows = await cleo.api.webhookList({ guildId, region: 'US', toolsName: 'Nike Equipment Active' });
	expect(rows.data[0]?.health).toMatchObject({ active: false, offReason: 'The Discord channel was deleted' });
	expect(
		await AuditRow.query(testServer.db.knex).where({ action: 'botChannel' }).orderBy('id', 'desc').first(),
	).toMatchObject({
		actor: SANDBOX_USERS.ada.id,
		via: 'bot',
		guildId,
	});
});

test('a moved webhook stays on, whichever channel is reported first', async () => {
	const webhook = await link('Nike Equipment Hold');
	const from = { guildId, channelId: webhook.channelId, channelName: 'from', webhookIds: [] };
	const to = { guildId, channelId: '300000000000000099', channelName: 'to', webhookIds: [webhook.id] };
	expect((await bot.botChannel(from)).data.off).toEqual([webhook.id]);
	await bot.botChannel(to);
	expect(await healthOf(webhook.id)).toMatchObject({ active: true, offReason: null });
	expect((await bot.botChannel(from)).data.off).toEqual([]);
	const { data } = await bot.linkList({ guildId });
	expect(data.find(({ webhookId }) => webhookId === webhook.id)).toMatchObject({ channelName: 'to' });
});

test('messages of a moved webhook are sent once and in order, without a notice', async () => {
	const { control } = testServer.sandbox;
	const webhook = await link('Nike Shoes Discount');
	const { knex } = testServer.db;
	const { id } = (await knex('webhooks').where({ discordId: webhook.id }).first('id'))!;
	// It waits for Discord's limit.
	await knex('webhooks')
		.where({ id })
		.update({ pausedUntil: Date.now() + 600_000 });
	const titles = ['one', 'two', 'three'];
	for (const title of titles) {
		const after = aSnapshot({ title, price: { current: 8000, full: 16_000, currency: 'USD' } });
		const event = { source: 'NIKE', region: 'US', sku: 'CK9246-101', kind: 'PRICE', at: Date.now() } as const;
		await queueEvent(testServer.db, { ...event, before: aSnapshot({ title }), after });
	}
	const from = { guildId, channelId: webhook.channelId, channelName: 'from', webhookIds: [] };
	const to = { guildId, channelId: '300000000000000098', channelName: 'to', webhookIds: [webhook.id] };
	expect((await bot.botChannel(from)).data.off).toEqual([webhook.id]);
	await bot.botChannel(to);
	await knex('webhooks').where({ id }).update({ pausedUntil: 0 });
	testServer.engine.wake();
	const own = () => Delivery.query(knex).where({ webhookId: id }).orderBy('id');
	await vi.waitUntil(async () => (await own()).every(({ status }) => status !== 'pending'), 20_000);
	expect((await own()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
	const received = await control.messages({ webhookId: webhook.id });
	expect(received.map(({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title)).toEqual(titles);
	const waiting = BotNotice.query(knex).where({ kind: 'link', status: 'pending' });
	await waiting.patch({ notBefore: 0 });
	const notices = (await bot.botNoticesClaim({})).data;
	expect(JSON.stringify(notices)).not.toContain('Nike Shoes Discount');
});

test('a moved webhook stays on when both channels are reported at once', async () => {
	const webhook = await link('Nike Equipment Closeout');
	let here = webhook.channelId;
	for (let n = 0; n < 10; n++) {
		const to = `30000000000000020${n}`;
		const report = (channelId: string, webhookIds: string[]) =>
			bot.botChannel({ guildId, channelId, channelName: 'drops', webhookIds });
		await Promise.all([report(to, [webhook.id]), report(here, [])]);
		expect(await healthOf(webhook.id)).toMatchObject({ active: true });
		here = to;
	}
});

test("a subscription knows its server's roles by name, as the bot last reported them", async () => {
	const webhook = await link('Nike Refurbished Shoes');
	const { data } = await bot.linkList({ guildId });
	const { id } = data.find(({ webhookId }) => webhookId === webhook.id)!;
	const cleo = await testServer.signIn('cleo');
	expect((await cleo.api.subscription({ id })).data.roles).toEqual([]);
	const roles = [{ id: '600000000000000001', name: 'Nike pings' }];
	expect(await bot.botRoles({ guildId, roles })).toEqual({ data: { stored: true } });
	expect((await cleo.api.subscription({ id })).data.roles).toEqual(roles);
	const renamed = [{ ...roles[0]!, name: 'Drops' }];
	await bot.botRoles({ guildId, roles: renamed });
	expect((await cleo.api.subscriptionEdit({ id, options: {} })).data.roles).toEqual(renamed);
	// A server without links is none of Dropwire's.
	expect(await bot.botRoles({ guildId: '200000000000000999', roles })).toEqual({ data: { stored: false } });
});

test('only the bot can name an actor, by a Discord id', async () => {
	const as = (actor: string) =>
		fetch(`${testServer.server.origin}/api/pulse`, {
			headers: { 'x-acting-user': actor, authorization: 'Bearer none' },
		});
	expect((await as(SANDBOX_USERS.mia.id)).status).toBe(401);
	await expect((await testServer.bot('somebody')).pulse()).rejects.toMatchObject({
		status: 400,
		fields: { 'X-Acting-User': expect.stringContaining('Discord id') },
	});
});
