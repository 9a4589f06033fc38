import type { ApiError } from '@dropwire/contract';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('while Discord is down, the guild list is 502 and not empty', async () => {
	const cleo = await testServer.signIn('cleo');
	await testServer.sandbox.control.failDiscord({ webhookId: 'users', times: 1, fault: { status: 503 } });
	await expect(cleo.api.guildList()).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
	expect((await cleo.api.guildList()).data.data.map((guild) => guild.guildName)).toEqual([
		'Sole Searchers',
		'Restock Radar',
	]);
});

test('an operator gets every server that uses Dropwire, however many there are', async () => {
	const guilds = Array.from({ length: 1_200 }, (_, n) => ({
		guildId: String(300_000_000_000_000_000n + BigInt(n)),
		name: `Server ${String(n).padStart(4, '0')}`,
		updatedAt: 0,
	}));
	await testServer.db.knex.batchInsert('guilds', guilds, 100);
	const ada = await testServer.signIn('ada');
	const ids = guilds.map(({ guildId }) => guildId);
	const added = (rows: readonly { guildId: string }[]) =>
		rows.map(({ guildId }) => guildId).filter((id) => ids.includes(id));
	expect(added((await ada.api.guildList()).data.data)).toEqual(ids);
	expect(added((await ada.api.guildStates()).data)).toEqual(ids);
	await testServer.db.knex('guilds').where({ updatedAt: 0 }).delete();
});

test('there is no invite link without a bot', async () => {
	const invite = async (server: TestServer) => (await (await server.signIn('cleo')).api.guildStates()).inviteUrl;
	expect(await invite(testServer)).toContain('/oauth2/authorize?');
	const withoutBot = await openTestServer({ env: { DISCORD_BOT_TOKEN: '' } });
	try {
		expect(await invite(withoutBot)).toBeNull();
		const bot = await withoutBot.bot();
		await bot.botGuilds({ shard: 0, shards: 1, guilds: [{ guildId: SANDBOX_GUILDS.restockRadar.id }] });
		expect(await invite(withoutBot)).toContain('/oauth2/authorize?');
	} finally {
		await withoutBot.close();
	}
});

test('a bot that is in no server differs from one that has not reported', async () => {
	const cleo = await testServer.signIn('cleo');
	const bot = await testServer.bot();
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	const states = async () =>
		Object.fromEntries((await cleo.api.guildStates()).data.map((state) => [state.guildId, state.bot]));
	expect((await states())[guildId]).toBeNull();
	const own = Number((BigInt(guildId) >> 22n) % 2n);
	await bot.botGuilds({ shard: 1 - own, shards: 2, guilds: [] });
	expect((await states())[guildId]).toBeNull();
	await bot.botGuilds({ shard: own, shards: 2, guilds: [] });
	expect((await states())[guildId]).toBe(false);
	await bot.botGuilds({ shard: 0, shards: 1, guilds: [{ guildId, name: 'Sole Searchers' }] });
	expect((await states())[guildId]).toBe(true);
	// The bot is removed from its only server.
	await bot.botGuild({ guildId, present: false });
	expect(Object.values(await states())).toEqual([false, false]);
});

test('a failed attempt is not the last message; paused links are counted', async () => {
	const cleo = await testServer.signIn('cleo');
	const guildId = SANDBOX_GUILDS.restockRadar.id;
	const [made] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	const { url: webHook = '', id = '' } = made ?? {};
	const place = { guildId, region: 'US', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(place);
	await cleo.api.webhookInsert({ ...place, webHook });
	const state = async () => (await cleo.api.guildStates()).data.find((one) => one.guildId === guildId);
	expect(await state()).toMatchObject({ lastAt: null, lastSentAt: null, paused: 0 });
	await cleo.api.webhookTest({ url: webHook });
	const sent = await state();
	expect(sent?.lastSentAt).toBe(sent?.lastAt);
	expect(sent?.lastSentAt).toBeGreaterThan(0);
	await testServer.sandbox.control.deleteWebhook(id);
	await cleo.api.webhookTest({ url: webHook });
	const { data: links } = await cleo.api.linkList({ guildId });
	await cleo.api.subscriptionEdit({ id: links[0]!.id, options: { paused: true } });
	expect(await state()).toMatchObject({ lastAt: expect.any(Number), lastSentAt: null, off: 1, paused: 1 });
});

const NO_EVENTS = { on: false, region: null, events: 0, reason: null };

test('a server manager changes notices, with an audit row for each change', async () => {
	const cleo = await testServer.signIn('cleo');
	const ada = await testServer.signIn('ada');
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	expect(await cleo.api.guildSettings({ guildId })).toEqual({
		data: { sourceNotices: false, linkNotices: true, undelivered: null, dropEvents: NO_EVENTS },
	});
	await cleo.api.guildSettingsEdit({ guildId, sourceNotices: true });
	await cleo.api.guildSettingsEdit({ guildId, linkNotices: false });
	// A second time changes nothing.
	await cleo.api.guildSettingsEdit({ guildId, sourceNotices: true });
	expect(await cleo.api.guildSettings({ guildId })).toEqual({
		data: { sourceNotices: true, linkNotices: false, undelivered: null, dropEvents: NO_EVENTS },
	});
	const { data } = await ada.api.audit();
	expect(data.filter(({ action }) => action === 'guildSettingsEdit')).toEqual([
		expect.objectContaining({
			before: { sourceNotices: true, linkNotices: true },
			after: { sourceNotices: true, linkNotices: false },
		}),
		expect.objectContaining({
			actorName: 'Cleo',
			target: `guild ${guildId}`,
			before: { sourceNotices: false, linkNotices: true },
			after: { sourceNotices: true, linkNotices: true },
		}),
	]);
});

test('a server manager switches events for releases on and off; a server that removes the bot is forgotten', async () => {
	const { sandbox, db } = testServer;
	const cleo = await testServer.signIn('cleo');
	const ada = await testServer.signIn('ada');
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	const row = { brand: 'NIKE', sku: 'A-1', region: 'US', title: 'Shoe' };
	const launchAt = new Date(Date.now() + 86_400_000).toISOString();
	await ada.api.releasesImport({ dryRun: false, rows: [{ ...row, launchAt }] });

	const noTopic = 'This server has no release topic, such as Nike Releases: choose a region.';
	await expect(cleo.api.dropEventsSet({ guildId, on: true })).rejects.toMatchObject({ fields: { region: noTopic } });
	const { data } = await cleo.api.dropEventsSet({ guildId, on: true, region: 'us' });
	expect(data).toMatchObject({ on: true, region: 'US', reason: null });
	await expect.poll(async () => (await cleo.api.guildSettings({ guildId })).data.dropEvents.events).toBe(1);
	const [event] = await sandbox.control.scheduledEvents(guildId);
	expect(event).toMatchObject({ name: 'Shoe' });
	await cleo.api.dropEventsSet({ guildId, on: false });
	await expect.poll(() => sandbox.control.scheduledEvents(guildId)).toEqual([]);
	expect((await cleo.api.guildChanges({ guildId })).data.slice(0, 2)).toMatchObject([
		{ name: 'Cleo', what: 'Switched Discord events for releases off.' },
		{ name: 'Cleo', what: 'Switched Discord events for releases on (US).' },
	]);

	await sandbox.control.setBotPermissions(guildId, { permissions: '0' });
	// Until the server has read the bot's new permissions.
	await expect
		.poll(() => cleo.api.dropEventsSet({ guildId, on: true, region: 'US' }).catch((error: ApiError) => error.fields))
		.toEqual({ on: expect.stringContaining('The bot needs Create Events') });
	const bot = await testServer.bot();
	await bot.botGuild({ guildId, name: 'Sole Searchers', present: false });
	expect(await db.knex('scheduled_event_guilds')).toEqual([]);
	expect(await db.knex('scheduled_events')).toEqual([]);
});
