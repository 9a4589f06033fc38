import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterEach(() => testServer.setConnection('open'));
afterAll(() => testServer.close());

/** The role that Discord has created for the bot; the sandbox has no other. */
const ROLE = `5${GUILD.slice(1)}`;
const FORUM = 15;
const MEDIA = 16;

type Answer = Awaited<ReturnType<BotTestServer['runCommand']>>;

const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;
const optionsOf = async (toolsName: string) => (await links()).find((link) => link.toolsName === toolsName)?.options;

/** Uses the button or menu whose label or id has this text. */
function use(answer: Answer, text: string, values?: string[]): Promise<Answer> {
	const component = buttonsOf(answer).find(({ label, custom_id: id }) => label === text || id.includes(`|${text}|`));
	if (!component) throw new Error(`no ${text} in ${JSON.stringify(answer.message?.components)}`);
	return testServer.sandbox.control.click({
		interactionId: answer.id,
		customId: component.custom_id,
		...(values && { values }),
	});
}

/** Makes a forum in Sole Searchers. @returns once the bot knows it */
async function createForum(forum: { name: string; type?: number; tags: string[]; requiresTag?: boolean }) {
	const channel = await testServer.sandbox.control.createChannel(GUILD, { type: FORUM, ...forum });
	await expect.poll(() => testServer.running.client.channels.cache.has(channel.id)).toBe(true);
	return channel;
}

test('/link stores filters and the role to mention, and its reply shows them', async () => {
	// The roles that the bot reports now are not stored, because the server has no links.
	await testServer.runCommand('help');
	const options = { role: ROLE, include: 'jordan, dunk*', sizes: '9', min_discount: '20', max_price: '150.5' };
	const answer = await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Active', ...options });
	expect(embedOf(answer)).toMatchObject({
		title: 'Linked',
		description: expect.stringContaining('Options: 4 filters · mentions 1 role.'),
	});
	expect(await optionsOf('Nike Shoes Active')).toEqual({
		mentions: [ROLE],
		include: ['jordan', 'dunk*'],
		sizes: ['9'],
		minDiscount: 20,
		maxPrice: 150.5,
	});
	// The bot has reported the roles, so the dashboard shows the mention by name.
	const { id } = (await links()).find((link) => link.toolsName === 'Nike Shoes Active')!;
	const bot = await testServer.bot();
	const roles = async () => (await bot.subscription({ id, guildId: GUILD })).data.roles;
	await expect.poll(roles).toEqual([{ id: ROLE, name: 'Dropwire' }]);
	const everyone = await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops', role: GUILD });
	expect(embedOf(everyone).description).toBe('Messages cannot mention @everyone. Choose another role.');
});

test('the panel of /edit changes kinds, roles and quiet hours by menu, and pauses the link', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	expect(embedOf(panel)).toMatchObject({ title: 'Nike Shoes Active (US)' });
	expect(embedOf(panel).description).toContain(`• Mentioned roles: <@&${ROLE}>`);
	expect(embedOf(panel).description).toContain('This topic has had no events yet.');

	const kinds = await use(panel, 'kinds', ['RESTOCK', 'LIVE']);
	expect(embedOf(kinds).description).toContain('• Kinds: Live, Restock');
	const roles = await use(kinds, 'roles', []);
	expect(embedOf(roles).description).not.toContain('Mentioned roles');
	const quiet = await use(roles, 'quiet', ['22:00-07:00']);
	expect(embedOf(quiet).description).toContain('• Quiet hours: 22:00–07:00 (America/New\\_York)');
	const paused = await use(quiet, 'Pause');
	expect(embedOf(paused).description).toContain('• Paused: nothing is sent');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({
		kinds: ['LIVE', 'RESTOCK'],
		quiet: { from: '22:00', to: '07:00', zone: 'America/New_York' },
		paused: true,
	});
	await use(paused, 'Resume');
	expect(await optionsOf('Nike Shoes Active')).not.toHaveProperty('paused');
});

test('Pause and Resume are idempotent', async () => {
	const [link] = await links();
	const overviews = [await testServer.runCommand('links'), await testServer.runCommand('links')] as const;
	const panels = [
		await testServer.runCommand('edit', { link: link!.id }),
		await testServer.runCommand('edit', { link: link!.id }),
	] as const;
	for (const overview of overviews) await use(overview, '1. Pause');
	for (const panel of panels) await use(panel, 'Pause');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ paused: true });
	const resuming = [await testServer.runCommand('links'), await testServer.runCommand('links')] as const;
	for (const overview of resuming) await use(overview, '1. Resume');
	expect(await optionsOf('Nike Shoes Active')).not.toHaveProperty('paused');
});

test('a change that is saved before an outage is reported as made', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	testServer.setConnection('down', '/api/subscriptiontry');
	expect(embedOf(await use(panel, 'kinds', ['LIVE']))).toMatchObject({
		title: 'Dropwire is not responding',
		description: 'The change was made, but cannot be shown at the moment. Check it in a minute.',
	});
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ kinds: ['LIVE'] });
});

test('a change whose response is lost is reported as possibly made', async () => {
	const list = await testServer.runCommand('links');
	testServer.setConnection('responses lost', '/api/subscriptionedit');
	expect(embedOf(await use(list, '1. Pause'))).toMatchObject({
		title: 'Dropwire is not responding',
		description: 'Dropwire did not answer, so the change may or may not have been made. Check it in a minute.',
	});
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ paused: true });
	testServer.setConnection('open');
	await use(await testServer.runCommand('links'), '1. Resume');
});

test.each(['/api/subscription?', '/api/subscriptiontry'])(
	'a panel that cannot be shown because of %s reports that nothing was changed',
	async (call) => {
		const [link] = await links();
		testServer.setConnection('down', call);
		const { description } = embedOf(await testServer.runCommand('edit', { link: link!.id }));
		expect(description).toBe('Dropwire did not answer. Nothing was changed. Try again in a minute.');
	},
);

test('a menu that fails at its first read reports that nothing was changed', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	testServer.setConnection('down', '/api/subscription?');
	const { description } = embedOf(await use(panel, 'kinds', []));
	expect(description).toBe('Dropwire did not answer. Nothing was changed. Try again in a minute.');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ kinds: ['LIVE'] });
});

test('forms show current values; rejected input is explained and not saved', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	const form = await use(panel, 'Filters');
	expect(form.modal).toMatchObject({ title: 'Filters' });
	expect(JSON.stringify(form.modal)).toContain('"value":"jordan, dunk*"');
	const values = { include: '', exclude: 'kids\ntoddler', price: '50-120', discount: '' };
	const saved = await testServer.sandbox.control.submit({ interactionId: form.id, values });
	expect(embedOf(saved).description).toContain('• Excluded words: kids, toddler');
	const options = await optionsOf('Nike Shoes Active');
	expect(options).toMatchObject({ exclude: ['kids', 'toddler'], sizes: ['9'], minPrice: 50, maxPrice: 120 });
	expect(options).not.toHaveProperty('include');

	const second = await use(saved, 'Filters');
	const wrong = await testServer.sandbox.control.submit({ interactionId: second.id, values: { price: 'cheap' } });
	expect(embedOf(wrong)).toMatchObject({ title: 'Not done', description: expect.stringContaining('"cheap" is not') });
	const message = await use(wrong, 'Message');
	const zone = { quiet: '22:00-07:00 Mars/Base' };
	const rejected = await testServer.sandbox.control.submit({ interactionId: message.id, values: zone });
	expect(embedOf(rejected).description).toMatch(/time zone/);
	const named = await testServer.sandbox.control.submit({ interactionId: message.id, values: { name: 'here' } });
	expect(embedOf(named).description).toContain('must not be everyone or here, which Discord rejects');
	expect(await optionsOf('Nike Shoes Active')).toEqual(options);
});

test('long lists and entries with commas stay unless edited', async () => {
	const [link] = await links();
	const cleo = await testServer.signIn('cleo');
	const before = await optionsOf('Nike Shoes Active');
	const include = Array.from({ length: 50 }, (_, n) => `word ${n} `.padEnd(99, 'x'));
	await cleo.api.subscriptionEdit({ id: link!.id, options: { include, exclude: ['black, white'] } });
	const panel = await testServer.runCommand('edit', { link: link!.id });
	expect(embedOf(panel).description).toContain('This topic has had no events yet.');
	const form = await use(panel, 'Filters');
	await testServer.sandbox.control.submit({ interactionId: form.id, values: { discount: '10' } });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include, exclude: ['black, white'], minDiscount: 10 });
	const again = await use(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
	await testServer.sandbox.control.submit({ interactionId: again.id, values: { include: 'jordan', exclude: '' } });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include: ['jordan'], minDiscount: 10 });
	await cleo.api.subscriptionEdit({ id: link!.id, options: before ?? {} });
});

test('an outdated form changes nothing', async () => {
	const [link] = await links();
	const form = await use(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
	const cleo = await testServer.signIn('cleo');
	await cleo.api.subscriptionEdit({ id: link!.id, options: { include: ['dunk'] } });
	const late = await testServer.sandbox.control.submit({ interactionId: form.id, values: { include: 'jordan' } });
	expect(embedOf(late).description).toContain('Reload and try again');
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include: ['dunk'] });
});

test('/links tests, pauses, edits and removes a link by button; Undo restores its options', async () => {
	const list = await testServer.runCommand('links');
	expect(embedOf(list).description).toContain('1. **Nike Shoes Active** (US)');
	expect(embedOf(list).description).toContain('1 filter');
	const tested = await use(list, '1. Test');
	expect(embedOf(tested).description).toContain('**Test message sent**');
	const paused = await use(tested, '1. Pause');
	expect(embedOf(paused).description).toContain('**Paused**, no message yet');
	expect(embedOf(await use(paused, '1. Edit')).title).toBe('Nike Shoes Active (US)');
	const again = await testServer.runCommand('links');
	const removed = await use(again, '1. Unlink');
	expect(embedOf(removed).title).toBe('Unlinked');
	expect(await links()).toEqual([]);
	expect(embedOf(await use(removed, 'Undo')).title).toBe('Linked');
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include: ['dunk'], paused: true });
});

test('/links shows the last message of each link, and a failure of its channel', async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold' });
	const { knex } = testServer.db;
	const [first] = await links();
	const row = await knex('subscriptions').join('webhooks', 'webhooks.id', 'webhookId').first('webhookId', 'topicId');
	const at = Date.now() - 60_000;
	const [messageId] = await knex('messages').insert({
		kind: 'ANNOUNCEMENT',
		body: '{}',
		seenAt: at,
		queuedAt: at,
		expiresAt: at + 60_000,
	});
	const target = { webhookId: row.webhookId, topicId: row.topicId, guildId: GUILD, target: '…', variant: '' };
	const failed = { status: 'failed', reason: 'The thread is locked [160005]', attempts: 1 };
	await knex('deliveries').insert({ messageId, ...target, ...failed, queuedAt: at, notBefore: at });
	const bot = await testServer.bot();
	const ids = (await links()).map(({ id }) => id);
	const { data } = await bot.linkMessages({ guildId: GUILD, ids: ids.join(',') });
	expect(data).toEqual([
		{ id: first!.id, last: { status: 'failed', reason: 'The thread is locked [160005]', at } },
		{ id: ids[1], last: null },
	]);
	const { description } = embedOf(await testServer.runCommand('links'));
	expect(description).toMatch(/1\. .*\n\*\*Paused\*\*, last message \*\*failed\*\* <t:\d+:R>: The thread is locked/);
	expect(description).toMatch(/2\. \*\*Nike Shoes Hold\*\*.*\nOn, no message yet/);
});

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
	const topics = await use(await use(setup, 'regions', ['GB']), 'topics0', ['1']);
	expect(embedOf(await use(topics, 'Create links')).description).toContain(
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
	const form = await use(await testServer.runCommand('edit', { link: hp!.id }), 'Message');
	await control.submit({ interactionId: form.id, values: { post: '{sku}' } });
	const renamed = { ...options, thread: { ...options.thread, name: '{sku}' } };
	expect((await own())[1]!.options).toEqual(renamed);
	await control.deleteWebhook(hp!.webhookId);
	await expect.poll(async () => (await own())[1]!.health.active).toBe(false);
	expect((await link('HP Laptops')).title).toBe('Linked');
	expect((await own())[1]!.options).toEqual(renamed);
});

test('/setup links several topics of several regions, and reports those that were linked before', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const where = { as: 'ada', guildId, channelId: '300000000000000021' } as const;
	await testServer.runCommand('link', { region: 'FR', topic: 'Nike Shoes Hold' }, where);
	const empty = await testServer.runCommand('setup', {}, where);
	expect(buttonsOf(empty).find(({ label }) => label === 'Create links')).toMatchObject({ disabled: true });
	const regions = await use(empty, 'regions', ['US', 'FR']);
	const topics = await use(regions, 'topics0', ['0', '2', '10']);
	expect(embedOf(topics).description).toContain('5 links to create');
	const done = await use(topics, 'Create links');
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
	const regions = await use(await testServer.runCommand('setup', {}, where), 'regions', ['US', 'GB', 'JP', 'SG', 'AT']);
	const topics = await use(regions, 'topics0', ['0', '1', '2', '4', '5', '6']);
	await control.setLimits({ webhook: { limit: 5, windowMs: 2000 } });
	try {
		expect(embedOf(await use(topics, 'Create links')).description).toContain('gets 30 new topics');
	} finally {
		await control.setLimits({ webhook: null });
	}
});

test('/setup does not say that nothing was changed if the server fails after the first topic', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const where = { as: 'ada', guildId, channelId: '300000000000000021' } as const;
	const regions = await use(await testServer.runCommand('setup', {}, where), 'regions', ['GB']);
	const topics = await use(regions, 'topics0', ['0', '2']);
	testServer.setConnection('one response, then down', '/api/linkinsert');
	const { title, description } = embedOf(await use(topics, 'Create links'));
	expect(title).toBe('Some topics were not linked');
	expect(description).toContain('**Linked**\nNike Shoes Active: GB');
	expect(description).toContain(
		'Nike Shoes Hold: GB\nDropwire did not answer, so the change may or may not have been made.',
	);
	expect(description).not.toMatch(/Nothing was changed|cannot be shown/);
});

test("the form suggests the topic's sizes, and the panel names a size that none of its products has", async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Active' });
	const link = (await links()).find(({ toolsName }) => toolsName === 'Nike Shoes Active');
	const { knex } = testServer.db;
	const topic = await knex('topics').where({ region: 'US', toolsName: 'Nike Shoes Active' }).first('id');
	const sizes = ['M 9 / W 10.5', 'W 3.5 / M 2'].map((size) => ({ size, available: true }));
	const after = { title: 'Dunk Low', status: 'ACTIVE', available: true, sizes };
	const event = { source: 'NIKE', sku: 'AA1111-001', region: 'US', kind: 'RESTOCK', topicId: topic!.id } as const;
	await knex('events').insert({ ...event, after: JSON.stringify(after), at: Date.now() });
	const form = await use(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
	expect(JSON.stringify(form.modal)).toContain('"placeholder":"W 3.5, M 9"');
	const saved = await testServer.sandbox.control.submit({ interactionId: form.id, values: { sizes: '9, 14' } });
	expect(embedOf(saved).description).toContain('No product of the last 1 event has the size 14.');
});

test('a test message whose response is lost is reported as possibly sent', async () => {
	const [link] = await links();
	testServer.setConnection('responses lost', '/api/linktest');
	const { description } = embedOf(await testServer.runCommand('test', { link: link!.id }));
	expect(description).toContain('the change may or may not have been made');
});

test('/links shows that a test message waits for Discord, above the links', async () => {
	const [link] = await links();
	const fault = { limited: { retryAfter: 20, scope: 'user' } } as const;
	await testServer.sandbox.control.failDiscord({ webhookId: link!.webhookId, times: 1, fault });
	const { description } = embedOf(await use(await testServer.runCommand('links'), '1. Test'));
	expect(description).toMatch(/^\*\*Test message queued\*\*: .*\n(.*\n)*1\. \*\*Nike Shoes Active\*\*/);
});
