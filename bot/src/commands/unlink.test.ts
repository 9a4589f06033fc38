import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BotHouse, buttonsOf, CHANNEL, embedOf, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterEach(() => vi.useRealTimers());
afterAll(() => house.close());

const links = async () => (await (await house.bot()).linkList({ guildId: GUILD })).data;
const ours = async () =>
	(await house.sandbox.control.webhooks()).filter((webhook) => webhook.applicationId === SANDBOX_APP.clientId);
const give = (id: string) => house.give('unlink', { link: id });
async function undo(answer: Awaited<ReturnType<typeof give>>) {
	const [button] = buttonsOf(answer);
	expect(button?.label).toBe('Undo');
	return house.sandbox.control.click({ interactionId: answer.id, customId: button!.custom_id });
}

test('/unlink ends the link and deletes our webhook once nothing uses it; Undo makes both again', async () => {
	await house.give('link', { region: 'US', topic: 'HP Laptops' });
	await house.give('link', { region: 'US', topic: 'Nike Shoes Hold' });
	const [first, second] = await links();
	expect(embedOf(await give(first!.id))).toMatchObject({
		title: 'Unlinked',
		description: `<#${CHANNEL}> no longer gets **HP Laptops** (US).`,
	});
	expect(await ours()).toHaveLength(1);
	const last = await give(second!.id);
	expect(await links()).toEqual([]);
	await expect.poll(ours).toEqual([]);

	expect(embedOf(await undo(last)).title).toBe('Linked');
	expect(await links()).toMatchObject([{ toolsName: 'Nike Shoes Hold', channelId: CHANNEL, byBot: true }]);
	expect(await ours()).toHaveLength(1);
	await expect(undo(last)).rejects.toThrow('There is no such button');
	await give((await links())[0]!.id);
});

test('what is linked while the webhook of the last link goes gets one that stands', async () => {
	await house.give('link', { region: 'US', topic: 'HP Laptops' });
	const [first] = await links();
	await house.sandbox.control.failDiscord({ webhookId: 'bot DELETE', times: 1, fault: { delayMs: 300 } });
	const unlinked = give(first!.id);
	await expect.poll(links).toEqual([]);
	expect(embedOf(await house.give('link', { region: 'US', topic: 'Nike Shoes Hold' })).title).toBe('Linked');
	expect(embedOf(await unlinked).title).toBe('Unlinked');
	const [second] = await links();
	expect(await ours()).toMatchObject([{ id: second!.webhookId }]);
	await give(second!.id);
});

test.each(['answers lost', '504'] as const)(
	'an unlink of which nobody heard (%s) is not said to be undone',
	async (road) => {
		await house.give('link', { region: 'US', topic: 'HP Laptops' });
		const [link] = await links();
		house.setRoad(road, '/api/linkdelete');
		const answer = embedOf(await give(link!.id));
		expect(answer.description).toContain('nobody knows whether the link ended');
		expect(answer.footer.text).toMatch(/request \S+$/);
		house.setRoad('open');
		expect(await links()).toEqual([]);
	},
);

test('a webhook that an admin linked in the dashboard stays in Discord, and Undo links the same one again', async () => {
	const cleo = await house.signIn('cleo');
	const topic = { guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' };
	const byHand = (await house.sandbox.control.webhooks()).find((webhook) => webhook.channelId === CHANNEL)!;
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: byHand.url });
	const [link] = await links();
	const answer = await give(link!.id);
	expect((await house.sandbox.control.webhooks()).map(({ id }) => id)).toContain(byHand.id);
	expect(embedOf(await undo(answer)).title).toBe('Linked');
	expect((await cleo.api.webhookList(topic)).data.map(({ webhook }) => webhook)).toEqual([byHand.url]);
	await give((await links())[0]!.id);
});

test('an undo that fails can be pressed again; one that comes too late says what to do instead', async () => {
	await house.give('link', { region: 'US', topic: 'HP Laptops' });
	const answer = await give((await links())[0]!.id);
	house.setRoad('down');
	expect(embedOf(await undo(answer)).title).toBe('Dropwire has trouble');
	house.setRoad('open');
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
	expect(embedOf(await undo(answer)).description).toContain('too long ago');
	expect(await links()).toEqual([]);
	vi.useRealTimers();
	expect(embedOf(await undo(answer)).title).toBe('Linked');
	await give((await links())[0]!.id);
});

test("what was typed instead of chosen, and another server's link, are refused", async () => {
	expect(embedOf(await give('the laptops')).description).toContain('Choose one of the links');
	expect(embedOf(await give('999999'))).toMatchObject({
		title: 'Not done',
		description: 'This server has no such link.',
		footer: { text: expect.stringContaining('request ') },
	});
});
