import { ApiToken, AuditRow } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../http/auth.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { makeBotToken } from './botToken.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('a token is shown once, kept as a hash, works within its scopes, and ends at once', async () => {
	const cleo = await testServer.signIn('cleo');
	const { data: made } = await cleo.api.tokenCreate({ name: 'script', scopes: ['read', 'READ'] });
	expect(made).toMatchObject({ name: 'script', scopes: ['read'], expiresAt: null, lastUsedAt: null });
	const { data: listed } = await cleo.api.tokens();
	expect(JSON.stringify(listed)).not.toContain(made.token);
	const stored = await ApiToken.query(testServer.db.knex).findById(Number(made.id));
	expect(stored?.tokenHash).toBe(hashToken(made.token));
	const call = (path: string, method = 'GET') =>
		fetch(testServer.server.origin + path, { method, headers: { authorization: `Bearer ${made.token}` } });
	expect((await call('/api/deliveries')).status).toBe(200);
	expect((await call(`/api/tokens?id=${made.id}`, 'DELETE')).status).toBe(403);
	expect((await cleo.api.tokens()).data[0]?.lastUsedAt).toEqual(expect.any(Number));
	await expect(ada.api.tokenDelete({ id: made.id })).rejects.toMatchObject({ status: 404 });
	expect(await cleo.api.tokenDelete({ id: made.id })).toEqual({ data: { id: made.id } });
	expect((await call('/api/deliveries')).status).toBe(401);
});

test('a read-only token gets masked webhook URLs and no export', async () => {
	const place = { action: 'SET', brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' } as const;
	const value = 'https://discord.com/api/webhooks/123456789012345678/s3cret';
	await ada.api.bulkWebhooks({ rows: [{ ...place, label: 'one', value }] });
	const ask = async (scopes: ('read' | 'write')[], path: string) => {
		const { data } = await ada.api.tokenCreate({ name: 'script', scopes });
		const headers = { authorization: `Bearer ${data.token}` };
		const response = await fetch(testServer.server.origin + path, { headers });
		return { status: response.status, text: await response.text() };
	};
	for (const path of ['/api/hpwebhooks?region=US', '/api/operatorwebhooks?brand=HP&category=LAPTOPS']) {
		expect((await ask(['read', 'write'], path)).text).toContain(value);
		const { status, text } = await ask(['read'], path);
		expect({ status, text }).toEqual({
			status: 200,
			text: expect.stringContaining('…/webhooks/123456789012345678/••••'),
		});
		expect(text).not.toContain('s3cret');
	}
	expect((await ask(['read'], '/api/export/webhooks')).status).toBe(403);
	expect((await ask(['read', 'write'], '/api/export/webhooks')).text).toContain(value);
});

test('a token expires and cannot make another; only operators use the scope bot', async () => {
	const cleo = await testServer.signIn('cleo');
	await expect(cleo.api.tokenCreate({ name: 'x', scopes: ['bot'] })).rejects.toMatchObject({ status: 403 });
	await expect(cleo.api.tokenCreate({ name: 'x', scopes: ['read'], expiresAt: 1 })).rejects.toMatchObject({
		status: 400,
		fields: { expiresAt: 'must lie in the future' },
	});
	const { data } = await ada.api.tokenCreate({ name: 'x', scopes: ['write'], expiresAt: Date.now() + 700 });
	const make = () =>
		fetch(`${testServer.server.origin}/api/tokens`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'y', scopes: ['write'] }),
		});
	expect((await make()).status).toBe(403);
	await expect.poll(async () => (await make()).status).toBe(401);
});

test('a person can have at most 20 tokens', async () => {
	const cleo = await testServer.signIn('cleo');
	for (let n = 0; n < 20; n++) await cleo.api.tokenCreate({ name: `t${n}`, scopes: ['read'] });
	await expect(cleo.api.tokenCreate({ name: 'one more', scopes: ['read'] })).rejects.toMatchObject({ status: 409 });
});

test("the bot's token acts for guilds, replaces the one before it, and is audited without itself", async () => {
	const { db, server } = testServer;
	const first = await makeBotToken(db, SANDBOX_USERS.ada.id, 'bot');
	const call = (token: string, path: string) =>
		fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } });
	expect((await call(first, '/api/pulse')).status).toBe(200);
	expect((await call(first, '/api/usersdb')).status).toBe(403);
	const second = await makeBotToken(db, SANDBOX_USERS.ada.id, 'bot');
	await expect.poll(async () => (await call(first, '/api/pulse')).status).toBe(401);
	expect((await call(second, '/api/pulse')).status).toBe(200);
	const row = await AuditRow.query(db.knex).where({ action: 'botToken' }).orderBy('id', 'desc').first();
	expect(row).toMatchObject({ actor: SANDBOX_USERS.ada.id, via: 'shell' });
	expect(JSON.stringify(row)).not.toContain(second);
});
