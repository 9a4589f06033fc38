import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('each sign-in has a new state and PKCE challenge', async () => {
	const consents = [];
	for (let times = 0; times < 2; times++) {
		const person = testServer.visitor();
		await person.fetch('/auth', { redirect: 'manual' });
		const response = await person.fetch('/connect/discord', { redirect: 'manual' });
		consents.push(new URL(response.headers.get('location') ?? '').searchParams);
	}
	for (const name of ['state', 'code_challenge']) {
		const [first, second] = consents.map((query) => query.get(name));
		expect(first).toMatch(/^[\w-]{20,}$/);
		expect(second).not.toBe(first);
	}
	expect(consents[0]?.get('code_challenge_method')).toBe('S256');
});

test('the session cookie is HttpOnly and SameSite', async () => {
	const cookies = (await testServer.visitor().fetch('/auth', { redirect: 'manual' })).headers.getSetCookie();
	const names = cookies.map((line) => line.split('=')[0]);
	expect(names).toEqual(['dropwire', 'dropwire.sig']);
	for (const line of cookies) expect(line).toMatch(/; samesite=lax; httponly$/i);
});

test("every request to Discord has Dropwire's user agent", async () => {
	const seen = new Map<string, Set<string | undefined>>();
	let sandbox = '';
	const forward = async (request: IncomingMessage, response: ServerResponse) => {
		const { method = 'GET', url = '', headers } = request;
		// What the server asks before the test knows the sandbox.
		if (sandbox === '') return void response.writeHead(503).end();
		const path = url
			.replace(/\?.*/, '')
			.replaceAll(/\/\d{17,}/g, '/{id}')
			.replace(/(webhooks\/\{id\})\/.+/, '$1/{token}');
		const agents = seen.get(`${method} ${path}`) ?? new Set();
		seen.set(`${method} ${path}`, agents.add(headers['user-agent']));
		const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
		const body = method === 'GET' ? null : Buffer.concat(await request.toArray());
		const answer = await fetch(`${sandbox}${url}`, {
			method,
			headers: passed as Record<string, string>,
			body,
			redirect: 'manual',
		});
		response.writeHead(answer.status, {
			'content-type': answer.headers.get('content-type') ?? 'text/plain',
			location: answer.headers.get('location') ?? '',
		});
		return void response.end(Buffer.from(await answer.arrayBuffer()));
	};
	const proxy = createServer((request, response) => void forward(request, response));
	await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const other = await openTestServer({ env: { DISCORD_URL: origin } });
	sandbox = other.sandbox.origin;
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	const { id: channelId, name: channelName } = SANDBOX_CHANNELS.find((channel) => channel.guildId === guildId)!;
	const topic = { guildId, region: 'US', toolsName: 'HP Laptops' };
	try {
		const cleo = await other.signIn('cleo');
		const change = { ...topic, action: 'ADD' as const, channelId };
		await cleo.api.serverSetup({ guildId, changes: [change] });
		const [webhook] = await other.sandbox.control.createWebhooks({ count: 1, channelId });
		const link = { guildId, channelId, channelName, guildName: 'A', webHook: webhook!.url.replace(sandbox, origin) };
		await cleo.api.linkInsert({ ...link, region: 'JP', toolsName: 'Nike Shoes Active' });
	} finally {
		await other.close();
		proxy.close();
	}
	seen.delete('GET /oauth2/authorize');
	// The registration of linked roles begins with the server, and may have come too early.
	expect([...seen.keys()].filter((call) => !call.includes('/role-connections/')).toSorted()).toEqual([
		'GET /api/v10/applications/@me',
		'GET /api/v10/channels/{id}/webhooks',
		'GET /api/v10/guilds/{id}',
		'GET /api/v10/guilds/{id}/channels',
		'GET /api/v10/guilds/{id}/members/{id}',
		'GET /api/v10/users/@me',
		'GET /api/v10/users/@me/guilds',
		'GET /api/v10/webhooks/{id}/{token}',
		'POST /api/v10/channels/{id}/webhooks',
		'POST /api/v10/oauth2/token',
	]);
	for (const agents of seen.values())
		expect([...agents]).toEqual([expect.stringMatching(/^DiscordBot \(https:.+, .+\)$/)]);
});
