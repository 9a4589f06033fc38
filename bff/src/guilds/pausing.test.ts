import { contract, createClient } from '@dropwire/contract';
import { AuditRow, Guild, GuildManager, User, Webhook } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleExpiries } from '../access/expiry.ts';
import { listen } from '../live/testing.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { makeBotToken } from '../tokens/botToken.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeEach(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	cleo = await testServer.signIn('cleo');
});
afterEach(() => testServer.close());

const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const RADAR = SANDBOX_GUILDS.restockRadar.id;
const HP = { region: 'US', toolsName: 'HP Laptops' };
const MANAGE_SERVER = String(1n << 5n);
const { cleo: CLEO, mia: MIA, dan: DAN } = SANDBOX_USERS;

/** Adds the topic to the guild as somebody, with a webhook of one of its channels. */
async function channelIn(guildId: string, as: Browser) {
	const { id: channelId } = SANDBOX_CHANNELS.find((channel) => channel.guildId === guildId)!;
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId });
	await as.api.channelInsert({ guildId, ...HP });
	await as.api.webhookInsert({ guildId, ...HP, webHook: webhook!.url });
	return webhook!.id;
}
const remove = (discordId: string) => ada.api.usersChange({ action: 'DELETE', discordId });
const add = (discordId: string) => ada.api.userAdd({ discordId, client: 'true' });
const isPaused = async (guildId: string) => (await Guild.query(testServer.db.knex).findById(guildId))?.pausedAt != null;
const managersOf = async (guildId: string) =>
	(await GuildManager.query(testServer.db.knex).where({ guildId }).orderBy('discordId')).map(
		({ discordId }) => discordId,
	);
const audit = (action: string) => AuditRow.query(testServer.db.knex).where({ action }).orderBy('id');

test('a guild is paused when its only manager loses access', async () => {
	await channelIn(GUILD, cleo);
	const live = await listen(ada);
	await remove(CLEO.id);
	const paused = await Guild.query(testServer.db.knex).findById(GUILD).throwIfNotFound();
	expect(await audit('guildPaused')).toMatchObject([
		{
			actor: SANDBOX_USERS.ada.id,
			via: 'session',
			guildId: GUILD,
			target: `guild ${GUILD}`,
			after: expect.stringContaining(String(paused.pausedAt)),
		},
	]);
	await expect.poll(() => live.of('guild')).toContainEqual({ guildId: GUILD });
	live.close();
	const { data } = await ada.api.guildList();
	expect(data.data.filter(({ pausedAt }) => pausedAt !== null)).toMatchObject([
		{ guildId: GUILD, pausedAt: paused.pausedAt },
	]);
	expect((await ada.api.linkList({ guildId: GUILD })).pausedAt).toBe(paused.pausedAt);
	// An operator who only reads it does not resume it.
	expect(await isPaused(GUILD)).toBe(true);
});

test('a guild with another manager on the access list is not paused', async () => {
	await channelIn(RADAR, cleo);
	await channelIn(GUILD, cleo);
	await testServer.sandbox.control.setMember(GUILD, { user: 'dan', permissions: MANAGE_SERVER });
	await add(DAN.id);
	await (await testServer.signIn('dan')).api.guildList();
	expect(await managersOf(GUILD)).toEqual([CLEO.id, DAN.id]);
	// Ada owns it.
	await (await testServer.signIn('ada')).api.guildList();
	await remove(CLEO.id);
	expect([await isPaused(RADAR), await isPaused(GUILD)]).toEqual([false, false]);
	await remove(DAN.id);
	expect([await isPaused(RADAR), await isPaused(GUILD)]).toEqual([false, true]);
});

test('two last managers who lose access at once pause the guild once', async () => {
	await channelIn(GUILD, cleo);
	await testServer.sandbox.control.setMember(GUILD, { user: 'dan', permissions: MANAGE_SERVER });
	await add(DAN.id);
	await (await testServer.signIn('dan')).api.guildList();
	await Promise.all([remove(CLEO.id), remove(DAN.id)]);
	expect(await isPaused(GUILD)).toBe(true);
	expect(await audit('guildPaused')).toHaveLength(1);
});

test('messages are queued for a guild only while it is not paused', async () => {
	const [own, other] = [await channelIn(GUILD, cleo), await channelIn(RADAR, ada)];
	const token = (await ada.api.tokenCreate({ name: 'monitor', scopes: ['read', 'write'] })).data.token;
	const price = async (current: number) => {
		const snapshot = {
			title: 'OmniBook',
			category: 'LAPTOPS',
			available: true,
			price: { current, full: 9, currency: 'usd' },
		};
		const response = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ source: 'HP', sku: 'A1', region: 'US', snapshot }] }),
		});
		expect(response.status).toBe(202);
	};
	const received = async (webhookId: string) => (await testServer.sandbox.control.messages({ webhookId })).length;
	await price(9);
	await price(8);
	await testServer.sandbox.control.waitForMessages({ webhookId: own, count: 1 });
	await remove(CLEO.id);
	await price(7);
	await testServer.sandbox.control.waitForMessages({ webhookId: other, count: 2 });
	expect((await ada.api.deliveries({ guildId: GUILD })).data).toHaveLength(1);
	expect(await received(own)).toBe(1);
	await add(CLEO.id);
	await price(6);
	await testServer.sandbox.control.waitForMessages({ webhookId: own, count: 2 });
	await testServer.sandbox.control.waitForMessages({ webhookId: other, count: 3 });
});

/** A link whose webhook Discord confirms only after a second; resolves when Discord has been asked. */
async function slowLink(guildId: string, as: Browser) {
	const { id: channelId, name: channelName } = SANDBOX_CHANNELS.find((channel) => channel.guildId === guildId)!;
	const { control } = testServer.sandbox;
	const [webhook] = await control.createWebhooks({ count: 1, channelId });
	await control.failDiscord({ webhookId: `read ${webhook!.id}`, times: 1, fault: { delayMs: 1000 } });
	const { reads } = await control.stats();
	const place = { guildId, guildName: 'A server', channelId, channelName };
	const status = as.api
		.linkInsert({ ...place, region: 'JP', toolsName: 'Nike Shoes Active', webHook: webhook!.url })
		.then(
			() => 201,
			(error: { status: number }) => error.status,
		);
	await expect.poll(async () => (await control.stats()).reads).toBe(reads + 1);
	return { status };
}

test.each([
	['known', true],
	['new', false],
])('a person who is removed while Discord confirms their link changes nothing in a %s guild', async (_, known) => {
	if (known) await channelIn(GUILD, cleo);
	const { status } = await slowLink(GUILD, cleo);
	await remove(CLEO.id);
	expect(await status).toBe(403);
	const guild = await Guild.query(testServer.db.knex).findById(GUILD);
	expect(guild && { paused: guild.pausedAt !== null }).toEqual(known ? { paused: true } : undefined);
	expect(await audit('guildResumed')).toEqual([]);
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(known ? 1 : 0);
	expect(await audit('linkInsert')).toMatchObject([{ actor: CLEO.id, target: 'refused' }]);
});

test('access that expires during a call changes and resumes nothing', async () => {
	await channelIn(GUILD, cleo);
	const { status } = await slowLink(GUILD, cleo);
	const { db } = testServer;
	await User.query(db.knex).findById(CLEO.id).patch({ expiresAt: Date.now() });
	await settleExpiries({ db, admins: [SANDBOX_USERS.ada.id], onPaused: () => {} });
	expect(await status).toBe(403);
	expect(await isPaused(GUILD)).toBe(true);
});

test("a removed operator's bot token stores nothing", async () => {
	await add(DAN.id);
	await ada.api.userAdd({ discordId: MIA.id, client: 'false' });
	const bot = createClient(contract, {
		origin: testServer.server.origin,
		token: await makeBotToken(testServer.db, MIA.id, 'bot of mia'),
		actor: DAN.id,
	});
	const { status } = await slowLink(GUILD, { ...cleo, api: bot });
	await remove(MIA.id);
	expect(await status).toBe(403);
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);
});

test('the regular check pauses guilds without a current manager, unless an operator resumed them', async () => {
	const { db } = testServer;
	const check = () => settleExpiries({ db, admins: [SANDBOX_USERS.ada.id], onPaused: () => {} });
	await channelIn(GUILD, cleo);
	await check();
	expect(await isPaused(GUILD)).toBe(false);
	// Their access ends without a call, as that of an admin who leaves the settings.
	await User.query(db.knex).deleteById(CLEO.id);
	await check();
	expect(await isPaused(GUILD)).toBe(true);
	expect(await audit('guildPaused')).toMatchObject([{ actor: null, guildId: GUILD }]);
	await ada.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' });
	await check();
	expect(await isPaused(GUILD)).toBe(false);
});

test('adding its manager again resumes a guild, with an audit row', async () => {
	await channelIn(GUILD, cleo);
	await remove(CLEO.id);
	await add(MIA.id);
	expect(await isPaused(GUILD)).toBe(true);
	await add(CLEO.id);
	expect(await isPaused(GUILD)).toBe(false);
	expect(await audit('guildResumed')).toMatchObject([{ actor: SANDBOX_USERS.ada.id, guildId: GUILD }]);
});

test('a sign-in by a manager on the access list resumes a guild', async () => {
	await channelIn(GUILD, cleo);
	await remove(CLEO.id);
	await add(DAN.id);
	await testServer.sandbox.control.setMember(GUILD, { user: 'dan', permissions: MANAGE_SERVER });
	const dan = await testServer.signIn('dan');
	expect((await dan.api.guildList()).data.data).toMatchObject([{ guildId: GUILD, pausedAt: null }]);
	expect(await audit('guildResumed')).toMatchObject([{ actor: DAN.id, guildId: GUILD }]);
});

test("an operator's change of a guild resumes it; their change of a webhook does not", async () => {
	await channelIn(GUILD, cleo);
	await remove(CLEO.id);
	const webhooks = await Webhook.query(testServer.db.knex);
	await ada.api.webhookChange({ id: String(webhooks[0]!.id), paused: true });
	expect(await isPaused(GUILD)).toBe(true);
	await ada.api.webhookRemove({ id: String(webhooks[0]!.id) });
	expect(await isPaused(GUILD)).toBe(true);
	expect(await managersOf(GUILD)).toEqual([CLEO.id]);
	await ada.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' });
	expect(await isPaused(GUILD)).toBe(false);
	expect(await audit('guildResumed')).toMatchObject([{ actor: SANDBOX_USERS.ada.id, guildId: GUILD }]);
});

test("a manager's command resumes a guild; the bot's reports do not", async () => {
	await channelIn(GUILD, cleo);
	await remove(CLEO.id);
	const bot = await testServer.bot();
	await bot.botGuild({ guildId: GUILD, name: 'Renamed', present: true });
	await bot.linkList({ guildId: GUILD });
	expect(await isPaused(GUILD)).toBe(true);
	await expect((await testServer.bot(CLEO.id)).linkList({ guildId: GUILD })).rejects.toMatchObject({ status: 403 });
	expect(await isPaused(GUILD)).toBe(true);
	await add(DAN.id);
	await (await testServer.bot(DAN.id)).linkList({ guildId: GUILD });
	expect(await isPaused(GUILD)).toBe(false);
	expect(await managersOf(GUILD)).toEqual([CLEO.id, DAN.id]);
	expect(await audit('guildResumed')).toMatchObject([{ actor: DAN.id, via: 'bot', guildId: GUILD }]);
});

test('a sign-in drops managers who lost Manage Server, and pauses a server without another one', async () => {
	await channelIn(RADAR, cleo);
	expect(await managersOf(RADAR)).toEqual([CLEO.id]);
	await testServer.sandbox.control.setMember(RADAR, { user: 'cleo', permissions: null });
	await (await testServer.signIn('cleo')).api.guildList();
	expect(await managersOf(RADAR)).toEqual([]);
	expect(await isPaused(RADAR)).toBe(true);
	expect(await audit('guildPaused')).toMatchObject([{ actor: CLEO.id, guildId: RADAR }]);
});

test('managers are written only when changed or old', async () => {
	await channelIn(GUILD, cleo);
	const row = () => GuildManager.query(testServer.db.knex).findById([GUILD, CLEO.id]).throwIfNotFound();
	const minutes = 60_000;
	for (const [age, written] of [
		[30 * minutes, false],
		[7 * 60 * minutes, true],
	] as const) {
		const seenAt = Date.now() - age;
		await GuildManager.query(testServer.db.knex).patch({ seenAt });
		await (await testServer.signIn('cleo')).api.guildList();
		await (await testServer.bot(CLEO.id)).linkList({ guildId: GUILD });
		expect((await row()).seenAt > seenAt).toBe(written);
	}
});
