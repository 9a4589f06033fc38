import { createHash, randomBytes } from 'node:crypto';
import { Account, AuditRow, Session } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../live/testing.ts';
import { startServer } from '../server.ts';
import { type Browser, type TestServer, openTestServer, walk, walkSignIn } from '../testing.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const cleoId = SANDBOX_USERS.cleo.id;

let testServer: TestServer;
let fixture: Browser;
let phone: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());
beforeEach(async () => {
	const { knex } = testServer.db;
	for (const table of ['sessions', 'api_tokens', 'audit']) await knex(table).delete();
	fixture = await signInAs('cleo', FIREFOX);
	phone = await signInAs('cleo', SAFARI);
});

/** A browser that says what it is, signed in. */
async function signInAs(name: 'cleo' | 'mia', userAgent: string): Promise<Browser> {
	const person = testServer.visitor();
	const plain = person.fetch;
	person.fetch = (path, init = {}) => {
		const headers = new Headers(init.headers);
		headers.set('user-agent', userAgent);
		return plain(path, { ...init, headers });
	};
	await walkSignIn(person, name);
	return person;
}

const signedIn = async (person: Browser) => (await person.api.portalUser()) !== 'unauthorized';
const audited = (action: string) => AuditRow.query(testServer.db.knex).where({ action }).orderBy('id');

test('the list shows each session by browser and last use, marking the current one', async () => {
	const { data, tokens } = await fixture.api.sessions();
	expect(data.map(({ browser, current }) => ({ browser, current }))).toEqual(
		expect.arrayContaining([
			{ browser: 'Firefox on Windows', current: true },
			{ browser: 'Safari on iOS', current: false },
		]),
	);
	expect(data).toHaveLength(2);
	expect(tokens).toEqual([]);
	const cookie = fixture.cookies.get('dropwire') ?? '';
	for (const { id, createdAt, usedAt, expiresAt } of data) {
		expect(cookie).not.toContain(id);
		expect(createdAt).toBeLessThanOrEqual(usedAt);
		expect(expiresAt).toBeGreaterThan(Date.now());
	}
	// Used an hour ago, and again now.
	const hour = Date.now() - 3_600_000;
	await Session.query(testServer.db.knex).patch({ usedAt: hour });
	// What the server remembers of a session it remembers for a second.
	await expect
		.poll(async () => (await fixture.api.sessions()).data.find((one) => one.current)?.usedAt)
		.toBeGreaterThan(hour);
	expect((await fixture.api.sessions()).data[0]).toMatchObject({ current: true });
	expect((await fixture.api.sessions()).data[1]).toMatchObject({ usedAt: hour, browser: 'Safari on iOS' });
});

test('one session is ended by its owner alone: its browser is out and its live stream ends', async () => {
	const { data } = await fixture.api.sessions();
	const other = data.find(({ current }) => !current)?.id ?? '';
	const stream = await listen(phone);
	const stranger = await signInAs('mia', FIREFOX);
	await expect(stranger.api.sessionEnd({ id: other })).rejects.toMatchObject({ status: 404 });
	expect(await signedIn(phone)).toBe(true);
	expect(await fixture.api.sessionEnd({ id: other })).toEqual({ data: { id: other } });
	expect(await stream.ended).toBe('ended');
	expect(await signedIn(phone)).toBe(false);
	expect(await signedIn(fixture)).toBe(true);
	await expect(fixture.api.sessionEnd({ id: other })).rejects.toMatchObject({ status: 404 });
	expect(await audited('sessionEnd')).toMatchObject([
		{ actor: cleoId, via: 'session', target: `session ${other}`, before: '{"browser":"Safari on iOS"}' },
	]);
});

test('a session that another server process ends loses its live stream in this one', async () => {
	const settings = { ...testServer.settings, PORT: 0 };
	const second = await startServer({ settings, db: testServer.db, log: pino({ level: 'silent' }), engine: null });
	try {
		const fetch: Browser['fetch'] = (path, init) => phone.fetch(new URL(path, second.origin).href, init);
		const stream = await listen({ ...phone, fetch });
		await fixture.api.sessionsEnd({});
		expect(await stream.ended).toBe('ended');
		expect((await fetch('/api/sessions')).status).toBe(401);
	} finally {
		await second.close();
	}
});

test('a right, token or session that another process withdraws is gone with the next request', async () => {
	const { knex } = testServer.db;
	const { data: created } = await phone.api.tokenCreate({ name: 'script', scopes: ['read'], expiresAt: null });
	const byToken = () =>
		fetch(`${testServer.server.origin}/api/guildlist`, { headers: { authorization: `Bearer ${created.token}` } });
	expect((await byToken()).status).toBe(200);
	await knex('api_tokens').delete();
	expect((await byToken()).status).toBe(401);

	const listed = await knex('users').where({ discordId: cleoId }).first();
	expect((await phone.fetch('/api/guildlist')).status).toBe(200);
	await knex('users').where({ discordId: cleoId }).delete();
	expect((await phone.fetch('/api/guildlist')).status).toBe(403);
	await knex('users').insert(listed!);

	expect(await signedIn(phone)).toBe(true);
	await knex('sessions').delete();
	expect(await signedIn(phone)).toBe(false);
});

test('a session row with a changed user does not sign in', async () => {
	await testServer.db.knex('sessions').update({ discordId: SANDBOX_USERS.ada.id });
	expect(await signedIn(phone)).toBe(false);
});

test('ends all other sessions, optionally this one and all API tokens', async () => {
	const { data: token } = await fixture.api.tokenCreate({ name: 'CI', scopes: ['read'] });
	const program = () =>
		fetch(`${testServer.server.origin}/api/user`, { headers: { authorization: `Bearer ${token.token}` } });
	expect((await fixture.api.sessions()).tokens).toMatchObject([{ id: token.id, name: 'CI', scopes: ['read'] }]);
	expect(await fixture.api.sessionsEnd({})).toEqual({ data: { sessions: 1, tokens: 0 } });
	expect([await signedIn(fixture), await signedIn(phone)]).toEqual([true, false]);
	expect((await (await program()).json()) as object).toMatchObject({ username: 'Cleo' });
	phone = await signInAs('cleo', SAFARI);
	expect(await phone.api.sessionsEnd({ current: true, tokens: true })).toEqual({ data: { sessions: 2, tokens: 1 } });
	expect([await signedIn(fixture), await signedIn(phone)]).toEqual([false, false]);
	expect(await (await program()).text()).toBe('unauthorized');
	expect(await audited('sessionsEnd')).toMatchObject([
		{ target: `user ${cleoId}`, after: '{"sessions":1,"tokens":0}' },
		{ target: `user ${cleoId}`, after: '{"sessions":2,"tokens":1}' },
	]);
});

test('people outside the access list can list and end sessions; tokens cannot', async () => {
	const mia = await signInAs('mia', FIREFOX);
	expect((await mia.api.sessions()).data).toHaveLength(1);
	const { data: token } = await fixture.api.tokenCreate({ name: 'all', scopes: ['read', 'write'] });
	const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' };
	for (const [method, path] of [
		['GET', '/api/sessions'],
		['DELETE', '/api/sessions?id=0000000000000000'],
		['POST', '/api/sessions/end'],
	] as const) {
		const body = method === 'POST' ? '{}' : null;
		expect((await fetch(testServer.server.origin + path, { method, headers, body })).status).toBe(403);
	}
	expect(await mia.api.sessionsEnd({ current: true })).toEqual({ data: { sessions: 1, tokens: 0 } });
});

test('the number of sessions per person is limited: the least recently used one ends', async () => {
	const now = Date.now();
	const rows = Array.from({ length: LIMITS.sessionsPerUser - 1 }, (_, n) => ({
		idHash: n.toString(16).padStart(64, '0'),
		discordId: cleoId,
		sealed: '',
		createdAt: now,
		expiresAt: now + 3_600_000,
		usedAt: now + 1000,
		userAgent: null,
	}));
	await testServer.db.knex('sessions').insert(rows);
	await Session.query(testServer.db.knex)
		.where('userAgent', SAFARI)
		.patch({ usedAt: now - 5000 });
	const third = await signInAs('cleo', FIREFOX);
	const { data } = await third.api.sessions();
	expect(data).toHaveLength(LIMITS.sessionsPerUser);
	expect(data.map(({ browser }) => browser)).not.toContain('Safari on iOS');
	expect(data.find(({ browser }) => browser === null)).toMatchObject({ current: false });
});

test('sign-ins and sign-outs are audited; rejected ones once in ten minutes', async () => {
	expect(await audited('signIn')).toMatchObject([
		{ actor: cleoId, via: 'session', target: `user ${cleoId}`, after: '{"browser":"Firefox on Windows"}' },
		{ actor: cleoId, after: '{"browser":"Safari on iOS"}' },
	]);
	await fixture.api.logout();
	await testServer.visitor().api.logout();
	expect(await audited('logout')).toMatchObject([{ actor: cleoId, target: expect.stringMatching(/^session \w{16}$/) }]);
	for (let times = 0; times < 2; times++) {
		const person = testServer.visitor();
		const connect = await person.fetch('/connect/discord', { redirect: 'manual' });
		const denied = await fetch(`${connect.headers.get('location')}&cancel`, { redirect: 'manual' });
		expect(await walk(person, denied.headers.get('location') ?? '', 'cleo')).toContain('signin=canceled');
	}
	const refused = (await audited('signIn')).filter(({ target }) => target === 'refused');
	expect(refused).toMatchObject([{ actor: null, after: '{"reason":"access_denied"}', requestId: expect.any(String) }]);
});

test('command-line sign-ins are audited with their user; wrong codes as rejected', async () => {
	const program = testServer.visitor();
	const wrong = { code: 'x', verifier: 'v'.repeat(43) };
	await expect(program.api.cliToken(wrong)).rejects.toMatchObject({ status: 400 });
	const verifier = randomBytes(32).toString('base64url');
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const { data } = await fixture.api.cliGrant({ port: 45_678, state: verifier, challenge, name: 'laptop' });
	const code = new URL(data.location).searchParams.get('code') ?? '';
	await program.api.cliToken({ code, verifier });
	expect(await audited('cliToken')).toMatchObject([
		{ actor: null, target: 'refused' },
		{ actor: cleoId, after: expect.stringContaining('"name":"laptop"') },
	]);
});

test('a rejected call is logged once for each person and call; opening a dashboard is not logged', async () => {
	const mia = await signInAs('mia', FIREFOX);
	await expect(mia.api.currentUser()).rejects.toMatchObject({ status: 403 });
	for (let times = 0; times < 3; times++) {
		await expect(mia.api.guildList()).rejects.toMatchObject({ status: 403 });
		await expect(fixture.api.users()).rejects.toMatchObject({ status: 403 });
	}
	await expect(mia.api.users()).rejects.toMatchObject({ status: 403 });
	const rows = await AuditRow.query(testServer.db.knex).where({ target: 'refused' }).orderBy('id');
	expect(rows.map(({ actor, action }) => [actor, action])).toEqual([
		[SANDBOX_USERS.mia.id, 'guildList'],
		[cleoId, 'users'],
		[SANDBOX_USERS.mia.id, 'users'],
	]);
	expect(rows[1]).toMatchObject({ via: 'session', after: '{"reason":"This requires an operator account."}' });
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.audit();
	expect(data.find(({ action }) => action === 'guildList')).toMatchObject({
		actorName: (await Account.query(testServer.db.knex).findById(SANDBOX_USERS.mia.id))?.username,
		target: 'refused',
		after: { reason: expect.stringContaining('not on the access list') },
	});
});
