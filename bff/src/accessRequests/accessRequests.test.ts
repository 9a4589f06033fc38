import { AccessRequest, AuditRow, BotNotice } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

const DAY = 86_400_000;
const mia = SANDBOX_USERS.mia.id;

let testServer: TestServer;
let ada: Browser;
let visitor: Browser;
beforeEach(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	visitor = await testServer.signIn('mia');
});
afterEach(() => testServer.close());

const noticeKinds = async () => (await BotNotice.query(testServer.db.knex)).map(({ kind }) => kind);

test('a person requests access once and sees the status', async () => {
	expect(await visitor.api.accessRequest()).toEqual({ data: null, listed: false, answeredWithinMs: null });
	const { data } = await visitor.api.accessRequestCreate({ note: ' I run Cook Group. ' });
	expect(data).toMatchObject({ status: 'open', note: 'I run Cook Group.', reason: null, decidedAt: null });
	expect(await visitor.api.accessRequest()).toEqual({ data, listed: false, answeredWithinMs: null });
	await expect(visitor.api.accessRequestCreate({})).rejects.toMatchObject({ status: 409 });
	await expect(ada.api.accessRequestCreate({})).rejects.toMatchObject({ status: 409 });
	expect(await AuditRow.query(testServer.db.knex).where({ action: 'accessRequestCreate' })).toMatchObject([
		{ actor: mia, after: '{"note":"I run Cook Group."}' },
	]);
});

test('stores one of two concurrent requests; rejects a long note', async () => {
	const answers = await Promise.allSettled([1, 2].map(() => visitor.api.accessRequestCreate({ note: 'Please' })));
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	await expect(visitor.api.accessRequestCreate({ note: 'x'.repeat(1001) })).rejects.toMatchObject({
		status: 400,
		fields: { note: expect.any(String) },
	});
});

test('approving a request with role, plan and expiry gives access at once', async () => {
	await visitor.api.accessRequestCreate({ note: 'Please' });
	expect(await ada.api.accessRequests()).toMatchObject({
		count: 1,
		data: [{ discordId: mia, username: 'mia', discriminator: '0042', note: 'Please' }],
	});
	const expiresAt = Date.now() + 30 * DAY;
	const terms = { plan: 'Pro', expiresAt, note: 'trial' };
	const { data } = await ada.api.accessRequestApprove({ discordId: mia, roles: ['premium'], ...terms });
	expect(data).toMatchObject({ discordId: mia, client: 'true', roles: ['premium'], ...terms });
	expect(await visitor.api.currentUser()).toMatchObject({ plan: 'Pro' });
	expect(await visitor.api.accessRequest()).toMatchObject({ data: null, listed: true });
	expect(await ada.api.accessRequests()).toEqual({ data: [], count: 0 });
	expect(await noticeKinds()).toEqual(['approved']);
	await expect(ada.api.accessRequestApprove({ discordId: mia })).rejects.toMatchObject({ status: 404 });
});

test('a request says who asks and which plan they want, from the plans of the settings', async () => {
	const PLANS = [{ name: 'Pro', price: '$30 a month', features: [] }];
	const selling = await openTestServer({ env: { PLANS: JSON.stringify(PLANS) } });
	const person = await selling.signIn('mia');
	await expect(person.api.accessRequestCreate({ plan: 'Gold' })).rejects.toMatchObject({
		status: 400,
		fields: { plan: 'must be one of the plans: Pro' },
	});
	await person.api.accessRequestCreate({ persona: 'reseller', plan: 'Pro' });
	const operator = await selling.signIn('ada');
	expect((await operator.api.accessRequests()).data).toMatchObject([
		{ discordId: mia, persona: 'reseller', plan: 'Pro', role: null, listed: false },
	]);
	await selling.close();
});

test('a client asks for a role, and approving it keeps their terms', async () => {
	const cleo = await testServer.signIn('cleo');
	const { id } = SANDBOX_USERS.cleo;
	const expiresAt = Date.now() + 30 * DAY;
	await ada.api.userEdit({ discordId: id, plan: 'Pro', expiresAt });
	await expect(cleo.api.accessRequestCreate({})).rejects.toMatchObject({ status: 409 });
	await cleo.api.accessRequestCreate({ role: 'premium', note: 'For the product query' });
	expect((await cleo.api.accessRequest()).data).toMatchObject({ status: 'open', role: 'premium' });
	expect((await ada.api.accessRequests()).data).toMatchObject([{ discordId: id, role: 'premium', listed: true }]);
	await ada.api.accessRequestApprove({ discordId: id, roles: ['premium'] });
	expect(await cleo.api.currentUser()).toMatchObject({ roles: ['premium'], plan: 'Pro', expiresAt });
	expect(await cleo.api.accessRequest()).toMatchObject({ data: null, listed: true });
	await expect(cleo.api.accessRequestCreate({ role: 'premium' })).rejects.toMatchObject({ status: 409 });
	const [notice] = await BotNotice.query(testServer.db.knex);
	expect(notice).toMatchObject({ kind: 'approved', discordId: id });
	expect(JSON.parse(notice!.data)).toMatchObject({ role: 'premium' });
});

test('approving the request of a person with a paid grant gives access for as long as that, unless it names an end', async () => {
	const PLANS = [{ id: 'basic', name: 'Basic', price: '$10', features: [], rights: ['client'] }];
	const selling = await openTestServer({ env: { PLANS: JSON.stringify(PLANS) } });
	const operator = await selling.signIn('ada');
	const { knex } = selling.db;
	const now = Date.now();
	const endsAt = now + DAY;
	const bought = {
		provider: 'billing',
		subject: 'user',
		plan: 'basic',
		startsAt: now - 1,
		reportedAt: now,
		beganAt: now,
	};
	const buyers = ['mia', 'cleo', 'dan'] as const;
	const ends = { mia: endsAt, cleo: endsAt, dan: null };
	for (const name of buyers) {
		const { id } = SANDBOX_USERS[name];
		await knex('users').where({ discordId: id }).delete();
		await knex('grants').insert({ ...bought, externalId: name, subjectId: id, endsAt: ends[name] });
		await (await selling.signIn(name)).api.accessRequestCreate({ role: 'editor' });
	}
	const approve = (name: keyof typeof ends, terms: { expiresAt?: number | null }) =>
		operator.api.accessRequestApprove({ discordId: SANDBOX_USERS[name].id, roles: ['editor'], ...terms });
	expect((await approve('mia', {})).data).toMatchObject({ roles: ['editor'], expiresAt: endsAt });
	expect((await approve('cleo', { expiresAt: null })).data.expiresAt).toBeNull();
	// How long they will pay is not known.
	await expect(approve('dan', {})).rejects.toMatchObject({ status: 400, fields: { expiresAt: expect.any(String) } });
	expect((await approve('dan', { expiresAt: endsAt })).data.expiresAt).toBe(endsAt);

	const [person, other] = [await selling.signIn('mia'), await selling.signIn('cleo')];
	const write = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'HP Laptops' };
	expect(await person.api.currentUser()).toMatchObject({ expiresAt: endsAt, roles: ['editor'] });
	vi.spyOn(Date, 'now').mockReturnValue(endsAt + 1);
	try {
		expect(await person.api.currentUser()).toMatchObject({ expiresAt: endsAt });
		await expect(person.api.channelInsert(write)).rejects.toMatchObject({
			status: 403,
			message: expect.stringContaining('expired') as string,
		});
		expect(await other.api.currentUser()).toMatchObject({ expiresAt: null, roles: ['editor'] });
	} finally {
		vi.restoreAllMocks();
		await selling.close();
	}
});

test('says how long answers take after enough of them', async () => {
	const hours = [1, 2, 3, 4, 5].map((n) => n * 3_600_000);
	const rows = hours.map((ms, n) => ({
		discordId: String(200_000_000_000_000_000n + BigInt(n)),
		note: '',
		status: n % 2 === 0 ? 'approved' : 'declined',
		createdAt: 1_900_000_000_000,
		decidedAt: 1_900_000_000_000 + ms,
	}));
	await testServer.db.knex.batchInsert(AccessRequest.tableName, rows.slice(1), 100);
	expect((await visitor.api.accessRequest()).answeredWithinMs).toBeNull();
	await testServer.db.knex.batchInsert(AccessRequest.tableName, rows.slice(0, 1), 100);
	expect((await visitor.api.accessRequest()).answeredWithinMs).toBe(3 * 3_600_000);
});

test('a declined request has a reason, and the person can ask again', async () => {
	await visitor.api.accessRequestCreate({ note: 'Please' });
	await ada.api.accessRequestDecline({ discordId: mia, reason: 'No proof of payment.' });
	expect((await visitor.api.accessRequest()).data).toMatchObject({
		status: 'declined',
		reason: 'No proof of payment.',
		decidedAt: expect.any(Number),
	});
	expect((await ada.api.accessRequests()).count).toBe(0);
	await expect(ada.api.accessRequestDecline({ discordId: mia })).rejects.toMatchObject({ status: 404 });
	expect(await noticeKinds()).toEqual(['declined']);
	await visitor.api.accessRequestCreate({ note: 'Receipt 17' });
	expect((await visitor.api.accessRequest()).data).toMatchObject({ status: 'open', note: 'Receipt 17', reason: null });
});

test('adding the person by hand settles their request', async () => {
	await visitor.api.accessRequestCreate({});
	await ada.api.userAdd({ discordId: mia, client: 'true', plan: 'Pro' });
	expect((await ada.api.accessRequests()).count).toBe(0);
});

test('open requests, and requests of one person, are limited', async () => {
	const rows = Array.from({ length: LIMITS.accessRequests }, (_, n) => ({
		discordId: String(200_000_000_000_000_000n + BigInt(n)),
		note: '',
		status: 'open',
		createdAt: n,
	}));
	await testServer.db.knex.batchInsert(AccessRequest.tableName, rows, 100);
	await expect(visitor.api.accessRequestCreate({})).rejects.toMatchObject({ status: 409 });
	const { data, count } = await ada.api.accessRequests();
	expect([data.length, count]).toEqual([100, LIMITS.accessRequests]);
	const limited = await openTestServer({ limitFactor: 1 });
	const person = await limited.signIn('mia');
	const ask = async () =>
		person.api.accessRequestCreate({}).then(
			() => 201,
			(error: { status: number }) => error.status,
		);
	const answers = [];
	for (let n = 0; n < 6; n++) answers.push(await ask());
	expect(answers).toEqual([201, 409, 409, 409, 409, 429]);
	await limited.close();
});
