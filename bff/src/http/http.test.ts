import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { AuditRow } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const json = { 'content-type': 'application/json' };
const insert = JSON.stringify({ guildId, region: 'us', toolsName: 'Nike Shoes Active' });

test.each([
	['an unknown call', 'GET', '/api/nothing', undefined, 404, 'not_found'],
	['an unknown call below /twitter', 'POST', '/twitter/nothing', '{}', 404, 'not_found'],
	['a wrong method', 'DELETE', '/api/channellist', undefined, 405, 'method_not_allowed'],
	['malformed JSON', 'POST', '/api/channelinsert', '{"guildId"', 400, 'invalid_input'],
	[
		'a body that is too large',
		'POST',
		'/api/channelinsert',
		JSON.stringify({ guildId: 'x'.repeat(1_100_000) }),
		413,
		'too_large',
	],
] as const)('%s answers in the documented shape', async (_, method, path, body, status, code) => {
	const cleo = await testServer.signIn('cleo');
	const response = await cleo.fetch(path, { method, ...(body && { body, headers: json }) });
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ error: { code } });
});

test('rejects a body that is not JSON by its type', async () => {
	const cleo = await testServer.signIn('cleo');
	const response = await cleo.fetch('/api/channelinsert', {
		method: 'POST',
		body: 'a=b',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
	expect(response.status).toBe(415);
});

test.each([
	['in chunks, as text', { 'content-type': 'text/plain' }, 415],
	['said to be compressed and is not', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 400],
])('a body that comes %s is refused as such', async (_, headers: Record<string, string>, status) => {
	const cleo = await testServer.signIn('cleo');
	const body = new Blob([insert]).stream();
	const init = { method: 'POST', body, headers, duplex: 'half' };
	const response = await cleo.fetch('/api/channelinsert', init);
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
});

test('the connection takes the next call after a chunked body that is too large', async () => {
	const cleo = await testServer.signIn('cleo');
	const { hostname, port, origin } = new URL(testServer.server.origin);
	const socket = connect(Number(port), hostname);
	const chunk = 'x'.repeat(3_000_000);
	socket.write(
		[
			'POST /api/channelinsert HTTP/1.1',
			'host: x',
			`origin: ${origin}`,
			`cookie: ${cleo.cookieHeader()}`,
			'content-type: application/json',
			'transfer-encoding: chunked',
			'',
			chunk.length.toString(16),
			chunk,
			'0',
			'',
			'GET /healthz HTTP/1.1',
			'host: x',
			'connection: close',
			'',
			'',
		].join('\r\n'),
	);
	const answers = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
	expect(answers).toEqual(['413', '200']);
});

test.each([
	['no origin at all', {}],
	['another origin', { origin: 'https://evil.example' }],
	['a similar host', { origin: 'http://127.0.0.1.evil.example' }],
	['a request from another site', { 'sec-fetch-site': 'cross-site' }],
])('a write with a cookie and %s is refused', async (_, headers: Record<string, string>) => {
	const cleo = await testServer.signIn('cleo');
	const cookie = cleo.cookieHeader();
	const response = await fetch(`${testServer.server.origin}/api/channelinsert`, {
		method: 'POST',
		body: insert,
		headers: { ...json, cookie, ...headers },
	});
	expect(response.status).toBe(403);
});

test.each([
	['Host', { host: 'evil.example' }],
	['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
])('a write from another origin is refused, even if %s claims to be that origin', async (_, named) => {
	const cleo = await testServer.signIn('cleo');
	// fetch does not let a caller choose the Host.
	const status = await new Promise((resolve, reject) => {
		const headers = { ...json, cookie: cleo.cookieHeader(), origin: 'http://evil.example', ...named };
		request(`${testServer.server.origin}/api/channelinsert`, { method: 'POST', headers }, (response) => {
			response.resume();
			resolve(response.statusCode);
		})
			.on('error', reject)
			.end(insert);
	});
	expect(status).toBe(403);
});

test('an error names every invalid field by its path', async () => {
	const ada = await testServer.signIn('ada');
	const change = { category: 'hats', action: 'THROW', status: 'NEVER', data: { label: '', value: 'no' } };
	await expect(ada.api.jdfnlWebhooksChange(change)).rejects.toMatchObject({
		status: 400,
		fields: {
			category: expect.stringContaining('must be one of'),
			action: expect.stringContaining('must be one of'),
			status: expect.stringContaining('must be one of'),
			'data.label': 'must not be empty',
			'data.value': 'must be a Discord webhook URL',
		},
	});
});

test('a missing field and a field of the wrong type have different messages', async () => {
	const ada = await testServer.signIn('ada');
	await expect(ada.api.tokenCreate({ name: 5 as never, scopes: ['read'] })).rejects.toMatchObject({
		fields: { name: 'must be text' },
	});
	await expect(ada.api.tokenCreate({ scopes: ['read'] } as never)).rejects.toMatchObject({
		fields: { name: 'is required' },
	});
});

test('the Bearer scheme is case-insensitive', async () => {
	const ada = await testServer.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'lower', scopes: ['read'] });
	const headers = { authorization: `bearer ${data.token}` };
	const response = await fetch(`${testServer.server.origin}/api/user`, { headers });
	expect(await response.json()).toMatchObject({ username: 'Ada' });
});

test('long responses are compressed if the client accepts it, short ones are not', async () => {
	const ada = await testServer.signIn('ada');
	const headers = { 'accept-encoding': 'gzip' };
	const long = await ada.fetch('/api/openapi.json', { headers });
	expect(long.headers.get('content-encoding')).toBe('gzip');
	expect(await long.json()).toMatchObject({ openapi: '3.1.0' });
	const plain = await ada.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
	expect(plain.headers.get('content-encoding')).toBeNull();
	expect(plain.headers.get('vary')).toContain('Accept-Encoding');
	expect((await ada.fetch('/api/user', { headers })).headers.get('content-encoding')).toBeNull();
});

test.each([
	['/api/logout/', 404],
	['/API/logout', 404],
	['/auth/done/', 404],
	['/api/channelinsert', 405],
])('%s is no other spelling of a call: %i, and the session goes on', async (path, status) => {
	const cleo = await testServer.signIn('cleo');
	const response = await cleo.fetch(path, { redirect: 'manual' });
	expect(response.status).toBe(status);
	if (path.startsWith('/api/')) expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
	expect(await cleo.api.currentUser()).toMatchObject({ username: 'Cleo' });
});

test.each([
	['/dashboard/admin/', 200],
	['/dashboard/settings/overview', 200],
	['/Account/Sessions', 200],
	['/freefetcher', 200],
	['/', 200],
	['/no-such-page', 404],
	['/dashboard/no-such-page', 404],
	['/status/more', 404],
])('a browser that opens %s gets a page with status %i', async (path, status) => {
	const response = await testServer.visitor().fetch(path, { headers: { accept: 'text/html' } });
	expect(response.status).toBe(status);
	expect(await response.text()).toContain('<div id="root">');
});

test('pages are served with a policy that runs no inline script', async () => {
	const response = await testServer.visitor().fetch('/dashboard/admin');
	expect(response.status).toBe(200);
	expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
	expect(await response.text()).toContain('<div id="root">');
	expect((await testServer.visitor().fetch('/assets/none.js')).status).toBe(404);
	expect((await testServer.visitor().fetch('/..%2f..%2fpackage.json')).status).not.toBe(200);
});

test('a write leaves an audit row; a rejected one leaves none', async () => {
	const cleo = await testServer.signIn('cleo');
	await cleo.api.channelInsert({ guildId, region: 'us', toolsName: 'Nike Shoes Closeout' });
	const row = await AuditRow.query(testServer.db.knex).orderBy('id', 'desc').first();
	expect(row).toMatchObject({
		actor: SANDBOX_USERS.cleo.id,
		via: 'session',
		action: 'channelInsert',
		target: `guild ${guildId}`,
	});
	const count = await AuditRow.query(testServer.db.knex).resultSize();
	await expect(
		cleo.api.channelInsert({ guildId, region: 'us', toolsName: 'Nike Shoes Closeout' }),
	).rejects.toMatchObject({ status: 409 });
	expect(await AuditRow.query(testServer.db.knex).resultSize()).toBe(count);
});
