import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { AuditRow, Session } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse, walk, walkSignIn } from '../testing.ts';

let house: House;
beforeAll(async () => {
	house = await openHouse();
});
afterAll(() => house.close());

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
	const cleo = await house.signIn('cleo');
	const response = await cleo.fetch(path, { method, ...(body && { body, headers: json }) });
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ error: { code } });
});

test('a body that is no JSON is refused by its type', async () => {
	const cleo = await house.signIn('cleo');
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
	const cleo = await house.signIn('cleo');
	const body = new Blob([insert]).stream();
	const init = { method: 'POST', body, headers, duplex: 'half' };
	const response = await cleo.fetch('/api/channelinsert', init);
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
});

test('after a body in chunks that is too large, the connection takes the next call', async () => {
	const cleo = await house.signIn('cleo');
	const { hostname, port, origin } = new URL(house.server.origin);
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
	['a look-alike', { origin: 'http://127.0.0.1.evil.example' }],
	['a request from another site', { 'sec-fetch-site': 'cross-site' }],
])('a write with a cookie and %s is refused', async (_, headers: Record<string, string>) => {
	const cleo = await house.signIn('cleo');
	const cookie = cleo.cookieHeader();
	const response = await fetch(`${house.server.origin}/api/channelinsert`, {
		method: 'POST',
		body: insert,
		headers: { ...json, cookie, ...headers },
	});
	expect(response.status).toBe(403);
});

test('every bad field is named at once, by its path', async () => {
	const ada = await house.signIn('ada');
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

test('what is missing and what is of a wrong type are told apart', async () => {
	const ada = await house.signIn('ada');
	await expect(ada.api.urlShorten({ originalUrl: 5 as never })).rejects.toMatchObject({
		fields: { originalUrl: 'must be string' },
	});
	await expect(ada.api.urlShorten({} as never)).rejects.toMatchObject({ fields: { originalUrl: 'is required' } });
});

test("a token's scheme is known in any letter case", async () => {
	const ada = await house.signIn('ada');
	const { data } = await ada.api.tokenCreate({ name: 'lower', scopes: ['read'] });
	const headers = { authorization: `bearer ${data.token}` };
	const response = await fetch(`${house.server.origin}/api/user`, { headers });
	expect(await response.json()).toMatchObject({ username: 'Ada' });
});

test('signing in ends where one wanted to go, with a new session id', async () => {
	const person = house.visitor();
	await person.fetch('/auth?next=/dashboard/admin', { redirect: 'manual' });
	const before = person.cookies.get('dropwire');
	expect(before).toBeDefined();
	expect(await walkSignIn(person, 'cleo', '/dashboard/admin')).toBe('/dashboard/admin');
	expect(person.cookies.get('dropwire')).not.toBe(before);
	expect(await person.api.currentUser()).toMatchObject({
		discordId: SANDBOX_USERS.cleo.id,
		username: 'Cleo',
		client: 'true',
		roles: [],
	});
});

test.each([
	'//evil.example',
	'https://evil.example',
	'/\\evil.example',
	'/\t/evil.example',
	'/.//evil.example',
	'/a/..//evil.example',
	'/%2e//evil.example',
	'/.\\evil.example',
	'javascript:alert(1)',
])('signing in never leads to %s', async (next) => {
	const person = house.visitor();
	await walkSignIn(person, 'cleo');
	const response = await person.fetch(`/auth?next=${encodeURIComponent(next)}`, { redirect: 'manual' });
	const target = new URL(response.headers.get('location') ?? '', house.server.origin);
	expect(target.origin).toBe(house.server.origin);
});

test('a refused consent and a wrong state sign nobody in', async () => {
	const person = house.visitor();
	await person.fetch('/auth', { redirect: 'manual' });
	const connect = await person.fetch('/connect/discord', { redirect: 'manual' });
	const consent = connect.headers.get('location') as string;
	const denied = await fetch(`${consent}&cancel`, { redirect: 'manual' });
	const back = await person.fetch(denied.headers.get('location') as string, { redirect: 'manual' });
	const end = await person.fetch(back.headers.get('location') as string, { redirect: 'manual' });
	expect(end.headers.get('location')).toBe('/?signin=failed');

	for (const next of ['/connect/discord', '/?signin=failed']) {
		await person.fetch('/connect/discord', { redirect: 'manual' });
		const allowed = await fetch(`${consent}&as=ada`, { redirect: 'manual' });
		const forged = new URL(allowed.headers.get('location') as string);
		forged.searchParams.set('state', 'forged');
		await person.fetch(forged.href, { redirect: 'manual' });
		const done = await person.fetch('/auth/done', { redirect: 'manual' });
		expect(done.headers.get('location')).toBe(next);
	}
	expect(await person.api.portalUser()).toBe('unauthorized');
});

test('two tabs that ask for sign-in at once both end signed in, whichever comes back first', async () => {
	const person = house.visitor();
	const toConsent = async (next: string) => {
		await person.fetch(`/auth?next=${next}`, { redirect: 'manual' });
		const consent = await person.fetch('/connect/discord', { redirect: 'manual' });
		return consent.headers.get('location') as string;
	};
	const tabs = [await toConsent('/dashboard/admin'), await toConsent('/client')];
	for (const tab of tabs) {
		expect(await walk(person, tab, 'cleo')).not.toContain('signin=failed');
		expect(await person.api.currentUser()).toMatchObject({ username: 'Cleo' });
	}
});

test('a session whose signature was changed is nobody, also right after the real one was seen', async () => {
	const cleo = await house.signIn('cleo');
	const ask = async () => {
		const headers = { cookie: cleo.cookieHeader() };
		return (await fetch(`${house.server.origin}/api/userportal/user`, { headers })).text();
	};
	for (const seen of [await ask(), await ask()]) expect(seen).toContain('Cleo');
	cleo.cookies.set('dropwire.sig', `${cleo.cookies.get('dropwire.sig')?.slice(0, -1)}!`);
	expect(await ask()).toBe('unauthorized');
	cleo.cookies.delete('dropwire.sig');
	expect(await ask()).toBe('unauthorized');
});

test('signing out ends the session on the server: a copied cookie is worth nothing', async () => {
	const cleo = await house.signIn('cleo');
	const copied = cleo.cookieHeader();
	expect(await cleo.api.logout()).toEqual({ data: 'signed out' });
	const response = await fetch(`${house.server.origin}/api/userportal/user`, { headers: { cookie: copied } });
	expect(await response.text()).toBe('unauthorized');
});

test('who merely looks gets no session, and a stored session shows neither id nor token', async () => {
	const before = await Session.query(house.db.knex).resultSize();
	await house.visitor().fetch('/api/user');
	await house.visitor().fetch('/');
	expect(await Session.query(house.db.knex).resultSize()).toBe(before);
	const cleo = await house.signIn('cleo');
	const rows = JSON.stringify(await Session.query(house.db.knex));
	expect(rows).not.toContain(cleo.cookies.get('dropwire'));
	expect(rows).not.toContain('accessToken');
});

test('a long answer is compressed for who takes it so, a short one is not', async () => {
	const ada = await house.signIn('ada');
	const headers = { 'accept-encoding': 'gzip' };
	const long = await ada.fetch('/api/openapi.json', { headers });
	expect(long.headers.get('content-encoding')).toBe('gzip');
	expect(await long.json()).toMatchObject({ openapi: '3.1.0' });
	const plain = await ada.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
	expect(plain.headers.get('content-encoding')).toBeNull();
	expect(plain.headers.get('vary')).toContain('Accept-Encoding');
	expect((await ada.fetch('/api/user', { headers })).headers.get('content-encoding')).toBeNull();
});

test('pages are served with a policy that runs no inline script', async () => {
	const response = await house.visitor().fetch('/dashboard/admin');
	expect(response.status).toBe(200);
	expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
	expect(await response.text()).toContain('<div id="root">');
	expect((await house.visitor().fetch('/assets/none.js')).status).toBe(404);
	expect((await house.visitor().fetch('/..%2f..%2fpackage.json')).status).not.toBe(200);
});

test('a write leaves an audit row that says who and what; a refused one leaves none', async () => {
	const cleo = await house.signIn('cleo');
	await cleo.api.channelInsert({ guildId, region: 'us', toolsName: 'Nike Shoes Closeout' });
	const row = await AuditRow.query(house.db.knex).orderBy('id', 'desc').first();
	expect(row).toMatchObject({
		actor: SANDBOX_USERS.cleo.id,
		via: 'session',
		action: 'channelInsert',
		target: `guild ${guildId}`,
	});
	const count = await AuditRow.query(house.db.knex).resultSize();
	await expect(
		cleo.api.channelInsert({ guildId, region: 'us', toolsName: 'Nike Shoes Closeout' }),
	).rejects.toMatchObject({ status: 409 });
	expect(await AuditRow.query(house.db.knex).resultSize()).toBe(count);
});

test('Discord being down is 502 with a reason, not an empty list', async () => {
	const cleo = await house.signIn('cleo');
	await house.sandbox.control.failDiscord({ webhookId: 'users', times: 1, fault: { status: 503 } });
	await expect(cleo.api.guildList()).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
	expect((await cleo.api.guildList()).data.data.map((guild) => guild.guildName)).toEqual([
		'Sole Searchers',
		'Restock Radar',
	]);
});
