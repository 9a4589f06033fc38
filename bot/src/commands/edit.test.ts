import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterEach(() => testServer.setConnection('open'));
afterAll(() => testServer.close());

/** The role that Discord has created for the bot; the sandbox has no other. */
const ROLE = `5${GUILD.slice(1)}`;

const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;
const optionsOf = async (toolsName: string) => (await links()).find((link) => link.toolsName === toolsName)?.options;

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

	const [menu] = (panel.message!.components as { components: { options: { value: string }[] }[] }[])[0]!.components;
	const possible = ['SHOCK_DROP', 'LIVE', 'NEW', 'STATUS', 'RESTOCK', 'PRICE', 'STOCK'];
	expect(menu!.options.map(({ value }) => value)).toEqual(possible);

	const kinds = await testServer.press(panel, 'kinds', ['RESTOCK', 'LIVE']);
	expect(embedOf(kinds).description).toContain('• Kinds: Live, Restock');
	const roles = await testServer.press(kinds, 'roles', []);
	expect(embedOf(roles).description).not.toContain('Mentioned roles');
	const quiet = await testServer.press(roles, 'quiet', ['22:00-07:00']);
	expect(embedOf(quiet).description).toContain('• Quiet hours: 22:00–07:00 (America/New\\_York)');
	const paused = await testServer.press(quiet, 'Pause');
	expect(embedOf(paused).description).toContain('• Paused: nothing is sent');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({
		kinds: ['LIVE', 'RESTOCK'],
		quiet: { from: '22:00', to: '07:00', zone: 'America/New_York' },
		paused: true,
	});
	await testServer.press(paused, 'Resume');
	expect(await optionsOf('Nike Shoes Active')).not.toHaveProperty('paused');
});

test('Pause and Resume are idempotent', async () => {
	const [link] = await links();
	const overviews = [await testServer.runCommand('links'), await testServer.runCommand('links')] as const;
	const panels = [
		await testServer.runCommand('edit', { link: link!.id }),
		await testServer.runCommand('edit', { link: link!.id }),
	] as const;
	for (const overview of overviews) await testServer.press(overview, '1. Pause');
	for (const panel of panels) await testServer.press(panel, 'Pause');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ paused: true });
	const resuming = [await testServer.runCommand('links'), await testServer.runCommand('links')] as const;
	for (const overview of resuming) await testServer.press(overview, '1. Resume');
	expect(await optionsOf('Nike Shoes Active')).not.toHaveProperty('paused');
});

test('a change that is saved before an outage is reported as made', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	testServer.setConnection('down', '/api/subscriptiontry');
	expect(embedOf(await testServer.press(panel, 'kinds', ['LIVE']))).toMatchObject({
		title: 'Dropwire is not responding',
		description: 'The change was made, but cannot be shown at the moment. Check it in a minute.',
	});
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ kinds: ['LIVE'] });
});

test('a change whose response is lost is reported as possibly made', async () => {
	const list = await testServer.runCommand('links');
	testServer.setConnection('responses lost', '/api/subscriptionedit');
	expect(embedOf(await testServer.press(list, '1. Pause'))).toMatchObject({
		title: 'Dropwire is not responding',
		description: 'Dropwire did not answer, so the change may or may not have been made. Check it in a minute.',
	});
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ paused: true });
	testServer.setConnection('open');
	await testServer.press(await testServer.runCommand('links'), '1. Resume');
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
	const { description } = embedOf(await testServer.press(panel, 'kinds', []));
	expect(description).toBe('Dropwire did not answer. Nothing was changed. Try again in a minute.');
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ kinds: ['LIVE'] });
});

test('forms show current values; rejected input is explained and not saved', async () => {
	const [link] = await links();
	const panel = await testServer.runCommand('edit', { link: link!.id });
	const form = await testServer.press(panel, 'Filters');
	expect(form.modal).toMatchObject({ title: 'Filters' });
	expect(JSON.stringify(form.modal)).toContain('"value":"jordan, dunk*"');
	const values = { include: '', exclude: 'kids\ntoddler', price: '50-120', discount: '' };
	const saved = await testServer.sandbox.control.submit({ interactionId: form.id, values });
	expect(embedOf(saved).description).toContain('• Excluded words: kids, toddler');
	const options = await optionsOf('Nike Shoes Active');
	expect(options).toMatchObject({ exclude: ['kids', 'toddler'], sizes: ['9'], minPrice: 50, maxPrice: 120 });
	expect(options).not.toHaveProperty('include');

	const second = await testServer.press(saved, 'Filters');
	const wrong = await testServer.sandbox.control.submit({ interactionId: second.id, values: { price: 'cheap' } });
	expect(embedOf(wrong)).toMatchObject({ title: 'Not done', description: expect.stringContaining('"cheap" is not') });
	const message = await testServer.press(wrong, 'Message');
	const zone = { quiet: '22:00-07:00 Mars/Base' };
	const rejected = await testServer.sandbox.control.submit({ interactionId: message.id, values: zone });
	expect(embedOf(rejected).description).toMatch(/time zone/);
	const named = await testServer.sandbox.control.submit({ interactionId: message.id, values: { name: 'here' } });
	expect(embedOf(named).description).toContain('must not be everyone or here, which Discord rejects');
	expect(await optionsOf('Nike Shoes Active')).toEqual(options);
});

test('a price of the form can have separators of thousands and a decimal comma, and stays unless edited', async () => {
	const [link] = await links();
	const cleo = await testServer.signIn('cleo');
	const before = await optionsOf('Nike Shoes Active');
	const submit = async (values: Record<string, string>) => {
		const form = await testServer.press(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
		return testServer.sandbox.control.submit({ interactionId: form.id, values });
	};
	await submit({ price: '1.200 - 1.500,50' });
	expect(await optionsOf('Nike Shoes Active')).toMatchObject({ minPrice: 1200, maxPrice: 1500.5 });
	const wrong = await submit({ price: '1,2,3-' });
	expect(embedOf(wrong).description).toContain('"1,2,3-" is not');
	await cleo.api.subscriptionEdit({ id: link!.id, options: { maxPrice: 1.125 } });
	await submit({ discount: '20' });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ maxPrice: 1.125, minDiscount: 20 });
	await submit({ price: '' });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ minDiscount: 20 });
	await cleo.api.subscriptionEdit({ id: link!.id, options: before ?? {} });
});

test('long lists and entries with commas stay unless edited', async () => {
	const [link] = await links();
	const cleo = await testServer.signIn('cleo');
	const before = await optionsOf('Nike Shoes Active');
	const include = Array.from({ length: 50 }, (_, n) => `word ${n} `.padEnd(99, 'x'));
	await cleo.api.subscriptionEdit({ id: link!.id, options: { include, exclude: ['black, white'] } });
	const panel = await testServer.runCommand('edit', { link: link!.id });
	expect(embedOf(panel).description).toContain('This topic has had no events yet.');
	const form = await testServer.press(panel, 'Filters');
	await testServer.sandbox.control.submit({ interactionId: form.id, values: { discount: '10' } });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include, exclude: ['black, white'], minDiscount: 10 });
	const again = await testServer.press(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
	await testServer.sandbox.control.submit({ interactionId: again.id, values: { include: 'jordan', exclude: '' } });
	expect(await optionsOf('Nike Shoes Active')).toEqual({ include: ['jordan'], minDiscount: 10 });
	await cleo.api.subscriptionEdit({ id: link!.id, options: before ?? {} });
});

test('an outdated form changes nothing', async () => {
	const [link] = await links();
	const form = await testServer.press(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
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
	const tested = await testServer.press(list, '1. Test');
	expect(embedOf(tested).description).toContain('**Test message sent**');
	const paused = await testServer.press(tested, '1. Pause');
	expect(embedOf(paused).description).toContain('**Paused**, no message yet');
	expect(embedOf(await testServer.press(paused, '1. Edit')).title).toBe('Nike Shoes Active (US)');
	const again = await testServer.runCommand('links');
	const removed = await testServer.press(again, '1. Unlink');
	expect(embedOf(removed).title).toBe('Unlinked');
	expect(await links()).toEqual([]);
	expect(embedOf(await testServer.press(removed, 'Undo')).title).toBe('Linked');
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

test("the form suggests the topic's sizes, and the panel names a size that none of its products has", async () => {
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Active' });
	const link = (await links()).find(({ toolsName }) => toolsName === 'Nike Shoes Active');
	const { knex } = testServer.db;
	const topic = await knex('topics').where({ region: 'US', toolsName: 'Nike Shoes Active' }).first('id');
	const sizes = ['M 9 / W 10.5', 'W 3.5 / M 2'].map((size) => ({ size, available: true }));
	const after = { title: 'Dunk Low', status: 'ACTIVE', available: true, sizes };
	const event = { source: 'NIKE', sku: 'AA1111-001', region: 'US', kind: 'RESTOCK', topicId: topic!.id } as const;
	await knex('events').insert({ ...event, after: JSON.stringify(after), at: Date.now() });
	const form = await testServer.press(await testServer.runCommand('edit', { link: link!.id }), 'Filters');
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
	const { description } = embedOf(await testServer.press(await testServer.runCommand('links'), '1. Test'));
	expect(description).toMatch(/^\*\*Test message queued\*\*: .*\n(.*\n)*1\. \*\*Nike Shoes Active\*\*/);
});
