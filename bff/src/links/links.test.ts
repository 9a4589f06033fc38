import { AuditRow, GuildChannel, Webhook } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Contract } from '../../contract/index.ts';
import { listen } from '../live/testing.ts';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let bot: Client<Contract>;
let cleo: Browser;
beforeAll(async () => {
	house = await openHouse();
	bot = await house.bot(SANDBOX_USERS.cleo.id);
	cleo = await house.signIn('cleo');
});
afterAll(() => house.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const newWebhook = async () => (await house.sandbox.control.createWebhooks({ count: 1 }))[0]!;

/** A place in a Discord channel of its own, with a webhook that stands there. */
async function place(toolsName = 'Nike Shoes Active', region = 'US') {
	const { url, id, channelId } = await newWebhook();
	const input = {
		guildId,
		guildName: 'Sole Searchers',
		region,
		toolsName,
		channelId,
		channelName: 'drops',
		byBot: true,
	};
	return { input: { ...input, webHook: url }, webhookId: id };
}

test('a link made by the bot stands in the dashboard, is told to it live, and is audited in the name of who gave the command', async () => {
	const [live, stranger] = [await listen(cleo), await listen(await house.signIn('ada'))];
	const { input, webhookId } = await place();
	const { data: link, revived } = await bot.linkInsert(input);
	expect(link).toMatchObject({
		region: 'US',
		toolsName: 'Nike Shoes Active',
		webhookId,
		channelName: 'drops',
		byBot: true,
	});
	expect(link.health).toMatchObject({ active: true, lastStatus: null });
	expect(revived).toBe(0);
	await expect.poll(() => live.of('guild')).toEqual([{ guildId }]);
	await expect.poll(() => stranger.of('guild')).toEqual([{ guildId }]);
	const { data: rows } = await cleo.api.webhookList({ guildId, region: 'US', toolsName: 'Nike Shoes Active' });
	expect(rows.map(({ webhook }) => webhook)).toEqual([input.webHook]);
	expect(await AuditRow.query(house.db.knex).findOne({ action: 'linkInsert' })).toMatchObject({
		actor: SANDBOX_USERS.cleo.id,
		via: 'bot',
		guildId,
		after: expect.not.stringContaining('token-'),
	});
	live.close();
	stranger.close();

	expect(await bot.linkDelete({ guildId, id: link.id })).toMatchObject({ data: { id: link.id }, unused: true });
	expect(await GuildChannel.query(house.db.knex).resultSize()).toBe(0);
	expect(await Webhook.query(house.db.knex).resultSize()).toBe(0);
});

test('a link made in the dashboard is one of the bot, which never sees the URL', async () => {
	const { url, id } = await newWebhook();
	const topic = { guildId, region: 'JP', toolsName: 'Nike Shoes Hold' };
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: url });
	const { data } = await bot.linkList({ guildId });
	expect(data).toMatchObject([
		{ region: 'JP', toolsName: 'Nike Shoes Hold', webhookId: id, channelId: null, byBot: false },
	]);
	expect(JSON.stringify(data)).not.toContain(url.split('/').at(-1));
	await bot.linkDelete({ guildId, id: data[0]!.id });
	expect((await cleo.api.channelList({ guildId })).data.flatMap(({ channels }) => channels)).toEqual([]);
});

test('the same topic twice in one Discord channel is 409, whatever the webhook; two topics share one webhook', async () => {
	const { input, webhookId } = await place();
	const { data: first } = await bot.linkInsert(input);
	await expect(bot.linkInsert({ ...input, webHook: (await newWebhook()).url })).rejects.toMatchObject({ status: 409 });
	const { data: second } = await bot.linkInsert({ ...input, toolsName: 'Nike Shoes Hold' });
	expect((await bot.linkDelete({ guildId, id: first.id })).unused).toBe(false);
	expect((await bot.linkList({ guildId })).data).toMatchObject([{ id: second.id, webhookId }]);
	expect((await bot.linkDelete({ guildId, id: second.id })).unused).toBe(true);
});

test('a dead webhook is replaced for every topic of its channel at once', async () => {
	const { input, webhookId } = await place();
	await bot.linkInsert(input);
	await bot.linkInsert({ ...input, toolsName: 'Nike Shoes Hold' });
	const gone = await bot.botChannel({ guildId, channelId: input.channelId, channelName: 'drops', webhookIds: [] });
	expect(gone.data.off).toEqual([webhookId]);
	const fresh = await newWebhook();
	const again = await bot.linkInsert({ ...input, webHook: fresh.url });
	expect(again.revived).toBe(2);
	const { data } = await bot.linkList({ guildId });
	expect(data.map(({ webhookId, health }) => [webhookId, health.active])).toEqual([
		[fresh.id, true],
		[fresh.id, true],
	]);
	for (const { id } of data) await bot.linkDelete({ guildId, id });
});

test('a test goes the way of every message and says what became of it; a link that is off says why', async () => {
	const { input, webhookId } = await place();
	const { data: link } = await bot.linkInsert(input);
	expect((await bot.linkTest({ guildId, id: link.id })).data).toMatchObject({ status: 'sent', reason: null });
	expect(await house.sandbox.control.messages({ webhookId })).toHaveLength(1);
	await house.sandbox.control.deleteWebhook(webhookId);
	const { data, link: after } = await bot.linkTest({ guildId, id: link.id });
	expect(data).toMatchObject({ status: 'failed', reason: expect.stringContaining('Unknown Webhook') });
	expect(after.health.active).toBe(false);
	await expect(bot.linkTest({ guildId, id: link.id })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining('Unknown Webhook'),
	});
	await bot.linkDelete({ guildId, id: link.id });
});

test("another guild's link is 403, an unknown topic and a foreign webhook 400", async () => {
	const { input } = await place();
	const { data: link } = await bot.linkInsert(input);
	const elsewhere = SANDBOX_GUILDS.dropwireHq.id;
	await expect(bot.linkDelete({ guildId: elsewhere, id: link.id })).rejects.toMatchObject({ status: 403 });
	await expect(bot.linkTest({ guildId: elsewhere, id: link.id })).rejects.toMatchObject({ status: 403 });
	await expect(bot.linkInsert({ ...input, toolsName: 'Nike Shoes Sold' })).rejects.toMatchObject({
		status: 400,
		fields: { toolsName: 'must be a name that US has' },
	});
	await expect(bot.linkInsert({ ...input, webHook: 'https://example.com/x' })).rejects.toMatchObject({
		fields: { webHook: expect.any(String) },
	});
	await bot.linkDelete({ guildId, id: link.id });
});

test('two at the same instant make one link', async () => {
	const { input } = await place();
	const answers = await Promise.allSettled([1, 2, 3].map(() => bot.linkInsert(input)));
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	const { data } = await bot.linkList({ guildId });
	expect(data).toHaveLength(1);
	await bot.linkDelete({ guildId, id: data[0]!.id });
});
