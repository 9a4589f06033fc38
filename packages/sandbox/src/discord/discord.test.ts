import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Sandbox, SANDBOX_CHANNELS, type SandboxOptions, startSandbox } from '../index.ts';

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

test('headers state limits, and early requests get 429 with Retry-After', async () => {
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
	expect(await refused.json()).toMatchObject({ retry_after: expect.any(Number), global: false, code: 0 });
	expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
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

const embed = (fields: object) => ({ embeds: [{ title: 'x', ...fields }] });
const LONG_ADDRESS = `https://a.example/${'x'.repeat(2048)}`;

test.each<[string, unknown, number, string?]>([
	['nothing', {}, 50006],
	['no JSON', '{', 50109],
	['an embed with nothing in it', { embeds: [{}] }, 50035, 'embeds.0.description'],
	['a long title', embed({ title: 'x'.repeat(257) }), 50035, 'embeds.0.title'],
	['an empty field', embed({ fields: [{ name: '', value: 'x' }] }), 50035, 'embeds.0.fields.0.name'],
	['a long text', { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] }, 50035, 'embeds'],
	['a colour out of range', embed({ color: 2 ** 24 }), 50035, 'embeds.0.color'],
	['an address that is none', embed({ url: 'shop' }), 50035, 'embeds.0.url'],
	['another scheme', embed({ url: 'ftp://shop.example' }), 50035, 'embeds.0.url'],
	['a host without a dot', embed({ thumbnail: { url: 'http://images/x.png' } }), 50035, 'embeds.0.thumbnail.url'],
	['a host with an underscore', embed({ image: { url: 'http://a_b.example/' } }), 50035, 'embeds.0.image.url'],
	[
		'a space in an address',
		embed({ footer: { icon_url: 'https://a.example/a b' } }),
		50035,
		'embeds.0.footer.icon_url',
	],
	['a long address', embed({ author: { name: 'x', url: LONG_ADDRESS } }), 50035, 'embeds.0.author.url'],
	['a picture of the sender', { content: 'x', avatar_url: 'https://cdn/x.png' }, 50035, 'avatar_url'],
	['a sender named here', { content: 'x', username: 'HERE ' }, 50035, 'username'],
	['a sender named everyone', { content: 'x', username: 'everyone' }, 50035, 'username'],
	['a sender with a forbidden part', { content: 'x', username: 'my Discord' }, 50035, 'username'],
	['a flag that a webhook cannot set', { content: 'x', flags: 64 }, 50035, 'flags'],
])('%s is rejected as Discord does, naming the field', async (_, body, code, field) => {
	const { post } = await withWebhook();
	const response = await post(body);
	expect(response.status).toBe(400);
	const rejected = (await response.json()) as { code: number; errors?: object };
	expect(rejected).toMatchObject({ code, message: expect.any(String) });
	if (field) expect(rejected.errors).toHaveProperty(`${field}._errors.0.message`);
	expect(await sandbox.control.messages()).toEqual([]);
});

test.each([
	['page', 429, '1', 'text/html', undefined],
	[1015, 429, null, 'text/plain; charset=UTF-8', undefined],
	[1020, 403, null, 'text/plain; charset=UTF-8', undefined],
	[40333, 403, null, 'application/json', 40333],
	['untimed', 429, null, 'application/json', 0],
] as const)('a block by Cloudflare: %s', async (cloudflare, status, retryAfter, type, code) => {
	const { post } = await withWebhook();
	await sandbox.control.failDiscord({ times: 1, fault: { cloudflare } });
	const blocked = await post();
	expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([status, retryAfter]);
	expect(blocked.headers.get('content-type')).toBe(type);
	if (code !== undefined) expect(await blocked.json()).toEqual({ message: expect.any(String), code });
	expect((await post()).status).toBe(200);
});

test('a request without a User-Agent is blocked', async () => {
	const { webhook } = await withWebhook();
	const status = await new Promise((resolve, reject) => {
		request(webhook.url, (response) => resolve(response.resume().statusCode))
			.on('error', reject)
			.end();
	});
	expect(status).toBe(403);
	expect((await fetch(webhook.url)).status).toBe(200);
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

test('planned faults hit their webhook the planned number of times', async () => {
	const { post, webhook } = await withWebhook();
	await sandbox.control.failDiscord({ webhookId: webhook.id, times: 2, fault: { status: 500 } });
	await sandbox.control.failDiscord({ times: 1, fault: { dropAfter: true } });
	expect([(await post()).status, (await post()).status]).toEqual([500, 500]);
	await expect(post()).rejects.toThrow();
	expect((await post()).status).toBe(200);
	expect(await sandbox.control.messages()).toHaveLength(2);
	await expect(sandbox.control.deleteWebhook('1')).rejects.toThrow('There is no such webhook');
});

test.each([{ delayMs: 60_000 }, { answerAfterMs: 60_000 }])('healing ends %j', async (fault) => {
	const { post } = await withWebhook();
	await sandbox.control.failDiscord({ times: 'forever', fault });
	const delayed = [post(), post()];
	await expect.poll(async () => (await sandbox.control.stats()).requests).toBe(2);
	await sandbox.control.healDiscord();
	expect((await Promise.all([...delayed, post()])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a webhook edits its messages within a limit for edits; a deleted message and one of another webhook are unknown', async () => {
	const { post, webhook } = await withWebhook({ webhook: { limit: 5, windowMs: 60_000 } });
	const { id } = (await (await post({ content: 'hi', username: 'First' })).json()) as { id: string };
	const edit = (url: string, body: unknown) =>
		fetch(`${url}/messages/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
	const edited = await edit(webhook.url, { content: 'changed', username: 'Second' });
	expect(edited.headers.get('x-ratelimit-remaining')).toBe('4');
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
	await edit(webhook.url, {});
	expect((await edit(webhook.url, {})).status).toBe(429);
	expect((await post()).status).toBe(200);
});

test('a limit of edits has a code, and does not hold up messages; its 429 reports the bucket', async () => {
	const { post, webhook } = await withWebhook();
	const { id } = (await (await post()).json()) as { id: string };
	const limited = { retryAfter: 60, scope: 'shared', code: 30_046 } as const;
	await sandbox.control.failDiscord({ webhookId: `PATCH ${webhook.id}`, times: 1, fault: { limited } });
	expect((await post()).status).toBe(200);
	const change = { method: 'PATCH', body: JSON.stringify({ content: 'x' }) };
	const refused = await fetch(`${webhook.url}/messages/${id}`, change);
	expect(refused.status).toBe(429);
	expect(await refused.json()).toMatchObject({ retry_after: 60, global: false, code: 30_046 });
	for (const name of ['limit', 'remaining', 'reset', 'reset-after', 'bucket', 'scope']) {
		expect(refused.headers.has(`x-ratelimit-${name}`)).toBe(true);
	}
	expect((await post()).status).toBe(200);
	expect(await sandbox.control.stats()).toMatchObject({ limitBroken: 0 });
});

test('a message in a closed thread cannot be edited; a new message opens an archived one', async () => {
	await withWebhook();
	const [webhook] = SANDBOX_CHANNELS;
	const { id: threadId } = await sandbox.control.createChannel(webhook!.guildId, { name: 't', parentId: webhook!.id });
	const url = `${sandbox.origin}/api/webhooks/${webhook!.webhook.id}/${webhook!.webhook.token}`;
	const send = (path: string, method: string) =>
		fetch(`${url}${path}thread_id=${threadId}`, { method, body: JSON.stringify({ content: 'x' }) });
	const { id } = (await (await send('?wait=true&', 'POST')).json()) as { id: string };
	const edit = async () => (await send(`/messages/${id}?`, 'PATCH')).status;
	for (const closed of [{ archived: true }, { archived: false, locked: true }]) {
		await sandbox.control.setThread(threadId, closed);
		const rejected = await send(`/messages/${id}?`, 'PATCH');
		expect([rejected.status, await rejected.json()]).toEqual([400, { message: 'Thread is archived', code: 50_083 }]);
	}
	await sandbox.control.setThread(threadId, { archived: true, locked: false });
	expect((await send('?', 'POST')).status).toBe(204);
	expect(await edit()).toBe(200);
});

test('a media channel is a forum; an error of Discord can be planned by its code', async () => {
	await withWebhook();
	const guildId = SANDBOX_CHANNELS[0]!.guildId;
	const { id: channelId } = await sandbox.control.createChannel(guildId, {
		name: 'media',
		type: 16,
		requiresTag: true,
	});
	const [webhook] = await sandbox.control.createWebhooks({ count: 1, channelId });
	const code = async (body: object) => {
		const response = await fetch(webhook!.url, { method: 'POST', body: JSON.stringify(body) });
		return ((await response.json()) as { code: number }).code;
	};
	expect(await code({ content: 'x' })).toBe(220_001);
	expect(await code({ content: 'x', thread_name: 'x' })).toBe(40_067);
	await sandbox.control.failDiscord({ webhookId: `POST ${webhook!.id}`, times: 1, fault: { code: 200_000 } });
	expect(await code({ content: 'x', thread_name: ' ' })).toBe(200_000);
	expect(await code({ content: 'x', thread_name: ' ' })).toBe(50_035);
});
