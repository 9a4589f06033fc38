import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

const VIEW_CHANNEL = String(1n << 10n);
const MANAGE_WEBHOOKS = String(1n << 29n);
const channels = Object.fromEntries(
	['nike-us-active', 'nike-us-hold', 'nike-jp', 'general'].map((name, n) => [name, `30000000000000001${n + 1}`]),
);
const ourWebhooksIn = async (channelId: string) =>
	(await testServer.sandbox.control.webhooks()).filter(
		(webhook) => webhook.channelId === channelId && webhook.applicationId === SANDBOX_APP.clientId,
	);

test("/link creates the bot's webhook in the channel, and the dashboard shows the link at once", async () => {
	const answer = await testServer.runCommand('link', { region: 'us', topic: 'nike shoes active' });
	expect(answer).toMatchObject({ state: 'answered', message: { ephemeral: true } });
	expect(embedOf(answer)).toMatchObject({
		title: 'Linked',
		description: expect.stringContaining(`<#${CHANNEL}> now gets`),
	});
	const cleo = await testServer.signIn('cleo');
	const { data } = await cleo.api.webhookList({ guildId: GUILD, region: 'US', toolsName: 'Nike Shoes Active' });
	expect(data).toHaveLength(1);
	const [made] = await ourWebhooksIn(CHANNEL);
	expect(made).toMatchObject({
		url: data[0]?.webhook,
		name: 'Dropwire',
		avatar: expect.stringMatching(/^data:image\/png/),
	});
});

test('a second topic uses the same webhook, and the same topic again is rejected', async () => {
	expect(embedOf(await testServer.runCommand('link', { region: 'Japan', topic: 'Nike Shoes Hold' })).title).toBe(
		'Linked',
	);
	expect(await ourWebhooksIn(CHANNEL)).toHaveLength(1);
	const again = embedOf(await testServer.runCommand('link', { region: 'jp', topic: 'Nike Shoes Hold' }));
	expect(again).toMatchObject({ title: 'Not done', description: expect.stringContaining('already') });
	expect(await ourWebhooksIn(CHANNEL)).toHaveLength(1);
});

test('a topic with a pasted webhook is not linked twice', async () => {
	const channelId = channels['nike-jp']!;
	const cleo = await testServer.signIn('cleo');
	const topic = { guildId: GUILD, region: 'JP', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(topic);
	const pasted = (await testServer.sandbox.control.webhooks()).find((webhook) => webhook.channelId === channelId)!;
	await cleo.api.webhookInsert({ ...topic, webHook: pasted.url });
	const answer = await testServer.runCommand('link', { region: 'JP', topic: 'Nike Shoes Active', channel: channelId });
	expect(embedOf(answer).description).toContain('already');
	expect(await ourWebhooksIn(channelId)).toEqual([]);
});

test('an unknown region, or a topic that the region does not have, is rejected with the valid values', async () => {
	const wrong = async (region: string, topic: string) =>
		embedOf(await testServer.runCommand('link', { region, topic })).description;
	expect(await wrong('XX', 'Nike Shoes Active')).toContain('Region "XX" does not exist. Regions: US, JP');
	expect(await wrong('JP', 'HP Laptops')).toContain('Japan has no topic "HP Laptops". `/topics region:JP`');
});

test('if the bot lacks a permission, the reply explains how to grant it, and no webhook is created', async () => {
	const channel = channels['nike-us-hold']!;
	const link = () => testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel });
	await testServer.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: MANAGE_WEBHOOKS });
	await expect
		.poll(async () => embedOf(await link()).description)
		.toContain(`The bot needs **Manage Webhooks** in <#${channel}>.`);
	expect(embedOf(await link()).description).toContain('Permissions, add the role **Dropwire**');
	await testServer.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: VIEW_CHANNEL });
	await expect.poll(async () => embedOf(await link()).description).toContain('**View Channel**');
	expect(await ourWebhooksIn(channel)).toEqual([]);
	await testServer.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: '0' });
	await expect.poll(async () => embedOf(await link()).title).toBe('Linked');
});

test("a channel with the maximum number of webhooks is rejected, unless one of them is the bot's", async () => {
	const guildId = SANDBOX_GUILDS.dropwireHq.id;
	const [channelId, other] = ['300000000000000031', '300000000000000032'];
	await testServer.sandbox.control.createWebhooks({ count: 14, channelId });
	const link = (topic: string) =>
		testServer.runCommand('link', { region: 'US', topic }, { as: 'ada', guildId, channelId });
	expect(embedOf(await link('ASICS Restock')).description).toContain('has 15 webhooks, the maximum');
	expect(await ourWebhooksIn(channelId)).toEqual([]);
	const elsewhere = { as: 'ada', guildId, channelId: other } as const;
	await testServer.runCommand('link', { region: 'US', topic: 'ASICS Restock' }, elsewhere);
	await testServer.sandbox.control.createWebhooks({ count: 13, channelId: other });
	expect(embedOf(await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' }, elsewhere)).title).toBe(
		'Linked',
	);
});

test('concurrent commands for one channel create one webhook', async () => {
	const channel = channels['nike-us-active']!;
	const topics = ['Nike Shoes Active', 'Nike Shoes Hold', 'Nike Shoes Closeout'];
	const answers = await Promise.all(
		topics.map((topic) => testServer.runCommand('link', { region: 'GB', topic, channel })),
	);
	expect(answers.map((answer) => embedOf(answer).title)).toEqual(['Linked', 'Linked', 'Linked']);
	expect(await ourWebhooksIn(channel)).toHaveLength(1);
});

test('deleting the webhook in Discord turns its links off; /link in that channel turns all of them on again', async () => {
	const [ours] = await ourWebhooksIn(CHANNEL);
	await testServer.sandbox.control.deleteWebhook(ours!.id);
	const bot = await testServer.bot();
	const own = async () =>
		(await bot.linkList({ guildId: GUILD })).data.filter(({ channelId }) => channelId === CHANNEL);
	await expect.poll(async () => (await own()).map(({ health }) => health.active)).toEqual([false, false]);
	const answer = embedOf(await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Active' }));
	expect(answer.description).toContain('2 links of this channel had lost their webhook and work again');
	expect((await own()).map(({ health }) => health.active)).toEqual([true, true]);
});

test('Discord does not offer the commands to users who do not manage the server', async () => {
	await expect(testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' }, { as: 'mia' })).rejects.toThrow(
		'may not use',
	);
});
