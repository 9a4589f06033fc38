import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

const HQ = { guildId: SANDBOX_GUILDS.dropwireHq.id, channelId: '300000000000000031' };
const TOPIC = { region: 'US', topic: 'HP Laptops' };
const webhookIds = async () => (await testServer.sandbox.control.webhooks()).map(({ id }) => id);
const ourWebhookIn = async (channelId: string) =>
	(await testServer.sandbox.control.webhooks()).find(
		(webhook) => webhook.channelId === channelId && webhook.applicationId === SANDBOX_APP.clientId,
	);
const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;

test("a client cannot link another server's webhook by its id", async () => {
	await testServer.runCommand('link', TOPIC, { as: 'ada', ...HQ });
	const ours = (await ourWebhookIn(HQ.channelId))!;
	const pasted = (await testServer.sandbox.control.webhooks()).find(
		({ channelId, applicationId }) => channelId === HQ.channelId && !applicationId,
	)!;
	const cleo = await testServer.signIn('cleo');
	for (const { id } of [ours, pasted]) {
		const forged = {
			guildId: GUILD,
			guildName: 'Sole Searchers',
			region: 'US',
			toolsName: 'ASICS Restock',
			channelId: CHANNEL,
			channelName: 'general',
			webHook: `https://discord.com/api/webhooks/${id}/no-token-needed`,
			byBot: true,
		};
		await expect(cleo.api.linkInsert(forged)).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining('webHook is rejected by Discord') as string,
		});
		expect(await links()).toEqual([]);
		expect(await webhookIds()).toContain(id);
	}
});

test.each([
	['of the bot in another server', async () => (await ourWebhookIn(HQ.channelId))!.id],
	[
		'of another application in the same server',
		async () => {
			const applicationId = '900000000000000099';
			const [made] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL, applicationId });
			return made!.id;
		},
	],
])('unlinking keeps a webhook %s, and Undo does not use it', async (_, foreign) => {
	await testServer.runCommand('link', TOPIC);
	const [link] = await links();
	const id = await foreign();
	await testServer.db.knex('webhooks').where({ discordId: link!.webhookId }).update({ discordId: id });
	const answer = await testServer.runCommand('unlink', { link: link!.id });
	expect(embedOf(answer).title).toBe('Unlinked');
	expect(await links()).toEqual([]);
	expect(await webhookIds()).toContain(id);

	const customId = buttonsOf(answer)[0]!.custom_id;
	await testServer.sandbox.control.click({ interactionId: answer.id, customId });
	for (const again of await links()) {
		expect(again).toMatchObject({ webhookId: (await ourWebhookIn(CHANNEL))!.id });
		await testServer.runCommand('unlink', { link: again.id });
	}
	expect(await webhookIds()).toContain(id);
});
