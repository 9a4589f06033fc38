import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type BotTestServer, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterEach(() => vi.useRealTimers());
afterAll(() => testServer.close());

const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;
const ourWebhooks = async () =>
	(await testServer.sandbox.control.webhooks()).filter((webhook) => webhook.applicationId === SANDBOX_APP.clientId);
const unlink = (id: string) => testServer.runCommand('unlink', { link: id });
const undo = (answer: Answer) => testServer.press(answer, 'Undo');

test("/unlink removes the link, and the bot's webhook with its last link; Undo creates both again", async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' });
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold' });
	const [first, second] = await links();
	expect(embedOf(await unlink(first!.id))).toMatchObject({
		title: 'Unlinked',
		description: `<#${CHANNEL}> no longer gets **HP Laptops** (US).`,
	});
	expect(await ourWebhooks()).toHaveLength(1);
	const last = await unlink(second!.id);
	expect(await links()).toEqual([]);
	await expect.poll(ourWebhooks).toEqual([]);

	expect(embedOf(await undo(last)).title).toBe('Linked');
	expect(await links()).toMatchObject([{ toolsName: 'Nike Shoes Hold', channelId: CHANNEL, byBot: true }]);
	expect(await ourWebhooks()).toHaveLength(1);
	await expect(undo(last)).rejects.toThrow('There is no such button');
	await unlink((await links())[0]!.id);
});

test('a link created while the webhook of the last link is being deleted gets a working webhook', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' });
	const [first] = await links();
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot DELETE', times: 1, fault: { delayMs: 300 } });
	const unlinked = unlink(first!.id);
	await expect.poll(links).toEqual([]);
	expect(embedOf(await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold' })).title).toBe('Linked');
	expect(embedOf(await unlinked).title).toBe('Unlinked');
	const [second] = await links();
	expect(await ourWebhooks()).toMatchObject([{ id: second!.webhookId }]);
	await unlink(second!.id);
});

test.each(['responses lost', '504'] as const)(
	'if the response to an unlink is lost (%s), the reply says that the outcome is unknown',
	async (connection) => {
		await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' });
		const [link] = await links();
		testServer.setConnection(connection, '/api/linkdelete');
		const answer = embedOf(await unlink(link!.id));
		expect(answer.description).toContain('the change may or may not have been made');
		expect(answer.footer.text).toMatch(/request \S+$/);
		testServer.setConnection('open');
		expect(await links()).toEqual([]);
	},
);

test("unlinking keeps a pasted webhook in Discord, and Undo uses the bot's", async () => {
	const cleo = await testServer.signIn('cleo');
	const topic = { guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' };
	const pasted = (await testServer.sandbox.control.webhooks()).find((webhook) => webhook.channelId === CHANNEL)!;
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: pasted.url });
	const [link] = await links();
	const answer = await unlink(link!.id);
	expect((await testServer.sandbox.control.webhooks()).map(({ id }) => id)).toContain(pasted.id);
	expect(embedOf(await undo(answer)).title).toBe('Linked');
	const [made] = await ourWebhooks();
	expect(await links()).toMatchObject([{ toolsName: 'ASICS Restock', webhookId: made!.id, channelId: CHANNEL }]);
	await unlink((await links())[0]!.id);
});

test('a failed Undo can be pressed again; after 15 minutes it refers to /link', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' });
	const answer = await unlink((await links())[0]!.id);
	testServer.setConnection('down');
	expect(embedOf(await undo(answer)).title).toBe('Dropwire is not responding');
	testServer.setConnection('open');
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
	expect(embedOf(await undo(answer)).description).toContain('Undo is only possible for 15 minutes');
	expect(await links()).toEqual([]);
	vi.useRealTimers();
	expect(embedOf(await undo(answer)).title).toBe('Linked');
	await unlink((await links())[0]!.id);
});

test('free text and a link of another server are rejected', async () => {
	expect(embedOf(await unlink('the laptops')).description).toContain('Choose one of the suggested links');
	expect(embedOf(await unlink('999999'))).toMatchObject({
		title: 'Not done',
		description: 'This server has no such link.',
		footer: { text: expect.stringContaining('request ') },
	});
});
