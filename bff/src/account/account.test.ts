import { PERSONAL_DATA } from '@dropwire/db';
import { PERSONAL_DATA_GROUPS } from '@dropwire/domain';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

const [ada, cleo, mia] = [SANDBOX_USERS.ada.id, SANDBOX_USERS.cleo.id, SANDBOX_USERS.mia.id];
const SHOE = { brand: 'NIKE', sku: 'CK9246-101' } as const;
const ASKED = 'DZ5485-612';

/** The rows about a person, by the name of their data. */
async function rowsOf(discordId: string): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const { name, table, person } of PERSONAL_DATA) {
		const rows = await testServer.db.knex(table as string).where(person, discordId);
		if (rows.length > 0) counts[name] = rows.length;
	}
	return counts;
}

/** Mia watches, asks, and has a calendar, as does Cleo, a client who also shares work. */
async function fill() {
	const people = [await testServer.signIn('mia'), await testServer.signIn('cleo')] as const;
	const [member, client] = people;
	for (const person of people) {
		await person.api.watchCreate(SHOE);
		await person.api.calendarSecretReplace({});
	}
	await member.api.accessRequestCreate({ note: 'A shop of mine' });
	await client.api.productRequestCreate({ product: ASKED });
	const { knex } = testServer.db;
	await knex('short_urls').insert({ slug: 'abcdefg', url: 'https://example.com/', createdAt: 1, createdBy: cleo });
	const request = await knex('product_requests').first('id');
	await knex('product_request_people').insert({ requestId: request!.id, discordId: mia, createdAt: 1 });
	await knex('product_requests').update({ people: 2 });
	return { member, client };
}

test('a member sees, exports and deletes everything that is stored about them, and nothing of others', async () => {
	const { member, client } = await fill();
	const { data } = await member.api.account();
	expect(data).toMatchObject({ discordId: mia, username: 'mia', access: null });
	const counts = Object.fromEntries(data.stored.map(({ group, rows }) => [group, rows]));
	expect(counts).toMatchObject({ watches: 3, requests: 2, access: 0, work: 0 });

	const response = await member.fetch('/api/account/export');
	expect(response.headers.get('content-disposition')).toBe(`attachment; filename="dropwire-${mia}.json"`);
	const exported = ((await response.json()) as { data: Record<string, object[]> }).data;
	expect(exported).toMatchObject({
		accounts: [{ discordId: mia, username: 'mia' }],
		sessions: [{ usedAt: expect.any(Number) }],
		watches: [SHOE],
		calendar_secrets: [{ createdAt: expect.any(Number) }],
		access_requests: [{ note: 'A shop of mine' }],
		product_request_people: [{ sku: ASKED, status: 'open' }],
		users: [],
		audit: expect.arrayContaining([expect.objectContaining({ action: 'watchCreate' })]),
	});
	expect(Object.keys(exported)).toEqual(PERSONAL_DATA.map(({ name }) => name));
	expect(JSON.stringify(exported)).not.toContain(cleo);

	await expect(member.api.accountDelete({ confirm: false as never })).rejects.toMatchObject({ status: 400 });
	const { deleted } = (await member.api.accountDelete({ confirm: true })).data;
	expect(deleted).toBeGreaterThan(6);
	expect(Object.keys(await rowsOf(mia))).toEqual(['audit']);
	const kept = await testServer.db.knex('audit').where({ actor: mia }).pluck('action');
	expect(kept).not.toContain('watchCreate');
	expect(kept.at(-1)).toBe('accountDelete');
	expect(await member.api.portalUser()).toBe('unauthorized');
	// What others share goes on.
	expect(await testServer.db.knex('product_requests').pluck('people')).toEqual([1]);
	expect((await client.api.watches()).data).toHaveLength(1);
});

test('a client who deletes their data loses access, and their work for others stays', async () => {
	const client = await testServer.signIn('cleo');
	const bot = await testServer.bot(cleo);
	await expect(bot.accountDelete({ confirm: true })).rejects.toMatchObject({
		status: 403,
		message: expect.stringContaining('in a browser'),
	});
	await client.api.accountDelete({ confirm: true });
	const left = Object.keys(await rowsOf(cleo));
	const groups = PERSONAL_DATA.filter(({ name }) => left.includes(name)).map(({ group }) => group);
	expect(left).toEqual(['short_urls', 'audit']);
	expect(groups.every((group) => PERSONAL_DATA_GROUPS[group].kept !== null)).toBe(true);
	expect(await testServer.db.knex('product_requests')).toEqual([]);
	expect(await client.api.currentUser()).toBe('unauthorized');
});

test('the last operator of the list cannot delete their data', async () => {
	const operator = await testServer.signIn('ada');
	const { ADMIN_DISCORD_IDS } = testServer.settings;
	const before = ADMIN_DISCORD_IDS.splice(0);
	await testServer.db.knex('users').insert({ discordId: ada, admin: true, createdAt: 1 });
	await expect(operator.api.accountDelete({ confirm: true })).rejects.toMatchObject({ status: 409 });
	expect((await rowsOf(ada))['users']).toBe(1);
	ADMIN_DISCORD_IDS.push(...before);
});

test('a person deletes their data through the bot, which makes no account for whoever only looks', async () => {
	const bot = await testServer.bot(SANDBOX_USERS.dan.id);
	expect((await bot.account()).data).toMatchObject({ username: null, signedInAt: null, access: null });
	expect(await rowsOf(SANDBOX_USERS.dan.id)).toEqual({});
	await bot.watchCreate(SHOE);
	expect((await bot.accountExport()).data['watches']).toMatchObject([SHOE]);
	await bot.accountDelete({ confirm: true });
	expect(Object.keys(await rowsOf(SANDBOX_USERS.dan.id))).toEqual(['audit']);
});
