import { expect, test } from 'vitest';
import { maskWebhook, parseWebhookUrl } from './webhookUrl.ts';

const OURS = 'http://127.0.0.1:4000';
const parse = (url: string) => parseWebhookUrl(url, OURS);
const address = { id: '123456789012345678', token: 'aB-c_9' };
const path = `/webhooks/${address.id}/${address.token}`;

test.each([
	`https://discord.com/api${path}`,
	`https://discord.com/api/v10${path}`,
	`https://ptb.discord.com/api/v9${path}`,
	`https://canary.discord.com/api${path}/`,
	`https://discordapp.com/api${path}`,
	`${OURS}/api/v10${path}`,
])('%s is a webhook URL', (url) => {
	expect(parse(url)).toEqual(address);
});

test.each([
	['plain http to Discord', `http://discord.com/api${path}`],
	['a look-alike host', `https://discord.com.evil.example/api${path}`],
	['user-info before another host', `https://discord.com@evil.example/api${path}`],
	['user-info', `https://me:pw@discord.com/api${path}`],
	['another port', `https://discord.com:8443/api${path}`],
	['another port of our own Discord', `http://127.0.0.1:4001/api${path}`],
	['a query', `https://discord.com/api${path}?wait=true`],
	['a fragment', `https://discord.com/api${path}#x`],
	['more path', `https://discord.com/api${path}/messages`],
	['no token', `https://discord.com/api/webhooks/${address.id}`],
	['an id that is none', 'https://discord.com/api/webhooks/12/abc'],
	['dots in the path', `https://discord.com/api/../x${path}`],
	['no URL', 'webhook'],
	['nothing', ''],
])('%s is not', (_, url) => {
	expect(parse(url)).toBeNull();
});

test('a masked webhook shows the id and nothing of the token', () => {
	expect(maskWebhook(address.id)).toBe('…/webhooks/123456789012345678/••••');
});
