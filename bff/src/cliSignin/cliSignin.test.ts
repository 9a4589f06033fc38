import { createHash, randomBytes } from 'node:crypto';
import { ApiToken } from '@dropwire/db';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pairingCode } from '@dropwire/contract';
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

const random = () => randomBytes(32).toString('base64url');
const verifier = random();
const ask = (change: object = {}) => ({
	port: 45_678,
	state: random(),
	challenge: createHash('sha256').update(verifier).digest('base64url'),
	name: 'dropwire on fixture',
	...change,
});
const codeOf = (location: string) => new URL(location).searchParams.get('code') as string;
const REFUSED = { status: 400, fields: { code: expect.stringContaining('is not valid') } };

test('approving returns a code to the loopback address; the code is redeemable once', async () => {
	const asked = ask();
	const { location } = (await cleo.api.cliGrant(asked)).data;
	const url = new URL(location);
	expect([url.origin, url.pathname, url.searchParams.get('state')]).toEqual([
		'http://127.0.0.1:45678',
		'/',
		asked.state,
	]);
	const { data } = await program.api.cliToken({ code: codeOf(location), verifier });
	expect(data).toMatchObject({ name: 'dropwire on fixture', scopes: ['read', 'write'] });
	expect(data.expiresAt).toBeGreaterThan(Date.now() + 89 * 86_400_000);
	const mine = await fetch(`${testServer.server.origin}/api/user`, {
		headers: { authorization: `Bearer ${data.token}` },
	});
	expect(await mine.json()).toMatchObject({ username: 'Cleo' });
	await expect(program.api.cliToken({ code: codeOf(location), verifier })).rejects.toMatchObject(REFUSED);
	expect(location).not.toContain(data.token);
});

test('rejects a changed or expired code, or one without its verifier', async () => {
	const code = codeOf((await cleo.api.cliGrant(ask())).data.location);
	await expect(program.api.cliToken({ code, verifier: random() })).rejects.toMatchObject(REFUSED);
	await expect(program.api.cliToken({ code: `${code.slice(0, -8)}AAAAAAA=`, verifier })).rejects.toMatchObject(REFUSED);
	await expect(
		program.api.cliToken({ code: testServer.db.vault.seal('{}', 'webhook'), verifier }),
	).rejects.toMatchObject(REFUSED);
	const now = Date.now();
	vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	await expect(program.api.cliToken({ code, verifier })).rejects.toMatchObject(REFUSED);
});

test('an unredeemed approval leaves no token and does not count towards the limit', async () => {
	const { discordId } = await ApiToken.query(testServer.db.knex)
		.findOne({ name: 'dropwire on fixture' })
		.throwIfNotFound();
	await ApiToken.query(testServer.db.knex).where({ discordId }).delete();
	for (let n = 0; n < 20; n++) await cleo.api.cliGrant(ask());
	await expect(cleo.api.cliGrant(ask())).rejects.toMatchObject({ status: 409 });
	const now = Date.now();
	vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	await cleo.api.cliGrant(ask());
	expect(await ApiToken.query(testServer.db.knex).where({ discordId }).resultSize()).toBe(1);
});

test.each([
	{ port: 80 },
	{ port: 65_536 },
	{ port: 4567.8 },
	{ port: '45678' },
	{ port: '45678@evil.example' },
	{ port: 'evil.example' },
	{ port: null },
	{ state: 'x&code=mine' },
	{ state: '' },
	{ challenge: 'plain' },
	{ name: '' },
	{ name: 'x'.repeat(101) },
])('asking with $port $state $challenge $name is refused, and makes no token', async (change) => {
	const before = await ApiToken.query(testServer.db.knex).resultSize();
	await expect(cleo.api.cliGrant(ask(change))).rejects.toMatchObject({
		status: 400,
		fields: { [Object.keys(change)[0] as string]: expect.any(String) },
	});
	expect(await ApiToken.query(testServer.db.knex).resultSize()).toBe(before);
});

test('the redirect host is always 127.0.0.1', async () => {
	const more = { host: 'evil.example', redirect: 'https://evil.example', location: '//evil.example' };
	const response = await cleo.fetch('/api/cli/grant?host=evil.example&redirect_uri=https://evil.example', {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
		body: JSON.stringify({ ...ask(), ...more }),
	});
	const { data } = (await response.json()) as { data: { location: string } };
	expect(new URL(data.location).origin).toBe('http://127.0.0.1:45678');
	expect(data.location).not.toContain('evil');
});

test('GET, cross-site requests and tokens cannot approve', async () => {
	const body = JSON.stringify(ask());
	const headers = { 'content-type': 'application/json' };
	expect((await cleo.fetch('/api/cli/grant')).status).toBe(405);
	const elsewhere = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
	expect((await cleo.fetch('/api/cli/grant', { method: 'POST', headers: elsewhere, body })).status).toBe(403);
	const { data } = await cleo.api.tokenCreate({ name: 'a token', scopes: ['read', 'write'] });
	const response = await fetch(`${testServer.server.origin}/api/cli/grant`, {
		method: 'POST',
		headers: { ...headers, authorization: `Bearer ${data.token}` },
		body,
	});
	expect(response.status).toBe(403);
	await expect(testServer.visitor().api.cliGrant(ask())).rejects.toMatchObject({ status: 401 });
});

test('terminal and page show the same short code for a challenge', () => {
	expect(pairingCode('AAAAAAAA'.padEnd(43, 'x'))).toBe('AAAA-AAAA');
	expect(pairingCode('_-zZ0189'.padEnd(43, 'x'))).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
});
