import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

/** The role that Discord has created for the bot; the sandbox has no other. */
const ROLE = `5${GUILD.slice(1)}`;
const FORUM = 15;
const MEDIA = 16;

const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;

/** Makes a forum in Sole Searchers. @returns once the bot knows it */
async function createForum(forum: { name: string; type?: number; tags: string[]; requiresTag?: boolean }) {
	const channel = await testServer.sandbox.control.createChannel(GUILD, { type: FORUM, ...forum });
	await expect.poll(() => testServer.running.client.channels.cache.has(channel.id)).toBe(true);
	return channel;
}

test('/link in a thread posts to the thread; a locked one is rejected with what to do', async () => {
	const { control } = testServer.sandbox;
	const thread = await control.createChannel(GUILD, { name: 'releases', parentId: CHANNEL });
	const link = (topic: string) => testServer.runCommand('link', { region: 'JP', topic }, { channelId: thread.id });
	expect(embedOf(await link('Nike Shoes Active')).description).toContain(`<#${thread.id}> now gets`);
	const linked = (await links()).find(({ region }) => region === 'JP')!;
	expect(linked).toMatchObject({ channelId: CHANNEL, options: { thread: { id: thread.id } } });

	await control.setThread(thread.id, { archived: true });
	expect(embedOf(await testServer.runCommand('test', { link: linked.id })).title).toBe('Test message sent');
	expect(await control.messages({ channelId: thread.id })).toHaveLength(1);

	await control.setThread(thread.id, { locked: true });
	expect(embedOf(await link('Nike Shoes Hold')).description).toContain('is locked');
	const failed = embedOf(await testServer.runCommand('test', { link: linked.id }));
	expect(failed.description).toContain('The thread is locked: unlock it');
	expect((await links()).find(({ id }) => id === linked.id)).toMatchObject({ health: { active: true } });
});

test('a link of a thread keeps its thread when /link in the channel replaces the deleted webhook', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold' });
	const before = (await links()).filter(({ channelId }) => channelId === CHANNEL);
	expect(new Set(before.map(({ options }) => Boolean(options.thread)))).toEqual(new Set([true, false]));
	await testServer.sandbox.control.deleteWebhook(before[0]!.webhookId);
	const active = async () => (await links()).map(({ health }) => health.active);
	await expect.poll(active).not.toContain(true);
	await testServer.runCommand('link', { region: 'US', topic: 'ASICS Restock' });
	await expect.poll(active).not.toContain(false);
	const after = (await links()).filter(({ id }) => before.some((link) => link.id === id));
	expect(after.map(({ options }) => options)).toEqual(before.map(({ options }) => options));
});

test.each([
	['forum', FORUM],
	['media channel', MEDIA],
])('/link in a %s makes a post per product with the chosen name', async (_, type) => {
	const { control } = testServer.sandbox;
	const forum = await createForum({ name: 'drops', type, tags: ['adidas', 'NIKE'] });
	const link = (options: Record<string, string>) =>
		testServer.runCommand('link', { region: 'GB', channel: forum.id, ...options });
	const named = await link({ topic: 'Nike Shoes Active', post_name: '{sku} {title}' });
	expect(embedOf(named).title).toBe('Linked');
	await link({ topic: 'Nike Shoes Hold' });
	const posts = (await links()).filter(({ channelId }) => channelId === forum.id);
	const tags = [expect.stringMatching(/^\d{17,20}$/)];
	expect(posts.map(({ options }) => options.thread)).toEqual([
		{ name: '{sku} {title}', tags },
		{ name: '{title}', tags },
	]);
	expect(embedOf(await testServer.runCommand('test', { link: posts[0]!.id })).title).toBe('Test message sent');
	expect((await control.messages({ webhookId: posts[0]!.webhookId })).at(-1)?.body).toMatchObject({
		applied_tags: posts[0]!.options.thread && 'tags' in posts[0]!.options.thread && posts[0]!.options.thread.tags,
	});
	const text = { region: 'GB', topic: 'Nike Shoes Closeout', post_name: '{sku}' };
	expect(embedOf(await testServer.runCommand('link', text)).description).toContain('only for forum channels');
});

test('/link in a forum that requires tags needs one with the name of the brand', async () => {
	const { id: channel } = await createForum({ name: 'strict', tags: ['Nike'], requiresTag: true });
	const link = async (topic: string) => embedOf(await testServer.runCommand('link', { region: 'US', channel, topic }));
	expect((await link('Nike Refurbished Shoes')).title).toBe('Linked');
	expect((await links()).at(-1)).toMatchObject({ toolsName: 'Nike Refurbished Shoes' });
	expect((await link('HP Laptops')).description).toMatch(
		/requires a tag for every post, and has none named \*\*HP\*\*/,
	);
});

test('/link turns a forum link on again with its options, and says that it is paused', async () => {
	const { control } = testServer.sandbox;
	const { id: channelId } = await createForum({ name: 'restocks', tags: ['Nike'] });
	const link = async (options: Record<string, string> = {}) =>
		embedOf(
			await testServer.runCommand('link', {
				region: 'GB',
				topic: 'Nike Shoes Closeout',
				channel: channelId,
				...options,
			}),
		);
	const own = async () => (await links()).find((one) => one.channelId === channelId)!;
	const lose = async () => {
		await control.deleteWebhook((await own()).webhookId);
		await expect.poll(async () => (await own()).health.active).toBe(false);
	};
	const given = { role: ROLE, include: 'dunk', post_name: '{sku}' };
	expect((await link(given)).title).toBe('Linked');
	const { id, options: made } = await own();
	const paused = { ...made, paused: true };
	await (await testServer.signIn('cleo')).api.subscriptionEdit({ id, options: paused });

	await lose();
	expect((await link()).description).toContain('Paused: nothing is sent');
	expect(await own()).toMatchObject({ id, health: { active: true } });
	expect((await own()).options).toEqual(paused);
	await lose();
	await link({ post_name: '{brand}' });
	expect((await own()).options).toEqual({ ...paused, thread: { ...made.thread, name: '{brand}' } });
	await lose();
	const setup = await testServer.runCommand('setup', { channel: channelId });
	const topics = await testServer.press(await testServer.press(setup, 'regions', ['GB']), 'topics0', ['1']);
	expect(embedOf(await testServer.press(topics, 'Create links')).description).toContain(
		'**Paused: nothing is sent**\nNike Shoes Closeout: GB',
	);
	await lose();
	expect((await link({ exclude: 'kids' })).description).not.toContain('Paused');
	expect((await own()).options).toEqual({ exclude: ['kids'], thread: { ...made.thread, name: '{brand}' } });
});

test('a forum without a tag of the brand: the posts keep the tags that they have', async () => {
	const { control } = testServer.sandbox;
	const { id: channel } = await createForum({ name: 'laptops', tags: ['Nike'] });
	const link = async (topic: string) => embedOf(await testServer.runCommand('link', { region: 'US', channel, topic }));
	const own = async () => (await links()).filter(({ channelId }) => channelId === channel);
	expect((await link('Nike Shoes Hold')).title).toBe('Linked');
	await link('HP Laptops');
	const [nike, hp] = await own();
	expect(hp!.options.thread).toEqual({ name: '{title}' });
	const options = { include: ['omen'], thread: nike!.options.thread };
	await (await testServer.signIn('cleo')).api.subscriptionEdit({ id: hp!.id, options });
	const form = await testServer.press(await testServer.runCommand('edit', { link: hp!.id }), 'Message');
	await control.submit({ interactionId: form.id, values: { post: '{sku}' } });
	const renamed = { ...options, thread: { ...options.thread, name: '{sku}' } };
	expect((await own())[1]!.options).toEqual(renamed);
	await control.deleteWebhook(hp!.webhookId);
	await expect.poll(async () => (await own())[1]!.health.active).toBe(false);
	expect((await link('HP Laptops')).title).toBe('Linked');
	expect((await own())[1]!.options).toEqual(renamed);
});
