import { AuditRow, BotNotice, Guild, User } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { settleExpiries } from './expiry.ts';

const DAY = 86_400_000;
const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const HP = { region: 'US', toolsName: 'HP Laptops' };
const [cleo, dan, mia] = [SANDBOX_USERS.cleo.id, SANDBOX_USERS.dan.id, SANDBOX_USERS.mia.id];

let testServer: TestServer;
let ada: Browser;
let client: Browser;
beforeEach(async () => {
	testServer = await openTestServer({ env: { INVITE_URL: 'https://discord.gg/dropwire' } });
	ada = await testServer.signIn('ada');
	client = await testServer.signIn('cleo');
});
afterEach(() => testServer.close());

const edit = (discordId: string, terms: object) => ada.api.userEdit({ discordId, ...terms });
const settle = (now?: number) =>
	settleExpiries({ db: testServer.db, admins: testServer.settings.ADMIN_DISCORD_IDS, onPaused: () => undefined }, now);
const notices = async () =>
	(await BotNotice.query(testServer.db.knex).orderBy('id')).map(({ kind, discordId }) => ({ kind, discordId }));
const isPaused = async () => (await Guild.query(testServer.db.knex).findById(GUILD))?.pausedAt != null;
const audited = async (action: string) => AuditRow.query(testServer.db.knex).where({ action });
/** Cleo's guild gets a topic with a webhook. */
async function addChannel() {
	const { id: channelId } = SANDBOX_CHANNELS.find((channel) => channel.guildId === GUILD)!;
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId });
	await client.api.channelInsert({ guildId: GUILD, ...HP });
	await client.api.webhookInsert({ guildId: GUILD, ...HP, webHook: webhook!.url });
}

test('plan, expiry and note are changed one by one, cleared with null, and audited', async () => {
	const expiresAt = Date.now() + 30 * DAY;
	expect((await edit(cleo, { plan: ' Pro ', expiresAt, note: 'paid by card' })).data).toMatchObject({
		plan: 'Pro',
		expiresAt,
		note: 'paid by card',
	});
	expect((await edit(cleo, { note: null })).data).toMatchObject({ plan: 'Pro', expiresAt, note: null });
	expect(await audited('userEdit')).toMatchObject([
		{ target: `user ${cleo}`, after: JSON.stringify({ plan: 'Pro', expiresAt, note: 'paid by card' }) },
		{ after: JSON.stringify({ plan: 'Pro', expiresAt, note: null }) },
	]);
	// Clients see their plan, not the note.
	const user = await client.api.currentUser();
	expect(user).toMatchObject({ plan: 'Pro', expiresAt });
	expect(user).not.toHaveProperty('note');
});

test.each([
	['a time in seconds', { expiresAt: 1_800_000_000 }],
	['a long plan', { plan: 'x'.repeat(65) }],
	['a long note', { note: 'x'.repeat(1001) }],
	['an empty plan', { plan: ' ' }],
])('%s is rejected with the name of the field', async (_, terms) => {
	await expect(edit(cleo, terms)).rejects.toMatchObject({
		status: 400,
		fields: { [Object.keys(terms)[0]!]: expect.any(String) },
	});
});

test('the access of an admin does not expire, and an admin of the settings is not on the list', async () => {
	await ada.api.userAdd({ discordId: dan, client: 'false' });
	const expiresAt = Date.now() + DAY;
	await expect(edit(dan, { expiresAt })).rejects.toMatchObject({
		status: 400,
		fields: { expiresAt: expect.any(String) },
	});
	expect((await edit(dan, { plan: 'Team' })).data.plan).toBe('Team');
	await expect(edit(SANDBOX_USERS.ada.id, { plan: 'Team' })).rejects.toMatchObject({ status: 409 });
	await expect(edit(mia, { plan: 'Team' })).rejects.toMatchObject({ status: 404 });
});

test('an expired client can only read; the error says how to extend', async () => {
	await addChannel();
	await edit(cleo, { plan: 'Pro', expiresAt: Date.now() - DAY });
	expect((await client.api.webhookList({ guildId: GUILD, ...HP })).data).toHaveLength(1);
	await expect(
		client.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' }),
	).rejects.toMatchObject({
		status: 403,
		message: expect.stringMatching(
			/^Your access \(Pro\) expired on \d{4}-\d\d-\d\d \d\d:\d\d UTC: .* To extend it, ask an operator\. Contact: https:\/\/discord\.gg\/dropwire$/,
		),
	});
	// Test messages are rejected, too, and commands that the bot carries out.
	const { data } = await client.api.linkList({ guildId: GUILD });
	await expect(client.api.linkTest({ guildId: GUILD, id: data[0]!.id })).rejects.toMatchObject({ status: 403 });
	const bot = await testServer.bot(cleo);
	await expect(bot.linkDelete({ guildId: GUILD, id: data[0]!.id })).rejects.toMatchObject({ status: 403 });
	// Signing out everywhere stays possible.
	await client.api.sessionsEnd({ current: false, tokens: true });
	await edit(cleo, { expiresAt: Date.now() + DAY });
	await client.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'ASICS Restock' });
});

test("expiry pauses the client's guilds once; an extension resumes them", async () => {
	await addChannel();
	const expiresAt = Date.now() + DAY;
	await edit(cleo, { expiresAt });
	await settle(expiresAt - 1);
	expect(await isPaused()).toBe(false);
	await Promise.all([settle(expiresAt), settle(expiresAt)]);
	expect(await isPaused()).toBe(true);
	expect(await audited('accessExpired')).toHaveLength(1);
	expect(await audited('guildPaused')).toHaveLength(1);
	await edit(cleo, { expiresAt: Date.now() - 1 });
	// Neither the client's visit nor a command resumes it.
	await (await testServer.signIn('cleo')).api.guildList();
	await (await testServer.bot(cleo)).linkList({ guildId: GUILD });
	expect(await isPaused()).toBe(true);
	await edit(cleo, { expiresAt: Date.now() + DAY });
	expect(await isPaused()).toBe(false);
});

test('a guild with another current manager is not paused', async () => {
	await addChannel();
	await testServer.sandbox.control.setMember(GUILD, { user: 'dan', permissions: String(1n << 5n) });
	await ada.api.userAdd({ discordId: dan, client: 'true' });
	await (await testServer.signIn('dan')).api.guildList();
	await edit(cleo, { expiresAt: Date.now() - DAY });
	expect(await isPaused()).toBe(false);
	await edit(dan, { expiresAt: Date.now() - DAY });
	expect(await isPaused()).toBe(true);
});

test('a client is warned 7 days before expiry and at expiry, once each', async () => {
	const expiresAt = Date.now() + 8 * DAY;
	await edit(cleo, { expiresAt });
	await settle();
	expect(await notices()).toEqual([]);
	const warnAt = expiresAt - 7 * DAY;
	await Promise.all([settle(warnAt), settle(warnAt), settle(warnAt + 1)]);
	expect(await notices()).toEqual([{ kind: 'expiring', discordId: cleo }]);
	await Promise.all([settle(expiresAt), settle(expiresAt + 1)]);
	expect(await notices()).toEqual([
		{ kind: 'expiring', discordId: cleo },
		{ kind: 'expired', discordId: cleo },
	]);
	// Another expiry is another warning.
	await edit(cleo, { expiresAt: expiresAt + 30 * DAY });
	await settle(expiresAt + 25 * DAY);
	expect(await notices()).toHaveLength(3);
});

test('many clients are added with the same terms; a dry run shows the outcome of each id', async () => {
	const expiresAt = Date.now() + 30 * DAY;
	const input = { discordIds: [dan, cleo, mia], plan: 'Pro', expiresAt, roles: ['premium'] };
	const dry = await ada.api.bulkUsers({ ...input, dryRun: true });
	expect(dry).toEqual({
		applied: false,
		data: [
			{ discordId: dan, outcome: 'added', problem: null },
			{ discordId: cleo, outcome: 'unchanged', problem: null },
			{ discordId: mia, outcome: 'added', problem: null },
		],
		counts: { added: 2, changed: 0, removed: 0, unchanged: 1, refused: 0 },
	});
	expect(await User.query(testServer.db.knex)).toHaveLength(1);
	expect(await ada.api.bulkUsers(input)).toEqual({ ...dry, applied: true });
	const terms = { plan: 'Pro', expiresAt, roles: ['premium'] };
	expect((await ada.api.users()).filter(({ discordId }) => discordId !== SANDBOX_USERS.ada.id)).toMatchObject([
		{ discordId: cleo, plan: null },
		...[dan, mia].map((discordId) => ({ discordId, ...terms })),
	]);
	expect((await ada.api.bulkUsers({ ...input, existing: 'update' })).counts).toMatchObject({
		changed: 1,
		unchanged: 2,
	});
	expect((await ada.api.users()).find(({ discordId }) => discordId === cleo)).toMatchObject(terms);
	expect((await audited('bulkUsers')).map(({ target }) => target)).toEqual(
		[dan, mia, cleo].map((discordId) => `user ${discordId}`),
	);
});

test('one invalid id rejects the whole request', async () => {
	const discordIds = [dan, '123', dan, SANDBOX_USERS.ada.id];
	const { applied, data } = await ada.api.bulkUsers({ discordIds });
	expect(applied).toBe(false);
	expect(data.map(({ problem }) => problem)).toEqual([
		null,
		'must be a Discord id of 17 to 20 digits',
		'is listed twice',
		'is an admin, not a client',
	]);
	expect(await User.query(testServer.db.knex)).toHaveLength(1);
	await expect(
		ada.api.bulkUsers({ discordIds: Array.from({ length: 501 }, (_, n) => String(10n ** 17n + BigInt(n))) }),
	).rejects.toMatchObject({ status: 400 });
});

test('the list shows when somebody was last seen, written at most once an hour', async () => {
	const row = () => User.query(testServer.db.knex).findById(cleo).throwIfNotFound();
	const seenAt = async (age: number) => {
		const lastSeenAt = Date.now() - age;
		await User.query(testServer.db.knex).findById(cleo).patch({ lastSeenAt });
		await client.api.guildList();
		return (await row()).lastSeenAt === lastSeenAt ? 'unchanged' : 'written';
	};
	await client.api.guildList();
	expect((await row()).lastSeenAt).toBeGreaterThan(Date.now() - DAY);
	expect([await seenAt(30 * 60_000), await seenAt(61 * 60_000)]).toEqual(['unchanged', 'written']);
	expect((await ada.api.users()).find(({ discordId }) => discordId === cleo)?.lastSeenAt).toBeGreaterThan(
		Date.now() - DAY,
	);
});
