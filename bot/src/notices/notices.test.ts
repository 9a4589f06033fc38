import { BotNotice } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { translateTo } from '../texts/translate.ts';
import { type BotTestServer, embedOf, GUILD, openBotTestServer } from '../testing.ts';
import { noticeText } from './noticeText.ts';

const DAY = 86_400_000;
const CHANNELS = { active: '300000000000000011', hold: '300000000000000012' };
const { cleo, mia } = SANDBOX_USERS;

let testServer: BotTestServer;
let ada: Awaited<ReturnType<BotTestServer['signIn']>>;
beforeAll(async () => {
	testServer = await openBotTestServer({}, { noticesEveryMs: 50 });
	ada = await testServer.signIn('ada');
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops', channel: CHANNELS.active });
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
});
afterAll(() => testServer.close());
beforeEach(async () => {
	await testServer.db.knex('bot_notices').delete();
	await testServer.sandbox.control.reset();
});

const control = () => testServer.sandbox.control;
const titles = async (channelId: string) =>
	(await control().messages({ channelId })).map(
		({ body }) => (body as { embeds?: { title: string }[] }).embeds?.[0]?.title,
	);
const states = async () =>
	(await BotNotice.query(testServer.db.knex).orderBy('id')).map(({ kind, status }) => `${kind} ${status}`);
/** Makes waiting notices due. */
const hurry = async () => testServer.db.knex('bot_notices').where({ status: 'pending' }).update({ notBefore: 0 });
const expire = () => ada.api.userEdit({ discordId: cleo.id, plan: 'Pro', expiresAt: Date.now() - DAY });
const extend = () => ada.api.userEdit({ discordId: cleo.id, expiresAt: null });

test('while Discord lets the bot open no direct messages, their notices wait', async () => {
	await control().quarantine(true);
	await expire();
	const pause = () => testServer.db.knex('direct_messages').first('reason');
	await expect.poll(pause).toMatchObject({ reason: expect.stringContaining('20026') });
	expect(await states()).toEqual(['expired pending']);
	expect(await titles(CHANNELS.active)).toEqual([]);
	await control().quarantine(false);
	await testServer.db.knex('direct_messages').update({ pausedUntil: 0 });
	const { channelId } = await control().directMessages({ user: 'cleo', open: true });
	await expect.poll(async () => (await hurry(), titles(channelId))).toEqual(['Your Dropwire access has expired']);
	await extend();
});

test('a client whose access has expired gets one direct message', async () => {
	const { channelId } = await control().directMessages({ user: 'cleo', open: true });
	await expire();
	await expect.poll(states).toEqual(['expired sent']);
	const [message] = await control().messages({ channelId });
	expect(message!.body).toMatchObject({
		embeds: [
			{
				title: 'Your Dropwire access has expired',
				description: expect.stringMatching(
					/^Your access expired on <t:\d+:f>\. .*\n\nPlan: \*\*Pro\*\*\n\nTo extend it/,
				),
			},
		],
		allowed_mentions: { parse: [], users: [cleo.id] },
	});
	await extend();
});

test('if Discord refuses the direct message, it goes to a channel with a link, with a mention', async () => {
	await control().directMessages({ user: 'cleo', open: false });
	// Cleo has never signed in, so the language is that of a server of theirs.
	await control().setLocale({ guildId: GUILD, locale: 'fr' });
	await expire();
	await expect.poll(states).toEqual(['expired sent']);
	const [message] = await control().messages({ channelId: CHANNELS.active });
	expect(message!.body).toMatchObject({
		content: `<@${cleo.id}>`,
		embeds: [{ title: 'Votre accès à Dropwire a expiré' }],
	});
	await control().setLocale({ guildId: GUILD, locale: 'en-US' });
	await extend();
});

test('an unreachable person sees the notice in the dashboard only', async () => {
	await control().setLocale({ user: 'mia', locale: 'ja' });
	const person = await testServer.signIn('mia');
	const { channelId } = await control().directMessages({ user: 'mia', open: false });
	await person.api.accessRequestCreate({ note: 'Please' });
	await ada.api.accessRequestDecline({ discordId: mia.id, reason: 'No *proof*' });
	await expect.poll(states).toEqual(['declined undeliverable']);
	expect(await titles(channelId)).toEqual([]);
	await control().directMessages({ user: 'mia', open: true });
	await person.api.accessRequestCreate({ note: 'Please' });
	await ada.api.accessRequestApprove({ discordId: mia.id, plan: 'Pro' });
	await expect.poll(() => titles(channelId)).toEqual(['Dropwire を利用できるようになりました']);
});

test('a notice is written once although its outcome is lost', async () => {
	const { channelId } = await control().directMessages({ user: 'cleo', open: true });
	testServer.setConnection('one response lost', '/api/bot/notices/done');
	await expire();
	await expect.poll(() => titles(channelId)).toEqual(['Your Dropwire access has expired']);
	await expect.poll(states).toEqual(['expired sent']);
	// As after a bot that was killed between Discord's answer and its report: the lease ends, and it is written again.
	await testServer.db.knex('bot_notices').update({ status: 'pending', lease: null, notBefore: 0 });
	await expect.poll(async () => (await BotNotice.query(testServer.db.knex).first())?.attempts).toBe(2);
	await expect.poll(states).toEqual(['expired sent']);
	expect(await titles(channelId)).toHaveLength(1);
	await extend();
});

test('links that fail together make one notice in a working channel', async () => {
	const webhooks = await control().webhooks();
	const ours = webhooks.find(({ channelId, applicationId }) => channelId === CHANNELS.hold && applicationId);
	await control().deleteWebhook(ours!.id);
	await expect.poll(states).toEqual(['link pending']);
	await control().setLocale({ guildId: GUILD, locale: 'de' });
	await hurry();
	await expect.poll(() => titles(CHANNELS.active)).toEqual(['1 Verknüpfung von Dropwire funktioniert nicht mehr']);
	const [message] = await control().messages({ channelId: CHANNELS.active });
	expect((message!.body as { embeds: { description: string }[] }).embeds[0]!.description).toMatch(
		/^\*\*Nike Shoes Hold \(US\)\*\* → #nike\\-us\\-hold: Der Webhook wurde in Discord gelöscht\n\nSie bekommt keine Nachrichten\. .*\n`\/hinweise verknüpfungen:aus` schaltet/,
	);
	await control().setLocale({ guildId: GUILD, locale: 'en-US' });
	await expect.poll(states).toEqual(['link sent']);
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
});

test('an undeliverable notice is shown to the server and operators', async () => {
	const ours = (await control().webhooks()).find(
		({ channelId, applicationId }) => channelId === CHANNELS.hold && applicationId,
	);
	await control().failDiscord({
		webhookId: 'bot POST',
		times: 'forever',
		fault: { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
	});
	await control().deleteWebhook(ours!.id);
	await expect.poll(states).toEqual(['link pending']);
	await hurry();
	await expect.poll(states).toEqual(['link undeliverable']);
	await control().healDiscord();
	const text =
		/^Links stopped working <t:\d+:R>, but the bot could not post a notice in any channel: .+\. Allow it \*\*Send/m;
	for (const command of ['links', 'status', 'notices']) {
		expect(embedOf(await testServer.runCommand(command)).description).toMatch(text);
	}
	expect((await ada.api.overview()).data.undelivered).toMatchObject([{ guildId: GUILD, name: 'Sole Searchers' }]);
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
	expect((await ada.api.overview()).data.undelivered).toEqual([]);
});

test('repaired links and servers without notices get none', async () => {
	const kill = async () => {
		const found = (await control().webhooks()).find(
			({ channelId, applicationId }) => channelId === CHANNELS.hold && applicationId,
		);
		await control().deleteWebhook(found!.id);
	};
	await kill();
	await expect.poll(states).toEqual(['link pending']);
	await testServer.runCommand('link', { region: 'US', topic: 'Nike Shoes Hold', channel: CHANNELS.hold });
	await hurry();
	await expect.poll(states).toEqual(['link obsolete']);

	await testServer.db.knex('bot_notices').delete();
	const answer = embedOf(await testServer.runCommand('notices', { links: 'off' }));
	expect(answer.description).toContain('**Links: off.**');
	await kill();
	await expect.poll(states).toEqual(['link pending']);
	await hurry();
	await expect.poll(states).toEqual(['link obsolete']);
	expect(await titles(CHANNELS.active)).toEqual([]);
	expect((await (await testServer.bot()).guildSettings({ guildId: GUILD })).data.linkNotices).toBe(false);
});

test('an unexpected answer of the server is logged, and the bot continues', async () => {
	testServer.setConnection('unexpected', '/api/bot');
	const lost = testServer.lostCalls();
	await control().addBot(GUILD);
	await control().setLocale({ guildId: GUILD, locale: 'en-US' });
	await expect.poll(() => testServer.lostCalls() - lost).toBeGreaterThan(3);
	testServer.setConnection('open');
	const { channelId } = await control().directMessages({ user: 'cleo', open: true });
	await expire();
	await expect.poll(() => titles(channelId)).toEqual(['Your Dropwire access has expired']);
	await extend();
});

test('the end of one of several plans says that access goes on', () => {
	const terms = { plan: 'Pro', expiresAt: 1_800_000_000_000, keepsAccess: true, contact: [] };
	const said = (kind: 'expiring' | 'expired') => noticeText(translateTo('en', new Map()), { kind, ...terms });
	expect(said('expiring')).toMatchObject({
		title: 'One of your Dropwire plans ends soon',
		description: expect.stringContaining('Your access goes on'),
	});
	expect(said('expired')).toMatchObject({
		title: 'One of your Dropwire plans has ended',
		description: expect.stringContaining('Your access goes on'),
	});
});
