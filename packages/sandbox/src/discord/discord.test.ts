import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type Sandbox, SANDBOX_APP, type SandboxOptions, startSandbox } from '../index.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function withWebhook(limits: SandboxOptions['limits'] = {}) {
	sandbox = await startSandbox({ limits: { webhook: null, channel: null, global: null, invalid: null, ...limits } });
	const [webhook] = await sandbox.control.createWebhooks({ count: 1 });
	const post = (body: unknown = { content: 'hi' }, query = '?wait=true') =>
		fetch(`${webhook!.url}${query}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
	return { webhook: webhook!, post };
}

test('an executed webhook answers with the message, or with nothing without ?wait=true', async () => {
	const { post, webhook } = await withWebhook();
	expect(await (await post()).json()).toMatchObject({
		id: expect.stringMatching(/^\d{17,20}$/),
		webhook_id: webhook.id,
	});
	const silent = await post({ content: 'hi' }, '');
	expect(silent.status).toBe(204);
	expect(silent.headers.get('content-type')).toBeNull();
	expect(await sandbox.control.messages({ webhookId: webhook.id })).toHaveLength(2);
});

test('limits are stated in headers, and a request that comes too soon gets 429 with how long to wait', async () => {
	const { post } = await withWebhook({ webhook: { limit: 2, windowMs: 60_000 } });
	const first = await post();
	expect(Object.fromEntries(first.headers)).toMatchObject({
		'x-ratelimit-limit': '2',
		'x-ratelimit-remaining': '1',
		'x-ratelimit-bucket': expect.any(String),
	});
	expect(Number(first.headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(59);
	expect((await post()).headers.get('x-ratelimit-remaining')).toBe('0');
	const refused = await post();
	expect(refused.status).toBe(429);
	expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
	expect(await refused.json()).toMatchObject({ retry_after: expect.any(Number), global: false });
	expect(await sandbox.control.stats()).toMatchObject({ limitBroken: 1, stored: 2, invalid: 1 });
});

test('the global limit and the one per channel, which no header shows', async () => {
	const { post } = await withWebhook({ channel: { limit: 1, windowMs: 60_000 } });
	expect((await post()).headers.get('x-ratelimit-remaining')).toBeNull();
	expect((await post()).status).toBe(429);
	await sandbox.control.setLimits({ channel: null, global: { limit: 1, windowMs: 60_000 } });
	await post();
	const refused = await post();
	expect(refused.headers.get('x-ratelimit-global')).toBe('true');
	expect(await refused.json()).toMatchObject({ global: true });
});

test('too many invalid requests and Cloudflare answers, in HTML', async () => {
	const { webhook } = await withWebhook({ invalid: { limit: 2, windowMs: 60_000 } });
	const wrong = () => fetch(webhook.url.replace(/[\w-]+$/, 'wrong'), { method: 'POST', body: '{}' });
	expect((await wrong()).status).toBe(401);
	expect((await wrong()).status).toBe(401);
	const banned = await wrong();
	expect(banned.status).toBe(429);
	expect(banned.headers.get('content-type')).toBe('text/html');
});

test.each([
	['nothing', {}, 50006],
	['no JSON', '{', 50109],
	['a title that is too long', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
	['an empty field', { embeds: [{ title: 'x', fields: [{ name: '', value: 'x' }] }] }, 50035],
	[
		'more than 6,000 characters',
		{ embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
		50035,
	],
	['an address that is none', { embeds: [{ title: 'x', url: 'shop' }] }, 50035],
])('%s is rejected as Discord does', async (_, body, code) => {
	const { post } = await withWebhook();
	const response = await post(body);
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ code, message: expect.any(String) });
	expect(await sandbox.control.messages()).toEqual([]);
});

test('a deleted webhook is unknown, a rotated token invalid', async () => {
	const { post, webhook } = await withWebhook();
	await sandbox.control.rotateToken(webhook.id);
	expect(await (await post()).json()).toEqual({ message: 'Invalid Webhook Token', code: 50027 });
	await sandbox.control.deleteWebhook(webhook.id);
	const gone = await post();
	expect(gone.status).toBe(404);
	expect(await gone.json()).toEqual({ message: 'Unknown Webhook', code: 10015 });
});

test('a webhook is read with its token as Discord returns it, within a limit of its own', async () => {
	const { post, webhook } = await withWebhook({ webhook: { limit: 2, windowMs: 60_000 } });
	const guildId = '200000000000000001';
	const [own] = await sandbox.control.createWebhooks({ count: 1, guildId, ownChannels: true });
	const read = (url = own!.url) => fetch(url);
	const first = await read();
	expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
	expect(await first.json()).toEqual({
		id: own!.id,
		type: 1,
		guild_id: guildId,
		channel_id: own!.channelId,
		name: 'Dropwire',
		avatar: null,
		application_id: null,
		token: own!.token,
	});
	expect(await (await read(webhook.url)).json()).toMatchObject({ guild_id: null });
	const wrong = await read(own!.url.replace(/[\w-]+$/, 'wrong'));
	expect([wrong.status, await wrong.json()]).toEqual([401, { message: 'Invalid Webhook Token', code: 50027 }]);
	const limited = await read();
	expect(limited.status).toBe(429);
	expect(await limited.json()).toMatchObject({ retry_after: expect.any(Number), global: false });
	expect((await post()).status).toBe(200);
	expect(await sandbox.control.stats()).toMatchObject({ reads: 4, requests: 1, limitBroken: 1, invalid: 2 });
	await sandbox.control.failDiscord({ webhookId: 'read', times: 1, fault: { status: 503 } });
	await sandbox.control.deleteWebhook(webhook.id);
	expect((await read(webhook.url)).status).toBe(503);
	expect(await (await read(webhook.url.replace(webhook.id, '400000000000000999'))).json()).toMatchObject({
		code: 10015,
	});
});

test('planned faults come as often as planned, for the webhook that they are planned for', async () => {
	const { post, webhook } = await withWebhook();
	await sandbox.control.failDiscord({ webhookId: webhook.id, times: 2, fault: { status: 500 } });
	await sandbox.control.failDiscord({ times: 1, fault: { dropAfter: true } });
	expect([(await post()).status, (await post()).status]).toEqual([500, 500]);
	await expect(post()).rejects.toThrow();
	expect((await post()).status).toBe(200);
	expect(await sandbox.control.messages()).toHaveLength(2);
	await expect(sandbox.control.deleteWebhook('1')).rejects.toThrow('There is no such webhook');
});

test('signing in: consent, code with proof, token, user and guilds', async () => {
	await withWebhook();
	const verifier = 'v'.repeat(50);
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const redirect = 'http://localhost:3000/connect/discord/callback';
	const query = new URLSearchParams({
		client_id: SANDBOX_APP.clientId,
		response_type: 'code',
		redirect_uri: redirect,
		state: 's',
		code_challenge: challenge,
		as: 'cleo',
	});
	const back = async () => {
		const consent = await fetch(`${sandbox.origin}/oauth2/authorize?${query}`, { redirect: 'manual' });
		return new URL(consent.headers.get('location') ?? '').searchParams;
	};
	const trade = (change: Record<string, string>) =>
		fetch(`${sandbox.origin}/api/v10/oauth2/token`, {
			method: 'POST',
			body: new URLSearchParams({
				client_id: SANDBOX_APP.clientId,
				client_secret: SANDBOX_APP.clientSecret,
				grant_type: 'authorization_code',
				redirect_uri: redirect,
				code_verifier: verifier,
				...change,
			}),
		});
	const first = await back();
	expect(first.get('state')).toBe('s');
	const code = first.get('code') as string;
	expect((await trade({ code, client_secret: 'wrong' })).status).toBe(401);
	const { access_token: token } = (await (await trade({ code })).json()) as { access_token: string };
	expect(await (await trade({ code })).json()).toMatchObject({ error: 'invalid_grant' });
	expect((await trade({ code: (await back()).get('code') as string, code_verifier: 'other' })).status).toBe(400);
	expect(
		(await trade({ code: (await back()).get('code') as string, redirect_uri: 'http://evil.example' })).status,
	).toBe(400);

	const get = (path: string, as = token) =>
		fetch(`${sandbox.origin}/api/v10${path}`, { headers: { authorization: `Bearer ${as}` } });
	expect(await (await get('/users/@me')).json()).toMatchObject({
		id: '100000000000000002',
		username: 'cleo',
		discriminator: '0',
	});
	expect(await (await get('/users/@me/guilds')).json()).toMatchObject([
		{ name: 'Sole Searchers', owner: true },
		{ name: 'Restock Radar', owner: false, permissions: String((1 << 5) + (1 << 11)) },
	]);
	expect((await get('/users/@me', 'unknown')).status).toBe(401);
});

test('a webhook edits its messages within its own limit; a deleted message and one of another webhook are unknown', async () => {
	const { post, webhook } = await withWebhook({ webhook: { limit: 5, windowMs: 60_000 } });
	const { id } = (await (await post({ content: 'hi', username: 'First' })).json()) as { id: string };
	const edit = (url: string, body: unknown) =>
		fetch(`${url}/messages/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
	const edited = await edit(webhook.url, { content: 'changed', username: 'Second' });
	expect(edited.headers.get('x-ratelimit-remaining')).toBe('3');
	expect(await edited.json()).toMatchObject({ id, edited_timestamp: expect.stringMatching(/^\d{4}-/) });
	expect(await sandbox.control.messages()).toMatchObject([
		{ id, edits: 1, body: { content: 'changed', username: 'First' } },
	]);
	expect((await edit(webhook.url, { content: 'x'.repeat(2001) })).status).toBe(400);
	const unknown = { code: 10_008, message: 'Unknown Message' };
	const [other] = await sandbox.control.createWebhooks({ count: 1 });
	expect(await (await edit(other!.url, { content: 'mine' })).json()).toEqual(unknown);
	await sandbox.control.deleteMessage(id);
	const gone = await edit(webhook.url, { content: 'again' });
	expect({ status: gone.status, body: await gone.json() }).toEqual({ status: 404, body: unknown });
	await edit(webhook.url, {});
	expect((await edit(webhook.url, {})).status).toBe(429);
});
