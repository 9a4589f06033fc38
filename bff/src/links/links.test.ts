import { AuditRow, GuildChannel, Webhook } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Contract, SubscriptionOptions } from '@dropwire/contract';
import { listen } from '../live/testing.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let bot: Client<Contract>;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	cleo = await testServer.signIn('cleo');
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const newWebhook = async (where: { channelId?: string; guildId?: string } = { guildId }) =>
	(await testServer.sandbox.control.createWebhooks({ count: 1, ...where }))[0]!;

/** A Discord channel with one webhook. */
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

test('a link is stored with its options, also its thread, and linkMessages has its last message', async () => {
	const { input } = await place('Finish Line New');
	const thread = '400000000000000001';
	const options = { include: ['dunk'], thread: { id: thread } };
	const { data: link } = await bot.linkInsert({ ...input, options });
	expect(link.options).toEqual(options);
	expect((await bot.linkList({ guildId })).data.find(({ id }) => id === link.id)).toMatchObject({ options });
	// The same topic in the channel itself is another link.
	const { data: inChannel } = await bot.linkInsert(input);
	expect(inChannel).toMatchObject({ webhookId: link.webhookId, options: {} });
	await expect(bot.linkInsert({ ...input, options: { kinds: [], colour: 'red' } as never })).rejects.toMatchObject({
		status: 400,
	});
	const { data: messages } = await bot.linkMessages({ guildId, ids: `${link.id},${inChannel.id}` });
	expect(messages).toEqual([
		{ id: link.id, last: null },
		{ id: inChannel.id, last: null },
	]);
	for (const { id } of messages) await bot.linkDelete({ guildId, id });
});

test('a link made by the bot appears in the dashboard live, and is audited in the name of the person who gave the command', async () => {
	const [live, stranger] = [await listen(cleo), await listen(await testServer.signIn('ada'))];
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
	expect(await AuditRow.query(testServer.db.knex).findOne({ action: 'linkInsert' })).toMatchObject({
		actor: SANDBOX_USERS.cleo.id,
		via: 'bot',
		guildId,
		after: expect.not.stringContaining('token-'),
	});
	live.close();
	stranger.close();

	expect(await bot.linkDelete({ guildId, id: link.id })).toMatchObject({ data: { id: link.id }, unused: true });
	expect(await GuildChannel.query(testServer.db.knex).resultSize()).toBe(0);
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);
});

test('the bot sees links made in the dashboard without their URL', async () => {
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
	const { channelId } = input;
	await expect(bot.linkInsert({ ...input, webHook: (await newWebhook({ channelId })).url })).rejects.toMatchObject({
		status: 409,
	});
	const { data: second } = await bot.linkInsert({ ...input, toolsName: 'Nike Shoes Hold' });
	expect((await bot.linkDelete({ guildId, id: first.id })).unused).toBe(false);
	expect((await bot.linkList({ guildId })).data).toMatchObject([{ id: second.id, webhookId }]);
	expect((await bot.linkDelete({ guildId, id: second.id })).unused).toBe(true);
});

/** Turns the links of a channel off, as after the deletion of its webhook. */
async function turnOff({ channelId, channelName }: { channelId: string; channelName: string }) {
	const { data } = await (await testServer.bot()).botChannel({ guildId, channelId, channelName, webhookIds: [] });
	expect(data.off).toHaveLength(1);
}

/** The bot, acting for Cleo, with an Idempotency-Key. */
const withKey = (key: string) => testServer.bot(SANDBOX_USERS.cleo.id, { idempotencyKey: () => key });

test('a repeated request with the same Idempotency-Key returns the link that the first one created', async () => {
	const { input } = await place();
	const client = await withKey('repeated');
	const { data: first } = await client.linkInsert(input);
	expect(await client.linkInsert(input)).toMatchObject({ data: { id: first.id }, revived: 0 });
	expect((await bot.linkList({ guildId })).data).toHaveLength(1);
	await expect(client.linkInsert({ ...input, toolsName: 'Nike Shoes Hold' })).rejects.toMatchObject({
		status: 409,
		message: 'This Idempotency-Key was used for another link.',
	});
	await bot.linkDelete({ guildId, id: first.id });
});

test('a canceled request removes its link, and is rejected if it arrives after the cancel', async () => {
	const { input } = await place();
	await (await withKey('canceled')).linkInsert(input);
	expect((await bot.linkCancel({ guildId, key: 'canceled' })).data).toEqual({ removed: true });
	expect((await bot.linkCancel({ guildId, key: 'canceled' })).data).toEqual({ removed: false });
	expect((await bot.linkCancel({ guildId, key: 'not yet sent' })).data).toEqual({ removed: false });
	for (const key of ['canceled', 'not yet sent']) {
		await expect((await withKey(key)).linkInsert(input)).rejects.toMatchObject({
			status: 409,
			message: 'This request has been canceled.',
		});
	}
	expect((await bot.linkList({ guildId })).data).toEqual([]);
});

test('a link that was stored again by another request is not removed by canceling the first one', async () => {
	const { input } = await place();
	const { data: link } = await (await withKey('first')).linkInsert(input);
	await expect((await withKey('second')).linkInsert(input)).rejects.toMatchObject({ status: 409 });
	expect((await bot.linkCancel({ guildId, key: 'first' })).data).toEqual({ removed: false });
	expect((await bot.linkList({ guildId })).data).toMatchObject([{ id: link.id }]);
	await bot.linkDelete({ guildId, id: link.id });
});

test('canceling a request keeps a link that it has only found or turned on again', async () => {
	const { input } = await place();
	const options = { include: ['dunk'] };
	const { data: link } = await (await withKey('creates')).linkInsert({ ...input, options });
	const finding = await withKey('finds');
	for (let attempt = 0; attempt < 2; attempt++) {
		await expect(finding.linkInsert(input)).rejects.toMatchObject({ status: 409 });
	}
	expect((await bot.linkCancel({ guildId, key: 'finds' })).data).toEqual({ removed: false });
	expect((await bot.linkList({ guildId })).data).toMatchObject([{ id: link.id, options }]);

	await turnOff(input);
	const reviving = await withKey('revives');
	expect(await reviving.linkInsert(input)).toMatchObject({ data: { id: link.id }, revived: 1 });
	expect(await reviving.linkInsert(input)).toMatchObject({ data: { id: link.id }, revived: 0 });
	for (const key of ['creates', 'revives']) {
		expect((await bot.linkCancel({ guildId, key })).data).toEqual({ removed: false });
	}
	const { data } = await bot.linkList({ guildId });
	expect(data).toMatchObject([{ id: link.id, options, health: { active: true } }]);
	await bot.linkDelete({ guildId, id: link.id });
});

test('a link that works again keeps its options unless others are given, and rejects changes of older ones', async () => {
	const { input } = await place();
	const old = { mentions: ['500000000000000001'], include: ['dunk'], paused: true };
	const { data: made } = await bot.linkInsert({ ...input, options: { ...old, thread: { name: '{title}' } } });
	const { id } = made;
	const { data: seen } = await bot.subscription({ id, guildId });
	const again = async (options: SubscriptionOptions) => {
		await turnOff(input);
		return (await bot.linkInsert({ ...input, options })).data.options;
	};
	expect(await again({})).toEqual(made.options);
	expect(await again({ thread: { name: '{title}' } })).toEqual(made.options);
	expect((await bot.subscription({ id, guildId })).data.version).toBe(seen.version);
	const thread = { name: '{sku}', tags: ['500000000000000002'] };
	expect(await again({ thread })).toEqual({ ...old, thread });
	await expect(
		bot.subscriptionEdit({ id, guildId, options: seen.options, version: seen.version }),
	).rejects.toMatchObject({ status: 409 });
	expect(await again({ exclude: ['kids'] })).toEqual({ exclude: ['kids'] });
	expect((await bot.subscription({ id, guildId })).data.version).toBe(seen.version + 2);
	await bot.linkDelete({ guildId, id });
});

test('a request and its cancel at the same time leave no link', async () => {
	const { input } = await place();
	for (let n = 0; n < 5; n++) {
		const client = await withKey(`concurrent ${n}`);
		await Promise.all([
			client.linkInsert(input).catch((error: unknown) => expect(error).toMatchObject({ status: 409 })),
			bot.linkCancel({ guildId, key: `concurrent ${n}` }),
		]);
		expect((await bot.linkList({ guildId })).data).toEqual([]);
	}
});

test('a dead webhook is replaced for every topic of its channel at once', async () => {
	const { input, webhookId } = await place();
	await bot.linkInsert(input);
	await bot.linkInsert({ ...input, toolsName: 'Nike Shoes Hold' });
	const itself = await testServer.bot();
	const gone = await itself.botChannel({ guildId, channelId: input.channelId, channelName: 'drops', webhookIds: [] });
	expect(gone.data.off).toEqual([webhookId]);
	const fresh = await newWebhook({ channelId: input.channelId });
	const again = await bot.linkInsert({ ...input, webHook: fresh.url });
	expect(again.revived).toBe(2);
	const { data } = await bot.linkList({ guildId });
	expect(data.map(({ webhookId, health }) => [webhookId, health.active])).toEqual([
		[fresh.id, true],
		[fresh.id, true],
	]);
	for (const { id } of data) await bot.linkDelete({ guildId, id });
});

test('a test message reports its outcome; a link that is off reports why', async () => {
	const { input, webhookId } = await place();
	const { data: link } = await bot.linkInsert(input);
	expect((await bot.linkTest({ guildId, id: link.id })).data).toMatchObject({ status: 'sent', reason: null });
	expect(await testServer.sandbox.control.messages({ webhookId })).toHaveLength(1);
	await testServer.sandbox.control.deleteWebhook(webhookId);
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

test('a link is made only to a webhook that Discord says is in this server and channel, and stores what Discord says', async () => {
	const { input, webhookId } = await place();
	const here = await newWebhook({ channelId: input.channelId });
	const inChannel = { ...input, webHook: here.url };
	const refused = async (change: Partial<typeof input>, fields: Record<string, string>) =>
		expect(bot.linkInsert({ ...inChannel, ...change })).rejects.toMatchObject({ status: 400, fields });
	const hq = await newWebhook({ guildId: SANDBOX_GUILDS.dropwireHq.id });
	const nowhere = await newWebhook({});
	const elsewhere = { guildId: 'is not the server that this webhook belongs to' };
	await refused({ webHook: hq.url, channelId: hq.channelId }, elsewhere);
	await refused({ webHook: nowhere.url, channelId: nowhere.channelId }, elsewhere);
	await refused({ channelId: '300000000000000011' }, { channelId: 'is not the channel that this webhook posts to' });
	await refused(
		{ webHook: here.url.replace(/[\w-]+$/, 'no-token-needed') },
		{ webHook: 'is rejected by Discord (Discord answered 401: Invalid Webhook Token [50027])' },
	);
	await refused(
		{ webHook: here.url.replace(here.id, '400000000000000999') },
		{ webHook: 'is rejected by Discord (Discord answered 404: Unknown Webhook [10015])' },
	);
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);

	const { data: link } = await bot.linkInsert(input);
	expect(await Webhook.query(testServer.db.knex).findOne({ discordId: webhookId })).toMatchObject({
		guildId,
		channelId: input.channelId,
		channelName: 'drops',
		name: 'Dropwire',
		applicationId: null,
		verifiedAt: expect.any(Number),
	});
	await bot.linkDelete({ guildId, id: link.id });
});

test('a link is 502 while Discord cannot confirm it; a limit has Retry-After', async () => {
	const { input } = await place();
	const { control } = testServer.sandbox;
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { status: 404, body: 'a page of a proxy' } });
	await expect(bot.linkInsert(input)).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { limited: { retryAfter: 3, scope: 'user' } } });
	await expect(bot.linkInsert(input)).rejects.toMatchObject({ status: 502, retryAfter: 3 });
	expect((await bot.linkList({ guildId })).data).toEqual([]);
	const { data: link } = await bot.linkInsert(input);
	await bot.linkDelete({ guildId, id: link.id });
});

test('a guild with too many rejected webhooks gets 429, and Discord is not asked', async () => {
	const { input } = await place();
	const wrong = { ...input, guildId: SANDBOX_GUILDS.restockRadar.id, webHook: `${input.webHook}-wrong` };
	const attempt = () => bot.linkInsert(wrong).then(String, (error: { status: number }) => error.status);
	for (let n = 0; n < 50; n++) expect(await attempt()).toBe(400);
	const { reads } = await testServer.sandbox.control.stats();
	await expect(bot.linkInsert(wrong)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
	expect((await testServer.sandbox.control.stats()).reads).toBe(reads);
	const { data: link } = await bot.linkInsert(input);
	await bot.linkDelete({ guildId, id: link.id });
});

test('two concurrent requests make one link', async () => {
	const { input } = await place();
	const answers = await Promise.allSettled([1, 2, 3].map(() => bot.linkInsert(input)));
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	const { data } = await bot.linkList({ guildId });
	expect(data).toHaveLength(1);
	await bot.linkDelete({ guildId, id: data[0]!.id });
});

test('a link that is made while the last one of its topic is removed is kept', async () => {
	for (let round = 0; round < 20; round++) {
		const { data: last } = await bot.linkInsert((await place()).input);
		const { input } = await place();
		const [{ data: made }] = await Promise.all([bot.linkInsert(input), bot.linkDelete({ guildId, id: last.id })]);
		expect((await bot.linkList({ guildId })).data).toMatchObject([{ id: made.id }]);
		await bot.linkDelete({ guildId, id: made.id });
	}
});
