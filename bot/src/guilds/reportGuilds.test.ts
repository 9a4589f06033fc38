import { SANDBOX_APP, SANDBOX_SKUS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBot } from '../bot.ts';
import { inviteLink } from '../invite.ts';
import { createLog } from '../log.ts';
import { type BotTestServer, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops', channel: CHANNELS.active });
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
});
afterAll(() => testServer.close());

const CHANNELS = { active: '300000000000000011', hold: '300000000000000012' };
const list = async () => (await testServer.bot()).linkList({ guildId: GUILD });
/** `on` or the reason why the link is off, by its Discord channel. */
const states = async () =>
	Object.fromEntries(
		(await list()).data.map(({ channelId, health }) => [channelId, health.active ? 'on' : health.offReason]),
	);
const ourWebhookIn = async (channelId: string) =>
	(await testServer.sandbox.control.webhooks()).find(
		(webhook) => webhook.channelId === channelId && webhook.applicationId === SANDBOX_APP.clientId,
	);

test('a purchase in the store is reported, and nothing of it but that', async () => {
	const wanted = async () => (await testServer.db.knex('entitlement_readings').first('wanted'))?.wanted ?? 0;
	const before = await wanted();
	const { id } = await testServer.sandbox.control.buy({ sku: SANDBOX_SKUS[0].id, userId: SANDBOX_USERS.mia.id });
	await expect.poll(wanted).toBe(before + 1);
	await testServer.sandbox.control.endEntitlement(id, Date.now());
	await expect.poll(wanted).toBe(before + 2);
	await testServer.sandbox.control.refund(id);
	await expect.poll(wanted).toBe(before + 3);
});

test('a Discord outage does not count as being removed', async () => {
	await testServer.sandbox.control.guildOutage(GUILD);
	await testServer.sandbox.control.addBot(GUILD);
	expect(embedOf(await testServer.runCommand('links')).title).toBe('Links');
	expect(await states()).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
});

test('removing the bot turns its links off; adding it again turns them on and recreates missing webhooks', async () => {
	await testServer.sandbox.control.removeBot(GUILD);
	await expect
		.poll(async () => Object.values(await states()))
		.toEqual([expect.stringContaining('bot was removed'), expect.stringContaining('bot was removed')]);
	expect((await list()).botLeftAt).toEqual(expect.any(Number));
	const deleted = await ourWebhookIn(CHANNELS.active);
	await testServer.sandbox.control.deleteWebhook(deleted!.id);
	await testServer.sandbox.control.addBot(GUILD);
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
	await expect.poll(async () => (await ourWebhookIn(CHANNELS.active))?.id).toBeTruthy();
	const created = await ourWebhookIn(CHANNELS.active);
	expect(created!.id).not.toBe(deleted!.id);
	await expect.poll(async () => (await list()).data.map(({ webhookId }) => webhookId)).toContain(created!.id);
	expect((await list()).botLeftAt).toBeNull();
});

test('a server that removed the bot between two sessions is reported, and again when it adds the bot', async () => {
	await testServer.sandbox.control.dropGateway('invalid');
	await testServer.sandbox.control.removeBot(GUILD);
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	expect(Object.values(await states())).toEqual([
		expect.stringContaining('bot was removed'),
		expect.stringContaining('bot was removed'),
	]);
	await testServer.sandbox.control.addBot(GUILD);
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
});

test('links are also restored in servers from before 2017, where the first channel has the id of the server', async () => {
	const [old] = await testServer.sandbox.control.addGuilds({ count: 1, channels: 1, roles: 1 });
	const guildId = old!.id;
	expect(old!.channelId).toBe(guildId);
	await testServer.sandbox.control.addBot(guildId);
	await testServer.runCommand(
		'link',
		{ region: 'US', topic: 'HP Laptops' },
		{ as: 'ada', guildId, channelId: guildId },
	);
	const link = async () => (await (await testServer.bot()).linkList({ guildId })).data[0]!;
	const before = await link();
	await testServer.sandbox.control.removeBot(guildId);
	await expect.poll(async () => (await link()).health.active).toBe(false);
	await testServer.sandbox.control.deleteWebhook(before.webhookId);
	await testServer.sandbox.control.addBot(guildId);
	await expect.poll(async () => (await link()).webhookId).not.toBe(before.webhookId);
	expect((await link()).health.active).toBe(true);
});

test('changes during a BFF outage are reported once it is back', async () => {
	const before = testServer.lostCalls();
	testServer.setConnection('down');
	await testServer.sandbox.control.removeBot(GUILD);
	await expect.poll(testServer.lostCalls).toBeGreaterThan(before);
	testServer.setConnection('open');
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	await testServer.sandbox.control.addBot(GUILD);
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
});

test('the invite link adds the bot with the permissions that it needs', async () => {
	await testServer.sandbox.control.removeBot(GUILD);
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	const page = await fetch(`${await inviteLink(testServer.botSettings)}&guild_id=${GUILD}`);
	expect(await page.text()).toContain('Dropwire is in Sole Searchers now.');
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
	const again = await testServer.runCommand('link', { region: 'GB', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
	expect(embedOf(again).title).toBe('Linked');
});

test('deleting a webhook in Discord turns its links off at once, with the reason', async () => {
	await testServer.sandbox.control.deleteWebhook((await ourWebhookIn(CHANNELS.hold))!.id);
	await expect.poll(async () => (await states())[CHANNELS.hold]).toBe('The webhook was deleted in Discord');
	const answer = embedOf(await testServer.runCommand('links'));
	expect(answer.description).toContain('**Off**: The webhook was deleted in Discord');
});

test('deleting a channel turns its links off', async () => {
	await testServer.sandbox.control.deleteChannel(CHANNELS.active);
	await expect.poll(async () => (await states())[CHANNELS.active]).toBe('The Discord channel was deleted');
	expect(embedOf(await testServer.runCommand('links')).description).toContain(
		'→ #nike-us-active\n**Off**: The Discord channel',
	);
});

test('on start the bot reports guilds that removed it while it was offline', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'ASICS Restock', channel: CHANNELS.hold });
	await testServer.running.stop();
	await testServer.sandbox.control.removeBot(GUILD);
	expect((await list()).botLeftAt).toBeNull();
	const again = await startBot(testServer.botSettings, createLog('silent'));
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	await again.stop();
});
