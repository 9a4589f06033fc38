import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotHouse, CHANNEL, embedOf, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterAll(() => house.close());

const VIEW_CHANNEL = String(1n << 10n);
const MANAGE_WEBHOOKS = String(1n << 29n);
const channels = Object.fromEntries(
	['nike-us-active', 'nike-us-hold', 'nike-jp', 'general'].map((name, n) => [name, `30000000000000001${n + 1}`]),
);
const oursIn = async (channelId: string) =>
	(await house.sandbox.control.webhooks()).filter(
		(webhook) => webhook.channelId === channelId && webhook.applicationId === SANDBOX_APP.clientId,
	);

test('/link makes a webhook of ours in the channel, and the dashboard has the link at once', async () => {
	const answer = await house.give('link', { region: 'us', topic: 'nike shoes active' });
	expect(answer).toMatchObject({ state: 'answered', message: { ephemeral: true } });
	expect(embedOf(answer)).toMatchObject({
		title: 'Linked',
		description: expect.stringContaining(`<#${CHANNEL}> gets`),
	});
	const cleo = await house.signIn('cleo');
	const { data } = await cleo.api.webhookList({ guildId: GUILD, region: 'US', toolsName: 'Nike Shoes Active' });
	expect(data).toHaveLength(1);
	const [made] = await oursIn(CHANNEL);
	expect(made).toMatchObject({
		url: data[0]?.webhook,
		name: 'Dropwire',
		avatar: expect.stringMatching(/^data:image\/png/),
	});
});

test('a second topic of the channel uses the webhook that stands there, and the same topic again is refused', async () => {
	expect(embedOf(await house.give('link', { region: 'Japan', topic: 'Nike Shoes Hold' })).title).toBe('Linked');
	expect(await oursIn(CHANNEL)).toHaveLength(1);
	const again = embedOf(await house.give('link', { region: 'jp', topic: 'Nike Shoes Hold' }));
	expect(again).toMatchObject({ title: 'Not done', description: expect.stringContaining('already') });
	expect(await oursIn(CHANNEL)).toHaveLength(1);
});

test('a topic that an admin linked to the channel by hand, in the dashboard, is not linked twice', async () => {
	const channelId = channels['nike-jp']!;
	const cleo = await house.signIn('cleo');
	const topic = { guildId: GUILD, region: 'JP', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(topic);
	const byHand = (await house.sandbox.control.webhooks()).find((webhook) => webhook.channelId === channelId)!;
	await cleo.api.webhookInsert({ ...topic, webHook: byHand.url });
	const answer = await house.give('link', { region: 'JP', topic: 'Nike Shoes Active', channel: channelId });
	expect(embedOf(answer).description).toContain('already');
	expect(await oursIn(channelId)).toEqual([]);
});

test('what is no region or no topic of it is refused with what to do', async () => {
	const wrong = async (region: string, topic: string) =>
		embedOf(await house.give('link', { region, topic })).description;
	expect(await wrong('XX', 'Nike Shoes Active')).toContain('There is no region "XX"');
	expect(await wrong('JP', 'HP Laptops')).toContain('Japan has no topic "HP Laptops". `/topics region:JP`');
});

test('without the permission to make webhooks the bot says how to grant it, and makes nothing', async () => {
	const channel = channels['nike-us-hold']!;
	const link = () => house.give('link', { region: 'US', topic: 'Nike Shoes Hold', channel });
	await house.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: MANAGE_WEBHOOKS });
	await expect
		.poll(async () => embedOf(await link()).description)
		.toContain(`The bot needs **Manage Webhooks** in <#${channel}>.`);
	expect(embedOf(await link()).description).toContain('Permissions, add the role **Dropwire**');
	await house.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: VIEW_CHANNEL });
	await expect.poll(async () => embedOf(await link()).description).toContain('**View Channel**');
	expect(await oursIn(channel)).toEqual([]);
	await house.sandbox.control.setBotPermissions(GUILD, { channelId: channel, deny: '0' });
	await expect.poll(async () => embedOf(await link()).title).toBe('Linked');
});

test('a channel that is full of webhooks is said to be so, unless one of them is ours', async () => {
	const guildId = SANDBOX_GUILDS.dropwireHq.id;
	const [channelId, other] = ['300000000000000031', '300000000000000032'];
	await house.sandbox.control.createWebhooks({ count: 14, channelId });
	const give = (topic: string) => house.give('link', { region: 'US', topic }, { as: 'ada', guildId, channelId });
	expect(embedOf(await give('ASICS Restock')).description).toContain('has 15 webhooks, which is the most');
	expect(await oursIn(channelId)).toEqual([]);
	const there = { as: 'ada', guildId, channelId: other } as const;
	await house.give('link', { region: 'US', topic: 'ASICS Restock' }, there);
	await house.sandbox.control.createWebhooks({ count: 13, channelId: other });
	expect(embedOf(await house.give('link', { region: 'US', topic: 'HP Laptops' }, there)).title).toBe('Linked');
});

test('two at the same instant make one webhook', async () => {
	const channel = channels['nike-us-active']!;
	const topics = ['Nike Shoes Active', 'Nike Shoes Hold', 'Nike Shoes Closeout'];
	const answers = await Promise.all(topics.map((topic) => house.give('link', { region: 'GB', topic, channel })));
	expect(answers.map((answer) => embedOf(answer).title)).toEqual(['Linked', 'Linked', 'Linked']);
	expect(await oursIn(channel)).toHaveLength(1);
});

test('a webhook that was deleted in Discord makes its links off; /link in the channel makes all of them work again', async () => {
	const [ours] = await oursIn(CHANNEL);
	await house.sandbox.control.deleteWebhook(ours!.id);
	const bot = await house.bot();
	const own = async () =>
		(await bot.linkList({ guildId: GUILD })).data.filter(({ channelId }) => channelId === CHANNEL);
	await expect.poll(async () => (await own()).map(({ health }) => health.active)).toEqual([false, false]);
	const answer = embedOf(await house.give('link', { region: 'US', topic: 'Nike Shoes Active' }));
	expect(answer.description).toContain('2 links of this channel had lost their webhook and work again');
	expect((await own()).map(({ health }) => health.active)).toEqual([true, true]);
});

test('who does not manage the server is not given the commands', async () => {
	await expect(house.give('link', { region: 'US', topic: 'HP Laptops' }, { as: 'mia' })).rejects.toThrow('may not use');
});
