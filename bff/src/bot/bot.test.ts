import { AuditRow, Product } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Contract } from '../../contract/index.ts';
import { type House, openHouse } from '../testing.ts';

let house: House;
let bot: Client<Contract>;
beforeAll(async () => {
	house = await openHouse();
	bot = await house.bot();
});
afterAll(() => house.close());

const { id: guildId, name } = SANDBOX_GUILDS.restockRadar;

async function link(toolsName: string) {
	const [webhook] = await house.sandbox.control.createWebhooks({ count: 1 });
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
	// What was dead for another reason stays dead.
	expect(await healthOf(dead.id)).toMatchObject({ active: false, offReason: expect.stringContaining('deleted') });
	expect((await bot.linkList({ guildId })).botLeftAt).toBeNull();
});

test('on its start the bot says where it is: guilds of its shard that are missing have removed it, others are left alone', async () => {
	const webhook = await link('Nike Shoes Closeout');
	const shards = 2;
	const shard = Number((BigInt(guildId) >> 22n) % BigInt(shards));
	expect((await bot.botGuilds({ shard: 1 - shard, shards, guilds: [] })).data.left).not.toContain(guildId);
	expect((await bot.botGuilds({ shard, shards, guilds: [] })).data).toEqual({ left: [guildId], returned: [] });
	expect((await healthOf(webhook.id)).active).toBe(false);
	const back = await bot.botGuilds({ shard, shards, guilds: [{ guildId, name: 'Radar' }] });
	expect(back.data).toEqual({ left: [], returned: [guildId] });
	expect((await healthOf(webhook.id)).active).toBe(true);
	const ada = await house.signIn('ada');
	expect((await ada.api.guildList()).data.data.map(({ guildName }) => guildName)).toContain(name);
	await expect(bot.botGuilds({ shard: 2, shards: 2, guilds: [] })).rejects.toMatchObject({
		status: 400,
		fields: { shard: 'must be less than shards' },
	});
});

test("another application's bot, which is in none of the guilds, switches nothing off", async () => {
	const guilds = [1, 2, 3].map((n) => `20000000000000009${n}`);
	const linked = async (id: string) => {
		const [webhook] = await house.sandbox.control.createWebhooks({ count: 1 });
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
	const cleo = await house.signIn('cleo');
	const [webhook] = await house.sandbox.control.createWebhooks({ count: 1 });
	const topic = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: webhook!.url });
	const { data } = await bot.botGuilds({ shard: 0, shards: 1, guilds: [{ guildId, name }] });
	expect(data.left).not.toContain(topic.guildId);
	expect((await cleo.api.webhookList(topic)).data[0]?.health.active).toBe(true);
});

test('a webhook or channel that is gone at Discord is off with the reason, wherever it is listed; a renamed channel is renamed', async () => {
	const webhook = await link('Nike Equipment Active');
	const seen = { guildId, channelId: webhook.channelId };
	expect((await bot.botChannel({ ...seen, channelName: 'renamed', webhookIds: [webhook.id] })).data.off).toEqual([]);
	const { data } = await bot.linkList({ guildId });
	expect(data.find(({ webhookId }) => webhookId === webhook.id)).toMatchObject({ channelName: 'renamed' });
	expect((await bot.botChannel({ ...seen, channelName: null, webhookIds: [] })).data.off).toEqual([webhook.id]);
	const cleo = await house.signIn('cleo');
	const rows = await cleo.api.webhookList({ guildId, region: 'US', toolsName: 'Nike Equipment Active' });
	expect(rows.data[0]?.health).toMatchObject({ active: false, offReason: 'The Discord channel was deleted' });
	expect(
		await AuditRow.query(house.db.knex).where({ action: 'botChannel' }).orderBy('id', 'desc').first(),
	).toMatchObject({
		actor: SANDBOX_USERS.ada.id,
		via: 'bot',
		guildId,
	});
});

test('a webhook that is moved to another channel stays on, whichever of the two tells first', async () => {
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

test('only the bot may name another as the actor, and only by an id', async () => {
	const as = (actor: string) =>
		fetch(`${house.server.origin}/api/pulse`, { headers: { 'x-acting-user': actor, authorization: 'Bearer none' } });
	expect((await as(SANDBOX_USERS.mia.id)).status).toBe(401);
	await expect((await house.bot('somebody')).pulse()).rejects.toMatchObject({
		status: 400,
		fields: { 'X-Acting-User': expect.stringContaining('Discord id') },
	});
});

test('a watched product is shown as the monitors saw it, another as Nike says now; an unknown one is 404', async () => {
	const ada = await house.signIn('ada');
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect
		.poll(() => Product.query(house.db.knex).where({ sku: 'CK9246-101', state: 'read' }).resultSize())
		.toBe(16);
	const { data: watched } = await bot.productCard({ guildId, sku: 'ck9246-101' });
	expect(watched).toMatchObject({ sku: 'CK9246-101', watched: true, title: expect.stringContaining('Jordan') });
	expect(watched.regions[0]).toMatchObject({
		region: 'US',
		status: expect.any(String),
		price: expect.stringMatching(/^\$/),
	});
	expect((await bot.productCard({ guildId, sku: 'CK9246-101', region: 'jp' })).data.regions).toHaveLength(1);
	const { data: asked } = await bot.productCard({ guildId, sku: 'SX5090-014', region: 'us' });
	expect(asked).toMatchObject({ watched: false, regions: [{ region: 'US', status: null }] });
	await expect(bot.productCard({ guildId, sku: 'NO-SUCH' })).rejects.toMatchObject({ status: 404 });

	expect((await bot.skuSuggest({ text: 'ck92' })).data).toEqual([{ sku: 'CK9246-101', title: watched.title }]);
	expect((await bot.skuSuggest({ text: 'jordan' })).data.map(({ sku }) => sku)).toEqual(['CK9246-101']);
	expect((await bot.skuSuggest({ text: '100%_' })).data).toEqual([]);
});

test('the pulse tells that the engine lives, what waits and which retailer refuses', async () => {
	const { data } = await bot.pulse();
	expect(data).toMatchObject({ engines: 1, open: 0, oldestOpenAt: null, blocked: [] });
	expect(data.watched).toBeGreaterThan(0);
	await house.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { status: 403 } });
	await expect
		.poll(async () => (await bot.pulse()).data.blocked, { timeout: 10_000 })
		.toEqual([{ source: 'NIKE', region: 'JP', since: expect.any(Number) }]);
});
