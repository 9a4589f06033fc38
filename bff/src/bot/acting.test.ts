import { ApiToken, AuditRow, User } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

const { ada: ADA, cleo: CLEO, mia: MIA, dan: DAN } = SANDBOX_USERS;
const guildId = SANDBOX_GUILDS.soleSearchers.id;
const channel = SANDBOX_CHANNELS.find((one) => one.guildId === guildId)!;

/** A link to a webhook of the guild. */
async function link(toolsName: string, byBot = true) {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId: channel.id });
	const place = { guildId, guildName: 'Sole Searchers', channelId: channel.id, channelName: channel.name };
	return { ...place, region: 'US', toolsName, webHook: webhook!.url, byBot };
}

test('rejects users who are not on the access list', async () => {
	const bot = await testServer.bot(MIA.id);
	const input = await link('HP Laptops');
	const calls = [
		() => bot.linkList({ guildId }),
		() => bot.linkInsert(input),
		() => bot.linkDelete({ guildId, id: '1' }),
		() => bot.linkTest({ guildId, id: '1' }),
		() => bot.channelList({ guildId }),
		() => bot.productCard({ sku: 'CK9246-101' }),
		() => bot.skuSuggest({ text: 'ck' }),
		() => bot.pulse(),
	];
	for (const call of calls) {
		await expect(call()).rejects.toMatchObject({
			status: 403,
			code: 'forbidden',
			message: 'Your account is not on the access list. Ask an operator to add you.',
		});
	}
	expect((await (await testServer.bot()).linkList({ guildId })).data).toEqual([]);
});

test('a rejection names the contact addresses of the settings', async () => {
	const { settings } = testServer;
	settings.INVITE_URL = 'https://discord.gg/dropwire';
	settings.CONTACT_EMAIL = 'ops@example.com';
	const contact = ' Contact: https://discord.gg/dropwire or ops@example.com';
	await expect((await testServer.bot(MIA.id)).pulse()).rejects.toMatchObject({
		message: `Your account is not on the access list. Ask an operator to add you.${contact}`,
	});
	await expect((await testServer.bot(CLEO.id)).productCard({ sku: 'CK9246-101' })).rejects.toMatchObject({
		message: `This is for premium clients. Ask an operator for the role premium.${contact}`,
	});
	delete settings.INVITE_URL;
	delete settings.CONTACT_EMAIL;
});

test('only premium clients and operators see a product; a new role applies at once', async () => {
	const ada = await testServer.signIn('ada');
	const card = async (actor?: string) => (await testServer.bot(actor)).productCard({ sku: 'SX5090-014' });
	await expect(card(CLEO.id)).rejects.toMatchObject({ status: 403 });
	await ada.api.usersChange({ action: 'INSERT-ROLE', discordId: CLEO.id, role: 'premium' });
	expect((await card(CLEO.id)).data.sku).toBe('SX5090-014');
	expect((await card(ADA.id)).data.sku).toBe('SX5090-014');
	await ada.api.usersChange({ action: 'DELETE-ROLE', discordId: CLEO.id, role: 'premium' });
	await expect(card(CLEO.id)).rejects.toMatchObject({ status: 403 });
});

test('acting through the bot gives no operator rights', async () => {
	const bot = await testServer.bot(DAN.id);
	await User.query(testServer.db.knex).insert({ discordId: DAN.id, admin: false, createdAt: 1, createdBy: null });
	expect((await bot.linkList({ guildId })).data).toEqual([]);
	await expect(bot.botGuild({ guildId, present: false })).rejects.toMatchObject({ status: 403 });
	await expect(bot.botGuilds({ shard: 0, shards: 1, guilds: [] })).rejects.toMatchObject({ status: 403 });
	await expect(bot.users()).rejects.toMatchObject({ status: 403 });
	await expect(bot.guildList()).rejects.toMatchObject({ status: 403 });
});

test('rejects the next command of a removed person', async () => {
	const ada = await testServer.signIn('ada');
	const bot = await testServer.bot(DAN.id);
	await bot.linkList({ guildId });
	await ada.api.usersChange({ action: 'DELETE', discordId: DAN.id });
	await expect(bot.linkList({ guildId })).rejects.toMatchObject({ status: 403 });
});

test('only the bot can mark a webhook as created by the bot', async () => {
	const cleo = await testServer.signIn('cleo');
	const bot = await testServer.bot(CLEO.id);
	expect((await cleo.api.linkInsert(await link('HP Laptops'))).data.byBot).toBe(false);
	const { data } = await bot.linkList({ guildId });
	for (const { id } of data) await bot.linkDelete({ guildId, id });
	const ada = await testServer.signIn('ada');
	const { token } = (await ada.api.tokenCreate({ name: 'script', scopes: ['read', 'write'] })).data;
	const response = await fetch(`${testServer.server.origin}/api/linkinsert`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify(await link('ASICS Restock')),
	});
	expect(response.status).toBe(201);
	expect(await response.json()).toMatchObject({ data: { byBot: false } });
	for (const one of (await bot.linkList({ guildId })).data) await bot.linkDelete({ guildId, id: one.id });
	expect((await bot.linkInsert(await link('HP Laptops'))).data.byBot).toBe(true);
	const [row] = await AuditRow.query(testServer.db.knex).where({ action: 'linkInsert' }).orderBy('id', 'desc');
	expect(row).toMatchObject({ actor: CLEO.id, botOwner: ADA.id, via: 'bot', guildId });
});

test('a token without the scope bot acts for its owner only', async () => {
	const ada = await testServer.signIn('ada');
	const { token } = (await ada.api.tokenCreate({ name: 'naming', scopes: ['read', 'write'] })).data;
	const headers = { authorization: `Bearer ${token}`, 'x-acting-user': CLEO.id };
	const response = await fetch(`${testServer.server.origin}/api/user`, { headers });
	expect(await response.json()).toMatchObject({ discordId: ADA.id });
});

test('the scope bot excludes other scopes', async () => {
	const ada = await testServer.signIn('ada');
	await expect(ada.api.tokenCreate({ name: 'mixed', scopes: ['bot', 'read', 'write'] })).rejects.toMatchObject({
		status: 400,
		fields: { scopes: expect.stringContaining('cannot have bot together with other scopes') },
	});
	const { data } = await ada.api.tokenCreate({ name: 'older', scopes: ['read', 'write'] });
	await ApiToken.query(testServer.db.knex).findById(data.id).patch({ scopes: 'bot,read,write' });
	const as = (headers: Record<string, string>, init?: RequestInit) =>
		fetch(`${testServer.server.origin}/api/${init ? 'adduser' : 'user'}`, {
			...init,
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json', ...headers },
		});
	await User.query(testServer.db.knex)
		.insert({ discordId: MIA.id, admin: true, createdAt: 1, createdBy: null })
		.onConflict('discordId')
		.merge();
	const body = JSON.stringify({ discordId: '123456789012345678', client: 'false' });
	const refused = await as({ 'x-acting-user': MIA.id }, { method: 'POST', body });
	expect(refused.status).toBe(403);
	expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('npm run bot-token') } });
	expect(await User.query(testServer.db.knex).findById('123456789012345678')).toBeUndefined();
	// Without the header it is a token of its owner.
	expect(await (await as({})).json()).toMatchObject({ discordId: ADA.id });
	await User.query(testServer.db.knex).deleteById(MIA.id);
});

test('a bot token whose owner is no longer an operator cannot act for users', async () => {
	const bot = await testServer.bot(CLEO.id);
	await bot.linkList({ guildId });
	await ApiToken.query(testServer.db.knex).where({ scopes: 'bot' }).patch({ discordId: CLEO.id });
	const status = () =>
		bot.linkList({ guildId }).then(
			() => 200,
			(error: { status: number }) => error.status,
		);
	// Another process may remember who calls for a second.
	await expect.poll(status).toBe(403);
});
