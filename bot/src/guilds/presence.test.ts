import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBot } from '../bot.ts';
import { inviteLink } from '../invite.ts';
import { createLog } from '../log.ts';
import { type BotHouse, embedOf, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
	await house.give('link', { region: 'US', topic: 'HP Laptops', channel: CHANNELS.active });
	await house.give('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
});
afterAll(() => house.close());

const CHANNELS = { active: '300000000000000011', hold: '300000000000000012' };
const list = async () => (await house.bot()).linkList({ guildId: GUILD });
/** Whether each link is on, or why not, by its Discord channel. */
const states = async () =>
	Object.fromEntries(
		(await list()).data.map(({ channelId, health }) => [channelId, health.active ? 'on' : health.offReason]),
	);
const oursIn = async (channelId: string) =>
	(await house.sandbox.control.webhooks()).find(
		(webhook) => webhook.channelId === channelId && webhook.applicationId === SANDBOX_APP.clientId,
	);

test('an outage at Discord is not taken for being removed', async () => {
	await house.sandbox.control.guildOutage(GUILD);
	await house.sandbox.control.addBot(GUILD);
	expect(embedOf(await house.give('links')).title).toBe('Links');
	expect(await states()).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
});

test('a guild that removes the bot keeps its links switched off, and gets them back on return, with new webhooks where they went', async () => {
	await house.sandbox.control.removeBot(GUILD);
	await expect
		.poll(async () => Object.values(await states()))
		.toEqual([expect.stringContaining('bot was removed'), expect.stringContaining('bot was removed')]);
	expect((await list()).botLeftAt).toEqual(expect.any(Number));
	const gone = await oursIn(CHANNELS.active);
	await house.sandbox.control.deleteWebhook(gone!.id);
	await house.sandbox.control.addBot(GUILD);
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
	await expect.poll(async () => (await oursIn(CHANNELS.active))?.id).toBeTruthy();
	const made = await oursIn(CHANNELS.active);
	expect(made!.id).not.toBe(gone!.id);
	await expect.poll(async () => (await list()).data.map(({ webhookId }) => webhookId)).toContain(made!.id);
	expect((await list()).botLeftAt).toBeNull();
});

test('a server from before 2017, whose first channel has its id, gets its links back, too', async () => {
	const [old] = await house.sandbox.control.addGuilds({ count: 1, channels: 1, roles: 1 });
	const guildId = old!.id;
	expect(old!.channelId).toBe(guildId);
	await house.sandbox.control.addBot(guildId);
	await house.give('link', { region: 'US', topic: 'HP Laptops' }, { as: 'ada', guildId, channelId: guildId });
	const link = async () => (await (await house.bot()).linkList({ guildId })).data[0]!;
	const before = await link();
	await house.sandbox.control.removeBot(guildId);
	await expect.poll(async () => (await link()).health.active).toBe(false);
	await house.sandbox.control.deleteWebhook(before.webhookId);
	await house.sandbox.control.addBot(guildId);
	await expect.poll(async () => (await link()).webhookId).not.toBe(before.webhookId);
	expect((await link()).health.active).toBe(true);
});

test('what happened while our server was down is told once it is back', async () => {
	const before = house.lostCalls();
	house.setRoad('down');
	await house.sandbox.control.removeBot(GUILD);
	await expect.poll(house.lostCalls).toBeGreaterThan(before);
	house.setRoad('open');
	await expect.poll(async () => (await list()).botLeftAt, { timeout: 10_000 }).toEqual(expect.any(Number));
	await house.sandbox.control.addBot(GUILD);
	await expect.poll(states, { timeout: 10_000 }).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
});

test('the invite link brings the bot back with what it needs', async () => {
	await house.sandbox.control.removeBot(GUILD);
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	const page = await fetch(`${await inviteLink(house.botSettings)}&guild_id=${GUILD}`);
	expect(await page.text()).toContain('Dropwire is in Sole Searchers now.');
	await expect.poll(states).toEqual({ [CHANNELS.active]: 'on', [CHANNELS.hold]: 'on' });
	const again = await house.give('link', { region: 'GB', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
	expect(embedOf(again).title).toBe('Linked');
});

test('a webhook that is deleted in Discord is off at once, with the reason', async () => {
	await house.sandbox.control.deleteWebhook((await oursIn(CHANNELS.hold))!.id);
	await expect.poll(async () => (await states())[CHANNELS.hold]).toBe('The webhook was deleted in Discord');
	const answer = embedOf(await house.give('links'));
	expect(answer.description).toContain('**Off**: The webhook was deleted in Discord');
});

test('a deleted channel switches off what went there', async () => {
	await house.sandbox.control.deleteChannel(CHANNELS.active);
	await expect.poll(async () => (await states())[CHANNELS.active]).toBe('The Discord channel was deleted');
	expect(embedOf(await house.give('links')).description).toContain('→ #nike-us-active\n**Off**: The Discord channel');
});

test('a guild that removed the bot while it did not run is noticed at its start', async () => {
	await house.give('link', { region: 'US', topic: 'ASICS Restock', channel: CHANNELS.hold });
	await house.running.stop();
	await house.sandbox.control.removeBot(GUILD);
	expect((await list()).botLeftAt).toBeNull();
	const again = await startBot(house.botSettings, createLog('silent'));
	await expect.poll(async () => (await list()).botLeftAt).toEqual(expect.any(Number));
	await again.stop();
});
