import { Guild, Product } from '@dropwire/db';
import { SANDBOX_APP, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, buttonsOf, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
	testServer.settings.INVITE_URL = 'https://discord.gg/tokens-and-scopes';
});
afterAll(() => testServer.close());

const RADAR = { guildId: SANDBOX_GUILDS.restockRadar.id, channelId: '300000000000000021' };
const MANAGE_SERVER = String((1n << 5n) | (1n << 11n));
const TOPIC = { region: 'US', topic: 'HP Laptops' };
const NOT_ON_LIST =
	'Your account is not on the access list. Ask an operator to add you. Contact: https://discord.gg/tokens-and-scopes';
const ours = async () =>
	(await testServer.sandbox.control.webhooks()).filter(({ applicationId }) => applicationId === SANDBOX_APP.clientId);
const linksIn = async (guildId: string) => (await (await testServer.bot()).linkList({ guildId })).data;

test('rejects managers who are not on the access list, naming whom to ask', async () => {
	await testServer.sandbox.control.setMember(RADAR.guildId, { user: 'mia', permissions: MANAGE_SERVER });
	const mia = { as: 'mia', ...RADAR } as const;
	for (const [name, options] of [
		['link', TOPIC],
		['unlink', { link: '1' }],
		['links', {}],
		['topics', { region: 'US' }],
		['test', { link: '1' }],
		['resale', { sku: 'CK9246-101' }],
		['stores', { sku: 'CK9246-101', near: 'New York' }],
		['found', {}],
		['notices', { shops: 'on' }],
		['drops-events', {}],
		['status', {}],
	] as const) {
		const answer = await testServer.runCommand(name, options, mia);
		expect(answer).toMatchObject({ state: 'answered', message: { ephemeral: true } });
		expect(embedOf(answer)).toMatchObject({ title: 'Not done', description: NOT_ON_LIST });
	}
	expect(await ours()).toEqual([]);
	expect(await linksIn(RADAR.guildId)).toEqual([]);
});

test('autocomplete shows the reason to users without access', async () => {
	await testServer.runCommand('link', TOPIC, { as: 'ada', ...RADAR });
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect.poll(() => Product.query(testServer.db.knex).where({ state: 'read' }).resultSize()).toBeGreaterThan(0);
	// Fills the bot's cache of this server's links.
	await testServer.sandbox.control.suggestions({ as: 'ada', ...RADAR, name: 'unlink', focused: 'link', options: {} });
	for (const [name, focused] of [
		['unlink', 'link'],
		['test', 'link'],
		['product', 'sku'],
	] as const) {
		const typed = () => testServer.sandbox.control.suggestions({ as: 'mia', ...RADAR, name, focused, options: {} });
		// A late response on a busy machine is empty.
		await expect
			.poll(async () => (await typed()).choices)
			.toEqual([{ name: NOT_ON_LIST.slice(0, 99) + '…', value: 'no access' }]);
	}
	const [link] = await linksIn(RADAR.guildId);
	await testServer.runCommand('unlink', { link: link!.id }, { as: 'ada', ...RADAR });
});

test('buttons of earlier replies reject users without Manage Server', async () => {
	const cleo = { as: 'cleo', ...RADAR } as const;
	await testServer.runCommand('link', TOPIC, cleo);
	const [link] = await linksIn(RADAR.guildId);
	const answer = await testServer.runCommand('unlink', { link: link!.id }, cleo);
	await testServer.sandbox.control.setMember(RADAR.guildId, { user: 'cleo', permissions: String(1n << 11n) });
	const customId = buttonsOf(answer)[0]!.custom_id;
	const pressed = await testServer.sandbox.control.click({ interactionId: answer.id, customId });
	expect(embedOf(pressed).description).toContain('You need the **Manage Server** permission');
	expect(await linksIn(RADAR.guildId)).toEqual([]);
	await testServer.sandbox.control.setMember(RADAR.guildId, { user: 'cleo', permissions: MANAGE_SERVER });
});

test('removing a client from the access list pauses their server', async () => {
	const ada = await testServer.signIn('ada');
	const discordId = SANDBOX_USERS.cleo.id;
	await testServer.runCommand('link', TOPIC);
	await ada.api.usersChange({ action: 'DELETE', discordId });
	for (const name of ['links', 'status']) {
		const { description } = embedOf(await testServer.runCommand(name));
		expect(description).toContain(NOT_ON_LIST);
		expect(description).toMatch(/\*\*Paused\*\* <t:\d+:R>: no user on the access list manages this server/);
	}
	await ada.api.userAdd({ discordId, client: 'true' });
	expect(embedOf(await testServer.runCommand('links')).description).not.toContain('aused');
});

test('a command of a listed manager resumes a paused server', async () => {
	for (const name of ['links', 'status']) {
		const used = async () => {
			await Guild.query(testServer.db.knex).findById(GUILD).patch({ pausedAt: 1_700_000_000_000 });
			return embedOf(await testServer.runCommand(name)).description;
		};
		// The BFF may serve a response that is up to half a second old, since this pause bypasses it.
		await expect.poll(used).toContain('This server was paused <t:1700000000:R>');
		expect((await Guild.query(testServer.db.knex).findById(GUILD))?.pausedAt).toBeNull();
	}
});
