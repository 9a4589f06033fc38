import { setTimeout as pause } from 'node:timers/promises';
import { AuditRow, BotNotice, Grant, Guild, readServerGrants } from '@dropwire/db';
import { SANDBOX_APP, SANDBOX_GUILDS, SANDBOX_SKUS, SANDBOX_USERS } from '@dropwire/sandbox';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { settleGrants } from './settle.ts';

const DAY = 86_400_000;
const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const [USER_SKU, GUILD_SKU, CLIENT_SKU] = SANDBOX_SKUS.map(({ id }) => id);
const PLANS = [
	{ id: 'pro', name: 'Pro', price: '$30', features: [], rights: ['client', 'premium'], discordSku: USER_SKU },
	{ id: 'server', name: 'Server', price: '$90', features: [], rights: ['client', 'premium'], discordSku: GUILD_SKU },
	{ id: 'basic', name: 'Basic', price: '$10', features: [], rights: ['client'], discordSku: CLIENT_SKU },
	{ id: 'old', name: 'Old', price: '$5', features: [], rights: ['client'] },
	{ name: 'Free', price: '$0', features: [] },
];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const [cleo, dan, mia, eve] = (['cleo', 'dan', 'mia', 'eve'] as const).map((name) => SANDBOX_USERS[name].id);

let testServer: TestServer;
let ada: Browser;
const log: string[] = [];
beforeAll(async () => {
	testServer = await openTestServer({
		logTo: { write: (line) => void log.push(line) },
		env: {
			PLANS: JSON.stringify(PLANS),
			BILLING_SECRETS: `${SECRET},${OLD_SECRET}`,
			DISCORD_PUBLIC_KEY: SANDBOX_APP.publicKey,
		},
	});
	ada = await testServer.signIn('ada');
	await testServer.sandbox.control.entitlementEvents({ url: `${testServer.server.origin}/discord/events` });
});
afterAll(() => testServer.close());
beforeEach(async () => {
	const { knex } = testServer.db;
	for (const table of ['grants', 'bot_notices', 'rejected_events', 'audit'] as const) await knex(table).delete();
	await knex('guilds').where({ guildId: GUILD }).delete();
});

let serial = 0;
/** An event of the billing service, which is sent with its signature. */
async function report(
	grant: object,
	{
		type = 'grant.created',
		at = Date.now(),
		id = `evt_${++serial}`,
		secret = SECRET,
		sentAt = new Date(),
		body: given = undefined as string | undefined,
	} = {},
) {
	const terms = {
		externalId: 'sub_1',
		discordId: mia,
		plan: 'pro',
		startsAt: Date.now() - DAY,
		endsAt: null,
		...grant,
	};
	const body = given ?? JSON.stringify({ type, id, occurredAt: at, grant: terms });
	return fetch(`${testServer.server.origin}/billing/events`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
			'webhook-signature': `v1,bm90IHRoaXMgb25l ${new Webhook(secret).sign(id, sentAt, body)}`,
		},
		body,
	});
}
/** What a person can do: `member` without access, then `reads` (expired), `client` or `premium`. */
async function rightsOf(person: Browser): Promise<string> {
	const user = await person.api.currentUser().catch((error: { status: number }) => error.status);
	if (typeof user === 'number') return user === 403 ? 'member' : String(user);
	if (user === 'unauthorized') return user;
	if (user.expiresAt !== null && user.expiresAt <= Date.now()) return 'reads';
	return user.roles.includes('premium') ? 'premium' : 'client';
}
/** The contract allows 2 s, of which a loaded machine takes several. */
const SOON_MS = 10_000;
async function until<T>(read: () => Promise<T>, wanted: T): Promise<void> {
	const end = performance.now() + SOON_MS;
	while (performance.now() < end && (await read()) !== wanted) await pause(20);
	expect(await read()).toBe(wanted);
}
const isPaused = async () => (await Guild.query(testServer.db.knex).findById(GUILD))?.pausedAt != null;
/** What the bot writes now. */
const claimed = async () => {
	await BotNotice.query(testServer.db.knex).where({ status: 'pending', lease: null }).patch({ notBefore: 0 });
	return (await (await testServer.bot()).botNoticesClaim()).data.map(({ content }) => content);
};
const notices = async () =>
	(await BotNotice.query(testServer.db.knex).orderBy('id')).map(({ kind, discordId }) => `${kind} ${discordId}`);

test('a paid grant gives rights at once, and its end takes them', async () => {
	const person = await testServer.signIn('mia');
	expect(await rightsOf(person)).toBe('member');
	expect((await report({})).status).toBe(204);
	expect(await rightsOf(person)).toBe('premium');
	await person.api.tokenCreate({ name: 'script', scopes: ['read'] });
	expect((await report({}, { type: 'grant.ended' })).status).toBe(204);
	expect(await rightsOf(person)).toBe('reads');
	await expect(person.api.guildList()).resolves.toBeDefined();
	await expect(person.api.tokenCreate({ name: 'script', scopes: ['read'] })).rejects.toMatchObject({
		status: 403,
		message: expect.stringMatching(/^Your access \(Pro\) expired on /),
	});
	await expect(person.api.productQueryPremium({ sku: 'X' })).rejects.toMatchObject({
		status: 403,
	});
	expect(await notices()).toEqual([`expired ${mia}`]);
});

test('a grant that ended before it began leaves nothing', async () => {
	const person = await testServer.signIn('mia');
	const at = Date.now() - DAY;
	expect((await report({ startsAt: at, endsAt: at })).status).toBe(204);
	expect(await rightsOf(person)).toBe('member');
	expect(await notices()).toEqual([]);
	// An earlier one counts, of a person and of a server.
	await report({ externalId: 'sub_2', startsAt: at - 2 * DAY, endsAt: at - DAY });
	expect(await rightsOf(person)).toBe('reads');
	const { knex } = testServer.db;
	const ofServer = { discordId: undefined, guildId: GUILD };
	await report({ ...ofServer, externalId: 'sub_3', startsAt: at, endsAt: at });
	await report({ ...ofServer, externalId: 'sub_4', startsAt: at - 2 * DAY, endsAt: at - DAY });
	expect(await readServerGrants(knex, [GUILD])).toMatchObject([{ endsAt: at - DAY }]);
});

test('the rights of all grants count together, and a plan without the right gives none', async () => {
	const person = await testServer.signIn('cleo');
	const endsAt = Date.now() + 3 * DAY;
	await report({ discordId: cleo, plan: 'pro', endsAt });
	expect(await rightsOf(person)).toBe('premium');
	// The access list goes on without an end.
	expect(await person.api.currentUser()).toMatchObject({ plan: 'Pro', planEndsAt: endsAt, expiresAt: null });
	await report({ discordId: cleo, plan: 'basic' }, { type: 'grant.updated' });
	expect(await rightsOf(person)).toBe('client');
	// Removing a person from the access list ends no paid grant.
	await ada.api.usersChange({ action: 'DELETE', discordId: cleo! });
	expect(await rightsOf(await testServer.signIn('cleo'))).toBe('client');
	await ada.api.userAdd({ discordId: cleo!, client: 'true' });
	await report({ discordId: cleo }, { type: 'grant.ended' });
	expect(await rightsOf(await testServer.signIn('cleo'))).toBe('client');
	// The access list gives the same: there is nothing to say.
	expect(await notices()).toEqual([]);
});

test('an older or equal event changes nothing, and an end before its beginning stays', async () => {
	const person = await testServer.signIn('mia');
	const at = Date.now() - 1000;
	await report({}, { type: 'grant.ended', at });
	await report({}, { at: at - 1 });
	await report({}, { at });
	expect(await rightsOf(person)).toBe('reads');
	// A known id changes nothing even with newer contents.
	await report({}, { at: at + 1, id: 'evt_known' });
	await report({}, { at: at + 2, id: 'evt_known', type: 'grant.ended' });
	expect(await rightsOf(person)).toBe('premium');
	expect((await ada.api.grantSummary()).data.rejected).toMatchObject([
		{ signer: 'billing', reason: 'replayed', count: 1 },
	]);
});

test('events that are forged, late, oversized or wrong are rejected and counted', async () => {
	const wrong = async (answer: Promise<Response>) => {
		const response = await answer;
		const { error } = (await response.json()) as { error: { fields?: object } };
		return [response.status, Object.keys(error.fields ?? {}).join()];
	};
	expect(await wrong(report({}, { secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }))).toEqual([401, '']);
	for (const sign of [-1, 1]) {
		expect(await wrong(report({}, { sentAt: new Date(Date.now() + sign * 302_000) }))).toEqual([401, '']);
	}
	const unsigned = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
	expect(await wrong(fetch(`${testServer.server.origin}/billing/events`, unsigned))).toEqual([401, '']);
	expect(await wrong(report({}, { body: JSON.stringify('x'.repeat(65 * 1024)) }))).toEqual([413, '']);
	expect(await wrong(report({ plan: 'gold' }))).toEqual([400, 'grant.plan']);
	expect(await wrong(report({ plan: 'Free' }))).toEqual([400, 'grant.plan']);
	expect(await wrong(report({ guildId: GUILD }))).toEqual([400, 'grant.guildId']);
	expect(await wrong(report({ discordId: undefined }))).toEqual([400, 'grant.discordId']);
	expect(await wrong(report({ startsAt: 1_800_000_000 }))).toEqual([400, 'grant.startsAt']);
	expect(await wrong(report({ endsAt: Date.now() - 2 * DAY }))).toEqual([400, 'grant.endsAt']);
	expect(await wrong(report({}, { at: Date.now() + DAY }))).toEqual([400, 'occurredAt']);
	expect(await wrong(report({}, { body: 'no json' }))).toEqual([400, '']);
	const { rejected, signers } = (await ada.api.grantSummary()).data;
	expect(Object.fromEntries(rejected.map(({ reason, count }) => [reason, count]))).toEqual({
		signature: 1,
		time: 2,
		headers: 1,
		size: 1,
		body: 8,
	});
	expect(signers).toEqual({ billing: true, discord: true });
	// While a secret is replaced, both sign.
	expect((await report({}, { secret: OLD_SECRET })).status).toBe(204);
	expect(await Grant.query(testServer.db.knex)).toHaveLength(1);
});

test("a server's grant counts for those who manage it, and keeps it from being paused", async () => {
	const { control } = testServer.sandbox;
	const manager = await testServer.signIn('dan');
	expect(await rightsOf(manager)).toBe('member');
	await report({ discordId: undefined, guildId: GUILD, plan: 'server' });
	expect(await rightsOf(manager)).toBe('member');
	await control.setMember(GUILD, { user: 'dan', permissions: String(1n << 5n) });
	const again = await testServer.signIn('dan');
	expect(await rightsOf(again)).toBe('premium');
	// Without any further call, the notices know who manages the server.
	expect(await testServer.db.knex('guild_managers').where({ guildId: GUILD }).pluck('discordId')).toEqual([dan]);
	await again.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'HP Laptops' });
	// The bot vouches for the server of a command; a program's person is looked up with the bot's token.
	const command = await testServer.bot(dan);
	expect((await command.linkList({ guildId: GUILD })).data).toEqual([]);
	const { data: token } = await again.api.tokenCreate({ name: 'script', scopes: ['read'] });
	const byToken = async () => {
		const headers = { authorization: `Bearer ${token.token}` };
		return (await fetch(`${testServer.server.origin}/api/client/user`, { headers })).status;
	};
	expect(await byToken()).toBe(200);
	expect((await again.api.grants()).data).toMatchObject([
		{
			subject: 'guild',
			subjectId: GUILD,
			plan: 'server',
			planName: 'Server',
			state: 'active',
			rights: ['client', 'premium'],
		},
	]);
	await report({ discordId: undefined, guildId: GUILD, plan: 'server' }, { type: 'grant.ended' });
	expect(await rightsOf(again)).toBe('reads');
	expect(await isPaused()).toBe(true);
	expect(await notices()).toEqual([`expired ${dan}`]);
	await report({ discordId: undefined, guildId: GUILD, plan: 'server' }, { type: 'grant.updated' });
	expect(await isPaused()).toBe(false);
	await control.setMember(GUILD, { user: 'dan', permissions: null });
	expect(await rightsOf(await testServer.signIn('dan'))).toBe('member');
});

test("the end of a server's manual grant pauses the server and keeps its managers", async () => {
	const { control } = testServer.sandbox;
	await control.setMember(GUILD, { user: 'dan', permissions: String(1n << 5n) });
	const add = (endsAt: number | null) =>
		ada.api.grantAdd({ subject: 'guild', subjectId: GUILD, plan: 'server', endsAt });
	await add(null);
	const manager = await testServer.signIn('dan');
	await manager.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'HP Laptops' });
	const end = async () => ada.api.grantEnd({ id: (await ada.api.grants({ subject: GUILD })).data[0]!.id });
	for (const over of [end, () => add(Date.now() - DAY)]) {
		await add(null);
		expect(await isPaused()).toBe(false);
		await over();
		expect(await isPaused()).toBe(true);
		expect(await testServer.db.knex('guild_managers').where({ guildId: GUILD }).pluck('discordId')).toEqual([dan]);
	}
	await control.setMember(GUILD, { user: 'dan', permissions: null });
});

test.each(['mia', 'cleo'] as const)(
	'a server is paused when its manager %s deletes their data and keeps a paid grant',
	async (name) => {
		const { id } = SANDBOX_USERS[name];
		const { control } = testServer.sandbox;
		// Cleo owns it, and is on the access list.
		if (name === 'mia') await control.setMember(GUILD, { user: name, permissions: String(1n << 5n) });
		await report({ discordId: id });
		const manager = await testServer.signIn(name);
		await manager.api.channelInsert({ guildId: GUILD, region: 'US', toolsName: 'HP Laptops' });
		await manager.api.accountDelete({ confirm: true });
		expect(await isPaused()).toBe(true);
		// What they bought goes on, and so does the server when they come back.
		await (await testServer.signIn(name)).api.guildList();
		expect(await isPaused()).toBe(false);
		await report({ discordId: id }, { type: 'grant.ended' });
		expect(await isPaused()).toBe(true);
		if (name === 'mia') await control.setMember(GUILD, { user: name, permissions: null });
		else await ada.api.userAdd({ discordId: id, client: 'true' });
	},
);

test('what is known late ends when it ended, and is carried out once', async () => {
	const { db, settings } = testServer;
	const old = { startsAt: Date.now() - 90 * DAY, endsAt: Date.now() - 60 * DAY };
	await report(old);
	expect(
		(await ada.api.grantSummary()).data.plans.some(({ provider, ended }) => provider === 'billing' && ended > 0),
	).toBe(false);
	await report({ ...old, plan: 'basic' }, { type: 'grant.updated' });
	expect(await settleGrants(db, { admins: [], plans: settings.PLANS })).toBe(false);
});

test('an end is announced once, and carried out when its time comes', async () => {
	const endsAt = Date.now() + 5 * DAY;
	await report({ discordId: eve, endsAt });
	await report({ externalId: 'sub_2', discordId: mia, startsAt: Date.now() + DAY, endsAt: endsAt + 30 * DAY });
	const { db, settings } = testServer;
	const settle = (now: number) => settleGrants(db, { admins: settings.ADMIN_DISCORD_IDS, plans: settings.PLANS }, now);
	await Promise.all([settle(Date.now()), settle(Date.now())]);
	await settle(Date.now());
	expect(await notices()).toEqual([`expiring ${eve}`]);
	await settle(endsAt);
	expect(await notices()).toEqual([`expiring ${eve}`, `expired ${eve}`]);
	const actions = await AuditRow.query(db.knex).whereIn('action', ['grantBegan', 'grantEnded']).orderBy('id');
	expect(actions.map(({ action, target }) => `${action} ${target}`)).toEqual([
		`grantBegan user ${eve}`,
		`grantBegan user ${mia}`,
		`grantEnded user ${eve}`,
	]);
	expect(await claimed()).toMatchObject([
		{ kind: 'expiring', plan: 'Pro', expiresAt: endsAt, keepsAccess: false },
		{ kind: 'expired', plan: 'Pro', expiresAt: endsAt, keepsAccess: false },
	]);
});

test('a notice says whether access goes on, and is dropped where the same rights do', async () => {
	const { db, settings } = testServer;
	const settle = (now: number) => settleGrants(db, { admins: settings.ADMIN_DISCORD_IDS, plans: settings.PLANS }, now);
	const endsAt = Date.now() + 5 * DAY;
	// Cleo is on the access list, without an end and without premium.
	await report({ discordId: cleo, endsAt });
	await settle(Date.now());
	expect(await claimed()).toMatchObject([{ kind: 'expiring', plan: 'Pro', keepsAccess: true }]);
	await report({ discordId: cleo }, { type: 'grant.ended' });
	expect(await claimed()).toMatchObject([{ kind: 'expired', plan: 'Pro', keepsAccess: true }]);

	// The end of a plan is reported before the one that replaces it.
	await report({});
	await report({}, { type: 'grant.ended' });
	expect((await (await testServer.bot()).botNoticesClaim()).data).toEqual([]);
	await report({ externalId: 'sub_2' });
	expect(await claimed()).toEqual([]);

	await report({ externalId: 'sub_3', discordId: eve, endsAt });
	await settle(Date.now());
	expect(await notices()).toContain(`expiring ${eve}`);
	// The bot did not run until then.
	const past = Date.now() - 1;
	await Grant.query(db.knex).where({ externalId: 'sub_3' }).patch({ endsAt: past });
	const late = JSON.stringify({
		grantId: (await Grant.query(db.knex).findOne({ externalId: 'sub_3' }))!.id,
		expiresAt: past,
	});
	await BotNotice.query(db.knex).where({ discordId: eve }).patch({ data: late });
	expect(await claimed()).toEqual([]);
});

test('operators give and end grants by hand, and see all of them', async () => {
	const endsAt = Date.now() + DAY;
	const add = (input: object) => ada.api.grantAdd({ subject: 'user', subjectId: eve!, plan: 'pro', endsAt, ...input });
	expect((await add({})).data).toMatchObject({
		id: `manual-${eve}`,
		provider: 'manual',
		plan: 'pro',
		endsAt,
		state: 'active',
	});
	expect(await rightsOf(await testServer.signIn('eve'))).toBe('premium');
	expect((await ada.api.users()).find(({ discordId }) => discordId === eve)).toMatchObject({
		plan: 'Pro',
		expiresAt: endsAt,
		roles: ['premium'],
	});
	// Another plan by hand replaces what the first one gave.
	expect((await add({ plan: 'basic' })).data).toMatchObject({ plan: 'basic', rights: ['client'] });
	expect(await rightsOf(await testServer.signIn('eve'))).toBe('client');
	const [row] = await AuditRow.query(testServer.db.knex).where({ action: 'grantAdd' }).orderBy('id', 'desc').limit(1);
	expect(JSON.parse(row!.before ?? '')).toMatchObject({ plan: 'Pro', roles: ['premium'] });
	expect(JSON.parse(row!.after ?? '')).toMatchObject({ plan: 'Basic', roles: [] });
	await add({});
	const { data: ofServer } = await add({ subject: 'guild', subjectId: GUILD, plan: 'server' });
	await expect(add({ plan: 'gold' })).rejects.toMatchObject({
		status: 400,
		fields: { plan: expect.stringContaining('pro, server, basic, old') },
	});
	await expect(add({ subjectId: SANDBOX_USERS.ada.id })).rejects.toMatchObject({ status: 409 });
	await report({});
	const all = (await ada.api.grants()).data;
	expect(all.map(({ provider, subjectId }) => `${provider} ${subjectId}`).toSorted()).toEqual(
		[`billing ${mia}`, `manual ${cleo}`, `manual ${eve}`, `manual ${GUILD}`].toSorted(),
	);
	expect((await ada.api.grantSummary()).data.plans).toContainEqual({
		plan: 'pro',
		planName: 'Pro',
		provider: 'manual',
		active: 1,
		new: 1,
		ended: 0,
		ending: 1,
	});
	const own = await testServer.signIn('mia');
	expect((await own.api.grants({ subject: mia! })).data).toHaveLength(1);
	await expect(own.api.grants({ subject: eve! })).rejects.toMatchObject({ status: 403 });
	expect((await ada.api.grantEnd({ id: ofServer.id })).data.state).toBe('ended');
	expect((await ada.api.grantEnd({ id: `manual-${eve}` })).data.state).toBe('ended');
	const bought = all.find(({ provider }) => provider === 'billing')!;
	await expect(ada.api.grantEnd({ id: bought.id })).rejects.toMatchObject({ status: 409 });
	await ada.api.usersChange({ action: 'DELETE', discordId: eve! });
});

test('pages of grants have each once, also of those that began together', async () => {
	const row = {
		provider: 'billing',
		subject: 'user',
		subjectId: mia!,
		plan: 'pro',
		startsAt: 1000,
		reportedAt: 1,
	} as const;
	const rows = Array.from({ length: 230 }, (_, n) => ({
		...row,
		externalId: `sub_${n}`,
		startsAt: 1000 - Math.floor(n / 100),
	}));
	await testServer.db.knex('grants').insert(rows);
	const seen = [];
	let cursor: string | null = null;
	do {
		const page = await ada.api.grants({ subject: mia!, ...(cursor !== null && { cursor }) });
		seen.push(...page.data.map(({ externalId }) => externalId));
		cursor = page.nextCursor;
	} while (cursor !== null);
	expect(seen).toHaveLength(230);
	expect(new Set(seen).size).toBe(230);
	await expect(ada.api.grants({ cursor: 'x' })).rejects.toMatchObject({
		status: 400,
		fields: { cursor: expect.any(String) },
	});
});

test("what is bought in Discord's store counts soon, however its events arrive", async () => {
	const { control } = testServer.sandbox;
	const person = await testServer.signIn('mia');
	const bought = [];
	for (const delivery of ['normal', 'doubled', { delayMs: 300 }] as const) {
		await control.entitlementEvents({ delivery });
		const { id } = await control.buy({ sku: USER_SKU!, userId: mia! });
		bought.push(id);
		await until(() => rightsOf(person), 'premium');
		await control.refund(id);
		await until(() => rightsOf(person), 'reads');
	}
	// Of a lost event and one that overtakes another, the next reading finds both.
	await control.entitlementEvents({ delivery: 'lost' });
	const { id } = await control.buy({ sku: USER_SKU!, userId: mia! });
	await control.entitlementEvents({ delivery: 'reordered' });
	await control.buy({ sku: CLIENT_SKU!, userId: dan! });
	await control.endEntitlement(id, Date.now() + DAY);
	await until(() => rightsOf(person), 'premium');
	await control.endEntitlement(id, Date.now() - 1);
	await control.endEntitlement(id, Date.now() - 1);
	await until(() => rightsOf(person), 'reads');
	await control.entitlementEvents({ delivery: 'normal' });
	expect((await ada.api.grants({ subject: dan! })).data).toMatchObject([
		{ plan: 'basic', endsAt: null, state: 'active' },
	]);
	await (await testServer.bot()).botEntitlements();
});

test('only a reading of which every page was read replaces what is known', async () => {
	const { control } = testServer.sandbox;
	const person = await testServer.signIn('mia');
	const state = async () => (await ada.api.grantSummary()).data.discord!;
	// More than one page, of which the second cannot be read at first.
	await control.entitlementEvents({ delivery: 'lost' });
	for (let n = 0; n < 100; n++) await control.buy({ sku: CLIENT_SKU!, userId: eve! });
	const { id } = await control.buy({ sku: USER_SKU!, userId: mia! });
	await control.failDiscord({ webhookId: 'entitlements', times: 1, fault: { delayMs: 1 } });
	await control.failDiscord({ webhookId: 'entitlements', times: 1, fault: { status: 500 } });
	await control.entitlementEvents({ delivery: 'normal' });
	await control.endEntitlement(id, Date.now() + DAY);
	await until(async () => (await state()).problem !== null, true);
	const failingSince = async () => (await testServer.db.knex('entitlement_readings').first())?.failingSince;
	expect(await failingSince()).toEqual(expect.any(Number));
	expect(await Grant.query(testServer.db.knex).where({ plan: 'basic', subjectId: eve! })).toEqual([]);
	await until(() => rightsOf(person), 'premium');
	expect(await state()).toMatchObject({ problem: null });
	expect(await failingSince()).toBeNull();
	expect(await Grant.query(testServer.db.knex).where({ plan: 'basic', subjectId: eve! })).toHaveLength(100);
	await control.refund(id);
	await until(() => rightsOf(person), 'reads');
});

test('events that Discord did not sign are rejected, and its PINGs are answered', async () => {
	const send = (headers: Record<string, string>) =>
		fetch(`${testServer.server.origin}/discord/events`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: '{"type":0}',
		});
	expect((await send({})).status).toBe(401);
	const signature = { 'x-signature-ed25519': 'ab'.repeat(64), 'x-signature-timestamp': '1' };
	expect((await send(signature)).status).toBe(401);
	// The sandbox rejects an address that does not answer a valid PING with 204 and an invalid one with 401.
	await testServer.sandbox.control.entitlementEvents({ url: `${testServer.server.origin}/discord/events` });
	await expect(
		testServer.sandbox.control.entitlementEvents({ url: `${testServer.server.origin}/healthz` }),
	).rejects.toThrow('PINGs');
	await testServer.sandbox.control.entitlementEvents({ url: `${testServer.server.origin}/discord/events` });
});

test('the start warns of a plan that a billing service sells and Discord does not', () => {
	const warnings = log.filter((line) => line.includes('"level":40') && line.includes('PLANS'));
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain('PLANS: old has no discordSku');
	// What is signed, and with what, is not logged.
	expect(log.join('')).not.toContain(SECRET);
});
