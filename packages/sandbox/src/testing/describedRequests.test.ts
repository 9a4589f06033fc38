import { afterEach, expect, test } from 'vitest';
import { SANDBOX_APP, SANDBOX_CHANNELS, type Sandbox, startSandbox } from '../index.ts';
import { describedRequests, problemsOf } from './describedRequests.ts';

const spec = await import('discord-api-spec/zod');
const check = await describedRequests();
const [CHANNEL] = SANDBOX_CHANNELS;

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const call = async (method: string, path: string, body?: unknown, authorization = `Bot ${SANDBOX_APP.botToken}`) => {
	const response = await fetch(`${sandbox.origin}/api/v10${path}`, {
		method,
		headers: { authorization, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return response.json() as Promise<Record<string, unknown> & Record<string, unknown>[]>;
};

const HOOK = `/webhooks/${CHANNEL!.webhook.id}/${CHANNEL!.webhook.token}`;
const MESSAGE = {
	content: '<@&123456789012345678>',
	embeds: [{ title: 'x', fields: [{ name: 'x', value: 'x' }], footer: { text: 'x' } }],
	allowed_mentions: { parse: [], roles: ['123456789012345678'] },
};

const scheduled = (at: number) => ({
	name: 'Vomero',
	privacy_level: 2,
	scheduled_start_time: new Date(at).toISOString(),
	scheduled_end_time: new Date(at + 3_600_000).toISOString(),
	entity_type: 3,
	entity_metadata: { location: 'https://www.nike.com' },
});

test("the sandbox answers with every field of Discord's description", async () => {
	sandbox = await startSandbox({ check, limits: { bot: null } });
	const message = await call('POST', `${HOOK}?wait=true`, { ...MESSAGE, username: 'Drops' });
	expect(problemsOf(spec.MessageResponseSchema, message)).toEqual([]);
	expect(message).toMatchObject({ content: MESSAGE.content, embeds: MESSAGE.embeds, author: { username: 'Drops' } });
	const edited = await call('PATCH', `${HOOK}/messages/${String(message['id'])}`, { content: 'new' });
	expect(problemsOf(spec.MessageResponseSchema, edited)).toEqual([]);
	expect(edited).toMatchObject({ content: 'new', embeds: MESSAGE.embeds });

	const webhook = await call('POST', `/channels/${CHANNEL!.id}/webhooks`, { name: 'Drops' });
	expect(problemsOf(spec.GuildIncomingWebhookResponseSchema, webhook)).toEqual([]);
	const listed = await call('GET', `/channels/${CHANNEL!.id}/webhooks`);
	expect(problemsOf(spec.GuildIncomingWebhookResponseSchema, listed)).toEqual([]);

	const launch = Date.now() + 3_600_000;
	const event = await call('POST', `/guilds/${CHANNEL!.guildId}/scheduled-events`, scheduled(launch));
	expect(problemsOf(spec.ExternalScheduledEventResponseSchema, event)).toEqual([]);

	const query = new URLSearchParams({ client_id: SANDBOX_APP.clientId, response_type: 'code', as: 'cleo' });
	const back = `${sandbox.origin}/connect/discord/callback`;
	const consent = await fetch(`${sandbox.origin}/oauth2/authorize?${query}&redirect_uri=${back}`, {
		redirect: 'manual',
	});
	const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
	const token = await fetch(`${sandbox.origin}/api/v10/oauth2/token`, {
		method: 'POST',
		body: new URLSearchParams({
			client_id: SANDBOX_APP.clientId,
			client_secret: SANDBOX_APP.clientSecret,
			grant_type: 'authorization_code',
			redirect_uri: back,
			code,
		}),
	});
	const bearer = `Bearer ${((await token.json()) as { access_token: string }).access_token}`;
	expect(problemsOf(spec.UserPIIResponseSchema, await call('GET', '/users/@me', undefined, bearer))).toEqual([]);
	expect(problemsOf(spec.MyGuildResponseSchema, await call('GET', '/users/@me/guilds', undefined, bearer))).toEqual([]);

	await sandbox.control.failDiscord({ times: 1, fault: { limited: { retryAfter: 1, scope: 'user' } } });
	expect(problemsOf(spec.RatelimitedResponseSchema, await call('POST', HOOK, MESSAGE))).toEqual([]);
});

test.each([
	['a field that there is not', 'POST', HOOK, { content: 'x', thread_names: 'x' }, 'thread_names: not a field'],
	['the sender of an edit', 'PATCH', `${HOOK}/messages/1`, { content: 'x', username: 'x' }, 'username: not a field'],
	['a long text', 'POST', HOOK, { content: 'x'.repeat(2001) }, 'content: '],
	['a field within a list', 'POST', HOOK, { embeds: [{ title: 'x', footer: { img: 'x' } }] }, 'embeds.0.footer.img: '],
	['a name of a webhook', 'POST', `/channels/${CHANNEL!.id}/webhooks`, { name: '' }, 'name: '],
	['a name of a command', 'PUT', `/applications/${SANDBOX_APP.clientId}/commands`, [{ name: '' }], '0.name: '],
	['an unknown kind of answer', 'POST', '/interactions/1/token/callback', { type: 99 }, 'no schema'],
	['a call without a schema', 'PATCH', '/users/@me', { username: 'x' }, 'no schema'],
	['an address that Discord rejects', 'POST', HOOK, { embeds: [{ url: 'http://shop/x' }] }, 'Not a well formed URL'],
])('%s is noted, and closing the sandbox rejects', async (_, method, path, body, problem) => {
	sandbox = await startSandbox({ check });
	await fetch(`${sandbox.origin}/api/v10${path}`, {
		method,
		headers: { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const closed = sandbox;
	sandbox = await startSandbox();
	await expect(closed.close()).rejects.toThrow(problem);
});
