import { ApiToken, DeviceSignin, User } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
let program: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
	program = testServer.visitor();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => testServer.close());

const name = 'dropwire on fixture';
const start = async () => (await program.api.deviceStart({ name })).data;
const poll = async (deviceCode: string) => (await program.api.deviceToken({ deviceCode })).data;
const USED = { status: 400, fields: { deviceCode: expect.stringContaining('is not valid') } };
const later = (ms: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

test('a confirmed code gives one token, once, and neither code is stored', async () => {
	const { deviceCode, userCode, url, expiresAt } = await start();
	expect(userCode).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
	expect(new URL(url).pathname).toBe('/signin/device');
	expect(new URL(url).searchParams.get('code')).toBe(userCode);
	expect(expiresAt).toBeLessThanOrEqual(Date.now() + 600_000);
	const stored = JSON.stringify(await DeviceSignin.query(testServer.db.knex));
	for (const secret of [deviceCode, userCode, userCode.replace('-', '')]) expect(stored).not.toContain(secret);
	expect(await poll(deviceCode)).toEqual({ state: 'pending', token: null });
	// As somebody types it.
	const typed = ` ${userCode.toLowerCase().replace('-', ' ')} `;
	expect((await cleo.api.deviceRequest({ code: typed })).data).toMatchObject({ name, expiresAt });
	expect((await cleo.api.deviceDecide({ code: typed, allow: true })).data).toEqual({ name, allowed: true });
	const [first, second] = await Promise.allSettled([poll(deviceCode), poll(deviceCode)]);
	const given = [first, second].find(({ status }) => status === 'fulfilled');
	expect([first, second].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	const { state, token } = (given as PromiseFulfilledResult<Awaited<ReturnType<typeof poll>>>).value;
	expect({ state, token }).toMatchObject({ state: 'allowed', token: { name, scopes: ['read', 'write'] } });
	const mine = await fetch(`${testServer.server.origin}/api/user`, {
		headers: { authorization: `Bearer ${token?.token}` },
	});
	expect(await mine.json()).toMatchObject({ username: 'Cleo' });
	await expect(poll(deviceCode)).rejects.toMatchObject(USED);
});

test('a denied code gives no token, and cannot be decided again', async () => {
	const tokens = () => ApiToken.query(testServer.db.knex).where({ discordId: SANDBOX_USERS.cleo.id }).resultSize();
	const before = await tokens();
	const { deviceCode, userCode } = await start();
	await cleo.api.deviceDecide({ code: userCode, allow: false });
	await expect(cleo.api.deviceDecide({ code: userCode, allow: true })).rejects.toMatchObject({ status: 404 });
	await expect(cleo.api.deviceRequest({ code: userCode })).rejects.toMatchObject({ status: 404 });
	expect(await poll(deviceCode)).toEqual({ state: 'denied', token: null });
	await expect(poll(deviceCode)).rejects.toMatchObject(USED);
	expect(await tokens()).toBe(before);
});

test('a code expires after ten minutes and is deleted', async () => {
	const { deviceCode, userCode } = await start();
	await cleo.api.deviceDecide({ code: userCode, allow: true });
	const another = await start();
	later(600_001);
	await expect(poll(deviceCode)).rejects.toMatchObject(USED);
	await expect(cleo.api.deviceDecide({ code: another.userCode, allow: true })).rejects.toMatchObject({ status: 404 });
	await start();
	expect(await DeviceSignin.query(testServer.db.knex).resultSize()).toBe(1);
});

test('tokens and cross-site requests cannot decide', async () => {
	const { deviceCode, userCode } = await start();
	const mia = await testServer.signIn('mia');
	await expect(mia.api.deviceDecide({ code: userCode, allow: true })).rejects.toMatchObject({ status: 403 });
	const { data } = await cleo.api.tokenCreate({ name: 'a token', scopes: ['read', 'write'] });
	const byToken = await fetch(`${testServer.server.origin}/api/cli/device/decision`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${data.token}` },
		body: JSON.stringify({ code: userCode, allow: true }),
	});
	expect(byToken.status).toBe(403);
	const elsewhere = await cleo.fetch('/api/cli/device/decision', {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
		body: JSON.stringify({ code: userCode, allow: true }),
	});
	expect(elsewhere.status).toBe(403);
	expect(await poll(deviceCode)).toMatchObject({ state: 'pending' });
});

test.each([
	'a\u202Emoc.live',
	'a\u001B[2J',
	'a\nb',
	'<script>',
	'a\u200Bb',
	'a\u2028b',
	'\u3164',
	'\u2800',
	'a\uE000b',
])('a program cannot call itself %j on the page where a person approves it', async (bad) => {
	const problem = { status: 400, fields: { name: expect.stringContaining('must not contain control characters') } };
	await expect(program.api.deviceStart({ name: bad })).rejects.toMatchObject(problem);
	const random = 'a'.repeat(43);
	const grant = { port: 4000, state: random, challenge: random, name: bad };
	await expect(cleo.api.cliGrant(grant)).rejects.toMatchObject(problem);
});

test('5,000 sign-ins can wait at the same time, over all addresses', async () => {
	const { knex } = testServer.db;
	await knex('device_signins').delete();
	const row = { name, createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
	const rows = Array.from({ length: 5000 }, (_, n) => ({ ...row, deviceHash: `d${n}`, codeHash: `c${n}` }));
	await knex.batchInsert('device_signins', rows, 100);
	await expect(start()).rejects.toMatchObject({ status: 429, retryAfter: 60 });
	await knex('device_signins').update({ expiresAt: Date.now() - 1 });
	await start();
});

test('a confirmed code gives no token after access or tokens are revoked', async () => {
	const confirmed = async (person: Browser) => {
		const { deviceCode, userCode } = await start();
		await person.api.deviceDecide({ code: userCode, allow: true });
		return deviceCode;
	};
	const revoked = await confirmed(cleo);
	await cleo.api.sessionsEnd({ current: false, tokens: true });
	await expect(poll(revoked)).rejects.toMatchObject(USED);

	const expired = await confirmed(cleo);
	await User.query(testServer.db.knex).findById(SANDBOX_USERS.cleo.id).patch({ expiresAt: 1 });
	expect(await poll(expired)).toEqual({ state: 'denied', token: null });

	const ada = await testServer.signIn('ada');
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'true' });
	const withdrawn = await confirmed(await testServer.signIn('mia'));
	await ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.mia.id });
	await expect(poll(withdrawn)).rejects.toMatchObject(USED);
});
