import { AuditRow } from '@dropwire/db';
import { type DiscordFault, SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import type { SetupChange } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { finishDeletions } from './webhookDeletions.testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterEach(async () => {
	await testServer.sandbox.control.healDiscord();
	const { data } = await links();
	if (data.length > 0) await setup(data.map(({ id }) => ({ action: 'REMOVE' as const, id })));
	await finishDeletions(testServer);
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** `nike-jp` and `general` of Sole Searchers. */
const [JP, GENERAL] = ['300000000000000013', '300000000000000014'];
/** `nike-us-hold` of Sole Searchers. */
const US_HOLD = '300000000000000012';
const MANAGE_WEBHOOKS = String(1 << 29);
const NAME = 'Nike Shoes Active';
const links = () => cleo.api.linkList({ guildId });
const setup = (changes: SetupChange[], more: { dryRun?: boolean; planId?: string } = {}) =>
	cleo.api.serverSetup({ guildId, changes, ...more });
const add = (
	region: 'US' | 'JP' | 'GB' | 'FR',
	target: Pick<Extract<SetupChange, { action: 'ADD' }>, 'channelId' | 'webHook' | 'sameAs' | 'options'>,
): SetupChange => ({
	action: 'ADD',
	region,
	toolsName: NAME,
	...target,
});
const ours = async () =>
	(await testServer.sandbox.control.webhooks()).filter(({ applicationId }) => applicationId === SANDBOX_APP.clientId);

test('the channels of a server come with the permissions that the bot lacks, and the link that adds the bot', async () => {
	await testServer.sandbox.control.setBotPermissions(guildId, { channelId: GENERAL, deny: MANAGE_WEBHOOKS });
	const { data } = await cleo.api.discordChannels({ guildId });
	expect(data).toMatchObject({ bot: 'present', inviteUrl: expect.stringContaining(`guild_id=${guildId}`) });
	expect(data.channels.map(({ name, missing }) => [name, ...missing])).toEqual([
		['nike-us-active'],
		['nike-us-hold'],
		['nike-jp'],
		['general', 'Manage Webhooks'],
	]);
});

test('channels come in the order of Discord, with their categories', async () => {
	const { control } = testServer.sandbox;
	const [made] = await control.addGuilds({ count: 1, channels: 0, roles: 0 });
	const server = made!.id;
	const create = async (name: string, position: number, more: { type?: number; categoryId?: string } = {}) =>
		(await control.createChannel(server, { name, position, ...more })).id;
	const late = await create('Archive', 2, { type: 4 });
	const early = await create('Drops', 1, { type: 4 });
	await create('old', 0, { categoryId: late });
	await create('nike-jp', 4, { categoryId: early });
	await create('nike-us', 3, { categoryId: early });
	await create('rules', 9);
	await create('same-place', 3, { categoryId: early });
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.discordChannels({ guildId: server });
	expect(data.channels.map(({ name, category }) => [category, name])).toEqual([
		[null, 'rules'],
		['Drops', 'nike-us'],
		['Drops', 'same-place'],
		['Drops', 'nike-jp'],
		['Archive', 'old'],
	]);
});

test('one step links a topic in several regions: previewed first, with one webhook and an audit row per link', async () => {
	const changes = [add('US', { channelId: JP }), add('JP', { channelId: JP }), add('GB', { channelId: JP })];
	const before = (await ours()).length;
	const preview = await setup(changes, { dryRun: true });
	expect(preview.applied).toBe(false);
	expect(preview.data.map(({ outcome, target }) => `${outcome} ${target}`)).toEqual(Array(3).fill('added #nike-jp'));
	expect([(await links()).data.length, (await ours()).length]).toEqual([0, before]);

	expect(await setup(changes, { planId: preview.planId })).toMatchObject({ applied: true, planId: preview.planId });
	const { data } = await links();
	expect(data.map(({ region, channelName, byBot }) => [region, channelName, byBot])).toEqual(
		['US', 'JP', 'GB'].map((region) => [region, 'nike-jp', true]),
	);
	expect(await ours()).toHaveLength(before + 1);
	const rows = await AuditRow.query(testServer.db.knex).where({ action: 'serverSetup', guildId });
	expect(rows).toHaveLength(3);

	// The same plan is no longer possible, and a second time changes nothing.
	await expect(setup(changes, { planId: preview.planId })).rejects.toMatchObject({ status: 409 });
	expect((await setup(changes)).data.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
	// The webhook and the options of one link are copied to another region.
	await cleo.api.subscriptionEdit({ id: data[0]!.id, options: { include: ['dunk'] } });
	await setup([add('FR', { sameAs: data[0]!.id })]);
	const copy = (await links()).data.find(({ region }) => region === 'FR');
	expect(copy).toMatchObject({ webhookId: data[0]!.webhookId, options: { include: ['dunk'] }, channelName: 'nike-jp' });
	// Of the kinds, those that the other topic can get.
	await cleo.api.subscriptionEdit({ id: data[0]!.id, options: { kinds: ['LIVE', 'PRICE'] } });
	await setup([{ action: 'ADD', region: 'US', toolsName: 'Nike Shoes Discount', sameAs: data[0]!.id }]);
	const discount = (await links()).data.find(({ toolsName }) => toolsName === 'Nike Shoes Discount');
	expect(discount?.options).toEqual({ kinds: ['PRICE'] });
});

test('the ids of the added links undo an addition once', async () => {
	await setup([add('US', { channelId: US_HOLD })]);
	const preview = await setup([add('US', { channelId: US_HOLD }), add('JP', { channelId: US_HOLD })], { dryRun: true });
	expect(preview.added).toEqual([]);
	const { added } = await setup([add('US', { channelId: US_HOLD }), add('JP', { channelId: US_HOLD })]);
	expect(added).toEqual((await links()).data.filter(({ region }) => region === 'JP').map(({ id }) => id));
	const undo = added.map((id) => ({ action: 'REMOVE' as const, id }));
	await setup(undo);
	expect((await links()).data.map(({ region }) => region)).toEqual(['US']);
	await expect(setup(undo)).rejects.toMatchObject({ status: 400 });
});

test.each([
	['does not know by its token', (id: string) => `read ${id}`],
	['rejects messages for', (id: string) => id],
])('a webhook that Discord lists but %s is replaced', async (_, faultOf) => {
	await setup([add('US', { channelId: JP })]);
	const [bad] = (await links()).data;
	const fault = { status: 404, body: { message: 'Unknown Webhook', code: 10_015 } };
	await testServer.sandbox.control.failDiscord({ webhookId: faultOf(bad!.webhookId), times: 'forever', fault });
	// Discord rejects it, which switches the webhook off: the setup below is about that.
	await cleo.api.webhookTest({ id: bad!.id }).catch(() => {});
	await setup([add('JP', { channelId: JP })]);
	const made = (await links()).data.find(({ region }) => region === 'JP');
	expect(made).toMatchObject({ health: { active: true } });
	expect(made?.webhookId).not.toBe(bad!.webhookId);
	expect((await ours()).map(({ id }) => id)).not.toContain(bad!.webhookId);
});

test('one refused change refuses all of them, names the missing permission, and leaves no webhook behind', async () => {
	await testServer.sandbox.control.setBotPermissions(guildId, { channelId: GENERAL, deny: MANAGE_WEBHOOKS });
	// Those of earlier tests may be deleted in this time.
	const before = (await ours()).map(({ id }) => id);
	const changes = [add('US', { channelId: JP }), add('JP', { channelId: GENERAL })];
	const preview = await setup(changes, { dryRun: true });
	expect(preview.data.map(({ outcome }) => outcome)).toEqual(['added', 'refused']);
	expect(preview.data[1]!.problem).toMatch(/^The bot needs Manage Webhooks in #general\. In Discord open/);
	await expect(setup(changes)).rejects.toMatchObject({
		status: 400,
		fields: { 'changes.1': expect.stringContaining('Manage Webhooks') },
	});
	const made = (await ours()).filter(({ id }) => !before.includes(id));
	expect([(await links()).data, made]).toEqual([[], []]);
});

test('a channel that is deleted after the channels were read is named, and not listed any more', async () => {
	const { control } = testServer.sandbox;
	const { id } = await control.createChannel(guildId, { name: 'short-lived' });
	await expect
		.poll(async () => (await cleo.api.discordChannels({ guildId })).data.channels.at(-1))
		.toMatchObject({ id });
	await control.deleteChannel(id);
	const text = '#short-lived was deleted in Discord. Choose another channel.';
	await expect(setup([add('US', { channelId: id })])).rejects.toMatchObject({ status: 400, message: text });
	expect((await cleo.api.discordChannels({ guildId })).data.channels.map((channel) => channel.id)).not.toContain(id);
	const { id: linked } = await control.createChannel(guildId, { name: 'linked' });
	await expect
		.poll(async () => (await cleo.api.discordChannels({ guildId })).data.channels.at(-1))
		.toMatchObject({ id: linked });
	await setup([add('US', { channelId: linked })]);
	await control.deleteChannel(linked);
	await expect
		.poll(() => setup([add('JP', { channelId: linked })]).catch((error: unknown) => error))
		.toMatchObject({ message: '#linked does not exist in this server, or cannot have webhooks.' });
});

test('checks pasted webhooks at Discord and repairs a webhook that is off', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: JP });
	await setup([add('US', { webHook: webhook!.url }), add('GB', { webHook: webhook!.url })]);
	const pasted = { channelName: 'nike-jp', webhookId: webhook!.id, byBot: false };
	expect((await links()).data).toMatchObject([pasted, pasted]);
	await testServer.sandbox.control.deleteWebhook(webhook!.id);
	await expect(setup([add('JP', { webHook: webhook!.url })])).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining('rejected by Discord'),
	});
	await testServer.db.knex('webhooks').update({ active: false, offReason: 'gone' });
	const states = async () => (await cleo.api.guildStates()).data.find((one) => one.guildId === guildId);
	expect(await states()).toMatchObject({ topics: 2, links: 2, webhooks: 1, off: 1 });
	const repaired = await setup([add('US', { channelId: JP }), add('GB', { channelId: JP })]);
	expect(repaired.data.map(({ outcome }) => outcome)).toEqual(['repaired', 'repaired']);
	expect(await states()).toMatchObject({ links: 2, webhooks: 1, off: 0 });
});

test('a link that is repaired gets the options that are named and keeps its others', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: JP });
	await setup([add('US', { webHook: webhook!.url }), add('GB', { webHook: webhook!.url })]);
	const [us, gb] = (await links()).data;
	const old = { exclude: ['kids'], include: ['dunk'], minPrice: 100 };
	await cleo.api.subscriptionEdit({ id: us!.id, options: old });
	await cleo.api.subscriptionEdit({ id: gb!.id, options: old });
	await testServer.sandbox.control.deleteWebhook(webhook!.id);
	await testServer.db.knex('webhooks').update({ active: false, offReason: 'gone' });
	const changes: SetupChange[] = [
		add('US', { channelId: JP, options: { include: ['jordan'], maxPrice: 90 } }),
		add('GB', { channelId: JP }),
	];
	const { planId } = await setup(changes, { dryRun: true });
	expect((await setup(changes, { planId })).data.map(({ outcome }) => outcome)).toEqual(['repaired', 'repaired']);
	const repaired = (await links()).data;
	expect(repaired.map(({ id, options }) => [id, options])).toEqual([
		[us!.id, { exclude: ['kids'], include: ['jordan'], maxPrice: 90 }],
		[gb!.id, old],
	]);
	const versions = testServer.db.knex('subscriptions').whereIn('id', [us!.id, gb!.id]).orderBy('id').pluck('version');
	expect(await versions).toEqual([3, 2]);
});

test('the options of another link are those of a new link, not of one that is repaired', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: JP });
	await setup([add('US', { webHook: webhook!.url })]);
	const own = { include: ['dunk'] };
	const [us] = (await links()).data;
	await cleo.api.subscriptionEdit({ id: us!.id, options: own });
	await testServer.sandbox.control.deleteWebhook(webhook!.id);
	await testServer.db.knex('webhooks').update({ active: false, offReason: 'gone' });
	const copied = { include: ['jordan'], exclude: ['kids'] };
	await setup([add('GB', { channelId: JP, options: copied })]);
	const gb = (await links()).data.find(({ region }) => region === 'GB');
	const changes = [add('US', { sameAs: gb!.id }), add('FR', { sameAs: gb!.id })];
	expect((await setup(changes)).data.map(({ outcome }) => outcome)).toEqual(['repaired', 'added']);
	const options = (await links()).data.map((link) => [link.region, link.options] as const);
	expect(Object.fromEntries(options)).toEqual({ US: own, GB: copied, FR: copied });
	expect(await testServer.db.knex('subscriptions').where('id', us!.id).pluck('version')).toEqual([2]);
});

test('a link posts to the thread of its options, with a pasted webhook and with that of another link', async () => {
	const [first, second] = ['910000000000000001', '910000000000000002'] as const;
	const inThread = (change: SetupChange, id: string) => ({ ...change, options: { thread: { id } } });
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: JP });
	await setup([inThread(add('US', { webHook: webhook!.url }), first)]);
	const { data } = await links();
	await setup([inThread(add('JP', { sameAs: data[0]!.id }), second)]);
	expect((await links()).data.map(({ region, options }) => [region, options.thread])).toEqual([
		['US', { id: first }],
		['JP', { id: second }],
	]);
	await expect(
		setup([inThread(add('GB', { webHook: `${webhook!.url}?thread_id=${first}` }), second)]),
	).rejects.toMatchObject({ status: 400, message: expect.stringContaining(`the one of the webhook URL, ${first}`) });
});

test("linking the bot's webhook by URL keeps it the bot's", async () => {
	await setup([add('US', { channelId: JP })]);
	const webhook = (await ours()).find(({ channelId }) => channelId === JP);
	await setup([add('GB', { webHook: webhook!.url })]);
	expect((await links()).data.map(({ byBot }) => byBot)).toEqual([true, true]);
});

test.each<[string, DiscordFault]>([
	['a page', { page: 200 }],
	['a server without roles', { status: 200, body: { id: '1', name: 'One' } }],
])("%s in place of Discord's answer is reported as unreadable", async (_, fault) => {
	const { control } = testServer.sandbox;
	await control.failDiscord({ webhookId: 'bot GET', times: 'forever', fault });
	await expect
		.poll(() => cleo.api.discordChannels({ guildId }).catch((error: unknown) => error))
		.toMatchObject({
			status: 502,
			message: "Discord answered, but the server's channels and webhooks could not be read. Try again in a moment.",
		});
	await control.healDiscord();
});

test('a server without the bot is reported, and joins the states once the bot reports it', async () => {
	const bot = await testServer.bot();
	await bot.botGuilds({ shard: 0, shards: 1, guilds: [{ guildId: SANDBOX_GUILDS.restockRadar.id }] });
	const present = async () => {
		const { data, inviteUrl } = await cleo.api.guildStates();
		expect(inviteUrl).toContain('permissions=17936320318464');
		return data.map((state) => state.bot);
	};
	expect(await present()).toEqual([false, true]);
	await bot.botGuild({ guildId, name: 'Sole Searchers', present: true });
	expect(await present()).toEqual([true, true]);
	await bot.botGuild({ guildId, name: 'Sole Searchers', present: false });
	expect(await present()).toEqual([false, true]);
	// Discord is not asked about it.
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot', times: 'forever', fault: { status: 500 } });
	expect((await cleo.api.discordChannels({ guildId })).data.bot).toBe('absent');
	await bot.botGuild({ guildId, name: 'Sole Searchers', present: true });
});

test('500 links of a server are read, planned and listed in as many statements as one', async () => {
	// Its statements would be counted, too.
	await testServer.engine.stop();
	const count = async (work: () => Promise<unknown>) => {
		let counted = 0;
		const record = () => (counted += 1);
		testServer.db.knex.on('query', record);
		await work();
		testServer.db.knex.off('query', record);
		return counted;
	};
	// The server has statements of its own now and then; the fewest of three counts are those of the call.
	const statements = async (work: () => Promise<unknown>) =>
		Math.min(await count(work), await count(work), await count(work));
	const reads = async () => [
		await statements(() => cleo.api.guildStates()),
		await statements(() => links()),
		await statements(() => setup([add('US', { channelId: JP })], { dryRun: true })),
	];
	await setup([add('US', { channelId: JP })]);
	const one = await reads();
	const { knex } = testServer.db;
	const channel = await knex('guild_channels').where({ guildId }).first('id');
	const numbers = Array.from({ length: 499 }, (_, n) => n);
	for (const some of [numbers.slice(0, 250), numbers.slice(250)]) {
		const rows = some.map((n) => ({
			discordId: String(700_000_000_000_000_000n + BigInt(n)),
			urlHash: `hash ${n}`,
			urlSealed: 'x',
			createdAt: 1,
		}));
		await knex('webhooks').insert(rows);
		const ids = await knex('webhooks')
			.whereIn(
				'urlHash',
				rows.map(({ urlHash }) => urlHash),
			)
			.pluck('id');
		await knex('subscriptions').insert(
			ids.map((webhookId: number) => ({
				webhookId,
				list: `channel:${channel!.id}`,
				guildChannelId: channel!.id,
				createdAt: 1,
			})),
		);
	}
	expect((await links()).data).toHaveLength(500);
	expect(await reads()).toEqual(one);
});
