import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, embedOf, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

test('/setup links several topics of several regions, and reports those that were linked before', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const where = { as: 'ada', guildId, channelId: '300000000000000021' } as const;
	await testServer.runCommand('link', { region: 'FR', topic: 'Nike Shoes Hold' }, where);
	const empty = await testServer.runCommand('setup', {}, where);
	expect(buttonsOf(empty).find(({ label }) => label === 'Create links')).toMatchObject({ disabled: true });
	const regions = await testServer.press(empty, 'regions', ['US', 'FR']);
	const topics = await testServer.press(regions, 'topics0', ['0', '2', '10']);
	expect(embedOf(topics).description).toContain('5 links to create');
	const done = await testServer.press(topics, 'Create links');
	expect(embedOf(done)).toMatchObject({ title: 'Set up', color: 0x3ecf8e });
	expect(embedOf(done).description).toContain('gets 4 new topics');
	expect(embedOf(done).description).toContain(
		'**Linked**\nNike Shoes Active: US, FR\nNike Shoes Hold: US\nHP Laptops: US',
	);
	expect(embedOf(done).description).toContain('**Linked before**\nNike Shoes Hold: FR');
	expect((await (await testServer.bot()).linkList({ guildId })).data).toHaveLength(5);
});

test("/setup creates as many links as it offers under Discord's rate limits", async () => {
	const { control } = testServer.sandbox;
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const where = { as: 'ada', guildId, channelId: '300000000000000022' } as const;
	const regions = await testServer.press(await testServer.runCommand('setup', {}, where), 'regions', [
		'US',
		'GB',
		'JP',
		'SG',
		'AT',
	]);
	const topics = await testServer.press(regions, 'topics0', ['0', '1', '2', '4', '5', '6']);
	await control.setLimits({ webhook: { limit: 5, windowMs: 2000 } });
	try {
		expect(embedOf(await testServer.press(topics, 'Create links')).description).toContain('gets 30 new topics');
	} finally {
		await control.setLimits({ webhook: null });
	}
});

test('/setup does not say that nothing was changed if the server fails after the first topic', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const where = { as: 'ada', guildId, channelId: '300000000000000021' } as const;
	const regions = await testServer.press(await testServer.runCommand('setup', {}, where), 'regions', ['GB']);
	const topics = await testServer.press(regions, 'topics0', ['0', '2']);
	testServer.setConnection('one response, then down', '/api/linkinsert');
	const { title, description } = embedOf(await testServer.press(topics, 'Create links'));
	expect(title).toBe('Some topics were not linked');
	expect(description).toContain('**Linked**\nNike Shoes Active: GB');
	expect(description).toContain(
		'Nike Shoes Hold: GB\nDropwire did not answer, so the change may or may not have been made.',
	);
	expect(description).not.toMatch(/Nothing was changed|cannot be shown/);
});
