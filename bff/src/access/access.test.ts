import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const cleo = SANDBOX_USERS.cleo.id;
const mia = SANDBOX_USERS.mia.id;

const noTerms = { plan: null, expiresAt: null, note: null, lastSeenAt: null };

test('the list shows roles, and names of those who have signed in', async () => {
	expect(await ada.api.users()).toEqual([
		{
			discordId: SANDBOX_USERS.ada.id,
			client: 'false',
			roles: ['admin'],
			username: 'Ada',
			discriminator: '0',
			avatar: null,
			...noTerms,
			lastSeenAt: expect.any(Number),
		},
		{ discordId: cleo, client: 'true', roles: [], username: null, discriminator: '0', avatar: null, ...noTerms },
	]);
});

test('an admin from the settings was last seen when their session or token was used', async () => {
	const { knex } = testServer.db;
	const discordId = SANDBOX_USERS.ada.id;
	const seenAt = async () => (await ada.api.users()).find((user) => user.discordId === discordId)?.lastSeenAt;
	const before = Date.now() - 1000;
	await knex('sessions').where({ discordId }).update({ usedAt: 0 });
	expect(await seenAt()).toBeGreaterThan(before);
	const used = Date.now() + 60_000;
	const token = { name: 'script', scopes: 'read', createdAt: 1, tokenHash: 'x'.repeat(64) };
	await knex('api_tokens').insert({ ...token, discordId, lastUsedAt: used });
	expect(await seenAt()).toBe(used);
});

test('adding and removing roles is idempotent', async () => {
	const change = (action: string, role: string) => ada.api.usersChange({ action, discordId: cleo, role });
	expect((await change('INSERT-ROLE', 'Editor')).data.roles).toEqual(['editor']);
	expect((await change('INSERT-ROLE', 'editor')).data.roles).toEqual(['editor']);
	expect((await change('INSERT-ROLE', 'premium')).data.roles).toEqual(['editor', 'premium']);
	expect((await change('DELETE-ROLE', 'editor')).data.roles).toEqual(['premium']);
	expect((await change('DELETE-ROLE', 'editor')).data.roles).toEqual(['premium']);
	await expect(change('INSERT-ROLE', 'admin')).rejects.toMatchObject({
		status: 400,
		fields: { role: expect.any(String) },
	});
	await expect(ada.api.usersChange({ action: 'INSERT-ROLE', discordId: cleo })).rejects.toMatchObject({ status: 400 });
	const unknown = { action: 'INSERT-ROLE', discordId: '199999999999999999', role: 'editor' };
	await expect(ada.api.usersChange(unknown)).rejects.toMatchObject({ status: 404 });
});

test('a person is added once, as client or as admin', async () => {
	expect((await ada.api.userAdd({ discordId: mia, client: 'false' })).data).toMatchObject({
		client: 'false',
		roles: ['admin'],
	});
	await expect(ada.api.userAdd({ discordId: mia, client: 'true' })).rejects.toMatchObject({ status: 409 });
	await expect(ada.api.userAdd({ discordId: '123', client: 'true' })).rejects.toMatchObject({ status: 400 });
	await ada.api.usersChange({ action: 'DELETE', discordId: mia });
});

test("a deleted person's sessions and tokens end at once", async () => {
	await ada.api.userAdd({ discordId: mia, client: 'true' });
	const person = await testServer.signIn('mia');
	const { data } = await person.api.tokenCreate({ name: 'script', scopes: ['read'] });
	const byToken = () =>
		fetch(`${testServer.server.origin}/api/deliveries`, { headers: { authorization: `Bearer ${data.token}` } });
	expect((await byToken()).status).toBe(200);
	await ada.api.usersChange({ action: 'DELETE', discordId: mia });
	expect((await byToken()).status).toBe(401);
	expect(await person.api.portalUser()).toBe('unauthorized');
});

test('one call removes several people, or none', async () => {
	const clients = ['155555555555555551', '155555555555555552'];
	for (const discordId of clients) await ada.api.userAdd({ discordId, client: 'true' });
	const count = async () => testServer.db.knex('users').whereIn('discordId', clients);
	await expect(ada.api.usersDelete({ discordIds: [...clients, SANDBOX_USERS.ada.id] })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining('ADMIN_DISCORD_IDS'),
	});
	expect(await count()).toHaveLength(2);
	const { data } = await ada.api.usersDelete({ discordIds: [...clients, '155555555555555553'] });
	expect(data.discordIds.toSorted()).toEqual(clients);
	expect(await count()).toEqual([]);
});

test('concurrent calls cannot remove the last admin', async () => {
	await expect(ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.ada.id })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining('ADMIN_DISCORD_IDS'),
	});
	const { knex } = testServer.db;
	// As where the settings name nobody.
	const settings = testServer.settings;
	const before = [...settings.ADMIN_DISCORD_IDS];
	settings.ADMIN_DISCORD_IDS.splice(0);
	try {
		await knex('users').insert(
			[SANDBOX_USERS.ada.id, mia].map((discordId) => ({ discordId, admin: true, createdAt: 1 })),
		);
		const person = await testServer.signIn('mia');
		const answers = await Promise.allSettled([
			ada.api.usersChange({ action: 'DELETE', discordId: mia }),
			person.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.ada.id }),
		]);
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		expect(await knex('users').where({ admin: 1 })).toHaveLength(1);
	} finally {
		settings.ADMIN_DISCORD_IDS.push(...before);
	}
});
