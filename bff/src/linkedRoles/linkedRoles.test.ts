import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Browser, openTestServer, type TestServer, walk } from '../testing.ts';
import { openTokens } from './connections.ts';

const { mia, cleo } = SANDBOX_USERS;
/** The product takes a second or two, of which a busy machine takes several. */
const SOON_MS = 20_000;
const WATCH = { brand: 'NIKE', sku: 'CK9246-101' } as const;

let testServer: TestServer;
let person: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	testServer.settings.PLANS.push({ id: 'pro', name: 'Pro', price: '$30', features: [], rights: ['client', 'premium'] });
});
afterAll(() => testServer.close());
beforeEach(async () => {
	await testServer.db.knex('linked_roles').delete();
	await testServer.db.knex('watches').delete();
	await testServer.sandbox.control.deauthorize('mia');
	person = testServer.visitor();
});

/** Connects through the consent page. @returns the page at the end */
const connect = (as: 'mia' | 'cleo' = 'mia', browser = person) => walk(browser, '/auth/roles?next=/account', as);
/** What Discord knows of a person; undefined for nothing. */
const known = async (id: string = mia.id) => (await testServer.sandbox.control.roleConnections()).people[id]?.metadata;
const row = () => testServer.db.knex('linked_roles').where({ discordId: mia.id }).first();
const state = async (browser = person) => (await browser.api.linkedRoles()).data;
/** As a clock that is ahead: what waits is due. */
const hasten = () => testServer.db.knex('linked_roles').whereNotNull('dueAt').update({ dueAt: 1 });

async function connected(): Promise<void> {
	await connect();
	await vi.waitFor(async () => expect(await known()).toBeDefined(), SOON_MS);
}

test('the metadata is registered, and a stranger signs in and connects with one consent', async () => {
	const { metadata } = await testServer.sandbox.control.roleConnections();
	expect(metadata.map(({ key, type }) => [key, type])).toEqual([
		['client', 7],
		['premium', 7],
		['watches', 2],
	]);
	expect(await connect()).toBe('/account');
	await vi.waitFor(async () => expect(await known()).toEqual({ client: '0', premium: '0', watches: '0' }), SOON_MS);
	expect(await state()).toMatchObject({
		available: true,
		connectedAt: expect.any(Number),
		known: { client: false, premium: false, watches: 0 },
		endedAt: null,
		problem: null,
	});
	const { sealed } = (await row())!;
	expect(sealed).not.toContain('access');
	expect(() => openTokens(testServer.db.vault, cleo.id, sealed!)).toThrow();
	const audit = await testServer.db.knex('audit').where({ actor: mia.id }).pluck('action');
	expect(audit).toEqual(expect.arrayContaining(['signIn', 'linkedRolesConnect']));
});

test('Discord learns of watches, access, roles and their end, and of nothing else', async () => {
	await connected();
	const ada = await testServer.signIn('ada');
	const { data } = await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect(await known()).toMatchObject({ watches: '1' }), SOON_MS);
	await ada.api.userAdd({ discordId: mia.id, client: 'true' });
	await ada.api.usersChange({ action: 'INSERT-ROLE', discordId: mia.id, role: 'premium' });
	await vi.waitFor(async () => expect(await known()).toEqual({ client: '1', premium: '1', watches: '1' }), SOON_MS);
	await ada.api.userEdit({ discordId: mia.id, expiresAt: Date.now() - 1000 });
	await vi.waitFor(async () => expect(await known()).toMatchObject({ client: '0', premium: '0' }), SOON_MS);
	await ada.api.usersChange({ action: 'DELETE', discordId: mia.id });
	await connect();
	await person.api.watchDelete({ id: data.id });
	await vi.waitFor(async () => expect(await known()).toEqual({ client: '0', premium: '0', watches: '0' }), SOON_MS);

	const { pushedAt } = (await row())!;
	await hasten();
	await vi.waitFor(async () => expect((await row())?.dueAt).toBeGreaterThan(Date.now()), SOON_MS);
	expect((await row())?.pushedAt).toBe(pushedAt);
});

test("a server's plan counts for its managers, and ends for them", async () => {
	const manager = { guildId: SANDBOX_GUILDS.soleSearchers.id, discordId: mia.id, seenAt: Date.now() };
	const { knex } = testServer.db;
	await knex('guilds').insert({ guildId: manager.guildId, name: 'Sole Searchers', updatedAt: 1 });
	await knex('guild_managers').insert(manager);
	await connected();
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.grantAdd({ subject: 'guild', subjectId: manager.guildId, plan: 'pro' });
	await vi.waitFor(async () => expect(await known()).toMatchObject({ client: '1', premium: '1' }), SOON_MS);
	await ada.api.grantEnd({ id: data.id });
	await vi.waitFor(async () => expect(await known()).toMatchObject({ client: '0', premium: '0' }), SOON_MS);
});

test('a right to manage a server counts when it is seen, and ends without a visit of the person', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const { knex } = testServer.db;
	const { control } = testServer.sandbox;
	const setManager = (permissions: string | null) => control.setMember(guildId, { user: 'mia', permissions });
	/** As five minutes later. */
	const pass = () => knex('guild_managers').where({ guildId }).update({ seenAt: 1 });
	const managers = () => knex('guild_managers').where({ guildId }).pluck('discordId');
	const ada = await testServer.signIn('ada');
	await ada.api.grantAdd({ subject: 'guild', subjectId: guildId, plan: 'pro' });
	await connected();
	await setManager(String(1n << 5n));
	await (await testServer.signIn('mia')).api.watches();
	await vi.waitFor(async () => expect(await known()).toMatchObject({ client: '1', premium: '1' }), SOON_MS);

	await pass();
	await vi.waitFor(async () => expect(await knex('guild_managers').where({ guildId, seenAt: 1 })).toEqual([]), SOON_MS);
	expect(await managers()).toEqual([mia.id]);
	await setManager(null);
	// Discord does not say who manages a server that the bot is not in.
	await control.removeBot(guildId);
	await pass();
	await vi.waitFor(async () => expect(await knex('guild_managers').where({ guildId, seenAt: 1 })).toEqual([]), SOON_MS);
	expect(await managers()).toEqual([mia.id]);
	await control.addBot(guildId);
	await pass();
	await vi.waitFor(async () => expect(await known()).toMatchObject({ client: '0', premium: '0' }), SOON_MS);
	expect(await managers()).toEqual([]);
});

test('an access token that has ended is refreshed, and the new tokens are stored', async () => {
	await connected();
	const before = (await row())!.sealed;
	await testServer.sandbox.control.expireTokens();
	await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect(await known()).toMatchObject({ watches: '1' }), SOON_MS);
	expect((await row())!.sealed).not.toBe(before);
});

test('a person who removes the app in Discord has no connection, and the page says why', async () => {
	await connected();
	await testServer.sandbox.control.deauthorize('mia');
	await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect((await row())?.endedAt).toEqual(expect.any(Number)), SOON_MS);
	expect(await row()).toMatchObject({ sealed: null, dueAt: null });
	expect(await state()).toMatchObject({ connectedAt: null, known: null, problem: expect.stringContaining('400') });
	await connected();
	expect(await state()).toMatchObject({ connectedAt: expect.any(Number), endedAt: null, problem: null });
});

test('disconnecting makes Discord forget, deletes the tokens, and keeps the sign-in', async () => {
	await connected();
	expect(await person.api.linkedRolesEnd()).toEqual({ data: { connectedAt: null } });
	expect((await state()).connectedAt).toBeNull();
	await vi.waitFor(async () => expect(await row()).toBeUndefined(), SOON_MS);
	expect(await known()).toBeUndefined();
	expect(await person.api.portalUser()).toMatchObject({ discordId: mia.id });
	expect(await person.api.linkedRolesEnd()).toEqual({ data: { connectedAt: null } });
});

test('while Discord limits the person, fails, or blocks the address, the change waits and arrives', async () => {
	await connected();
	const faults = [
		{ limited: { retryAfter: 0.3, scope: 'user' } },
		{ limited: { retryAfter: 0.3, scope: 'global' } },
		{ status: 503 },
	] as const;
	for (const [at, fault] of faults.entries()) {
		await testServer.sandbox.control.failDiscord({ webhookId: 'roles PUT', times: 1, fault });
		await person.api.watchCreate({ ...WATCH, sku: `DD139${at}-100` });
		await vi.waitFor(async () => expect((await state()).problem).toContain('Discord answered'), SOON_MS);
		await vi.waitFor(async () => expect(await known()).toMatchObject({ watches: String(at + 1) }), SOON_MS);
	}
	expect((await state()).problem).toBeNull();
});

test('a change that Discord took without an answer is corrected when it is undone', async () => {
	await connected();
	await vi.waitFor(async () => expect((await row())?.pushedAt).toEqual(expect.any(Number)), SOON_MS);
	await testServer.sandbox.control.failDiscord({ webhookId: 'roles PUT', times: 1, fault: { dropAfter: true } });
	const { data } = await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect((await row())?.failures).toBe(1), SOON_MS);
	expect(await known()).toMatchObject({ watches: '1' });
	expect(await state()).toMatchObject({ known: null, knownAt: expect.any(Number), problem: expect.any(String) });
	await person.api.watchDelete({ id: data.id });
	await vi.waitFor(async () => expect(await known()).toMatchObject({ watches: '0' }), SOON_MS);
	await vi.waitFor(async () => expect(await state()).toMatchObject({ known: { watches: 0 }, problem: null }), SOON_MS);
});

test('one process works on a person at a time, and what it no longer owns is not recorded', async () => {
	await connected();
	await testServer.sandbox.control.failDiscord({ webhookId: 'roles PUT', times: 1, fault: { delayMs: 700 } });
	await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect((await row())?.claimedUntil).toBeGreaterThan(Date.now()), SOON_MS);
	await person.api.watchCreate({ ...WATCH, sku: 'DD1391-100' });
	await vi.waitFor(async () => expect(await known()).toMatchObject({ watches: '2' }), SOON_MS);
});

test('what a stopped process sends late is corrected', async () => {
	await connected();
	await vi.waitFor(async () => expect((await row())?.pushedAt).toEqual(expect.any(Number)), 5000);
	const { pushedAt } = (await row())!;
	await testServer.sandbox.control.failDiscord({ webhookId: 'roles PUT', times: 1, fault: { delayMs: 700 } });
	const { data } = await person.api.watchCreate(WATCH);
	await vi.waitFor(async () => expect((await row())?.claimedUntil).toBeGreaterThan(Date.now()), 5000);
	await person.api.watchDelete({ id: data.id });
	// As if another process had taken the row over and Discord had its answer first.
	const pushed = JSON.stringify({ client: false, premium: false, watches: 0 });
	await testServer.db.knex('linked_roles').update({ claimedUntil: 0, pushed, dueAt: Date.now() + 86_400_000 });
	await vi.waitFor(async () => expect((await row())?.pushedAt).toBeGreaterThan(pushedAt!), 8000);
	expect(await known()).toMatchObject({ watches: '0' });
});

test('who cancels or gives fewer scopes is not connected, and comes back to the page', async () => {
	await person.fetch('/auth/roles?next=/account', { redirect: 'manual' });
	const consent = async () =>
		(await person.fetch('/connect/discord/roles', { redirect: 'manual' })).headers.get('location')!;
	const query = new URL(await consent()).searchParams;
	expect(query.get('scope')).toBe('identify guilds role_connections.write');
	expect(query.get('redirect_uri')).toBe(`${testServer.settings.PUBLIC_URL}/connect/discord/callback`);
	expect(await walk(person, `${await consent()}&grant=identify+guilds`, 'mia')).toBe('/account?roles=failed');
	expect((await state()).connectedAt).toBeNull();
	await person.fetch('/auth/roles?next=/account', { redirect: 'manual' });
	expect(await walk(person, `${await consent()}&cancel`, 'mia')).toBe('/account?roles=canceled');
});

test('without the bot token there is nothing to connect', async () => {
	const other = await openTestServer({ env: { DISCORD_BOT_TOKEN: '' } });
	try {
		const cleoAt = await other.signIn('cleo');
		expect((await state(cleoAt)).available).toBe(false);
		expect((await cleoAt.fetch('/auth/roles', { redirect: 'manual' })).status).toBe(404);
	} finally {
		await other.close();
	}
});
