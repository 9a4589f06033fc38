import { expect, test } from 'vitest';
import {
	foreignFormatOf,
	maskEnd,
	maskWebhooksIn,
	maskWebhookUrl,
	parseWebhookUrl,
	readWebhookUrl,
	shortenMask,
	withThread,
} from './webhookUrl.ts';

const CONFIGURED = 'http://127.0.0.1:4000';
const parse = (url: string) => parseWebhookUrl(url, CONFIGURED);
const address = { id: '123456789012345678', token: 'aB-c_9' };
const path = `/webhooks/${address.id}/${address.token}`;

test.each([
	`https://discord.com/api${path}`,
	`https://discord.com/api/v10${path}`,
	`https://ptb.discord.com/api/v9${path}`,
	`https://canary.discord.com/api${path}/`,
	`https://discordapp.com/api${path}`,
	`https://discord.com/api${path}?wait=true`,
	`${CONFIGURED}/api/v10${path}`,
])('%s is a webhook URL', (url) => {
	expect(parse(url)).toEqual(address);
});

test('an address has its thread, which can be changed', () => {
	const url = `https://discord.com/api${path}?thread_id=123456789012345679`;
	expect(parse(url)).toEqual({ ...address, threadId: '123456789012345679' });
	expect(parse(url.replace('?', '?wait=true&'))).toEqual(parse(url));
	const mask = `…/webhooks/${address.id}/••••?thread_id=…5679`;
	expect([maskWebhookUrl(url), maskWebhookUrl(mask), maskWebhooksIn(`got ${url}.`)]).toEqual([
		mask,
		mask,
		`got ${mask}.`,
	]);
	expect([
		shortenMask(mask),
		maskEnd(mask),
		maskEnd(`${mask.slice(0, -5)}123456789012345679`),
		maskEnd('#drops'),
	]).toEqual(['…/webhooks/1234…5678/••••?thread_id=…5679', '…5678, thread …5679', '…5678, thread …5679', '#drops']);
	expect(withThread(url, null)).toBe(`https://discord.com/api${path}`);
	expect(withThread(withThread(url, null), '123456789012345679')).toBe(url);
});

test.each([
	['plain http to Discord', `http://discord.com/api${path}`],
	['a host that resembles Discord', `https://discord.com.evil.example/api${path}`],
	['user-info before another host', `https://discord.com@evil.example/api${path}`],
	['user-info', `https://me:pw@discord.com/api${path}`],
	['another port', `https://discord.com:8443/api${path}`],
	['another port of the configured Discord', `http://127.0.0.1:4001/api${path}`],
	['another query field', `https://discord.com/api${path}?with_components=true`],
	['two threads', `https://discord.com/api${path}?thread_id=123456789012345678&thread_id=123456789012345679`],
	['an empty thread', `https://discord.com/api${path}?thread_id=&wait=true`],
	['a thread id of two digits', `https://discord.com/api${path}?thread_id=12`],
	['a fragment', `https://discord.com/api${path}#x`],
	['more path', `https://discord.com/api${path}/messages`],
	['no token', `https://discord.com/api/webhooks/${address.id}`],
	['an id of two digits', 'https://discord.com/api/webhooks/12/abc'],
	['dots in the path', `https://discord.com/api/../x${path}`],
	['no URL', 'webhook'],
	['nothing', ''],
])('%s is not', (_, url) => {
	expect(parse(url)).toBeNull();
});

test('a webhook URL with the format of another service names the service', () => {
	const formats = ['slack', 'github/', 'messages'].map((end) =>
		foreignFormatOf(`https://discord.com/api${path}/${end}`),
	);
	expect(formats).toEqual(['slack', 'github', undefined]);
	expect(parse(`https://discord.com/api${path}/slack`)).toBeNull();
});

test('a client reads webhook URLs of any Discord host only', () => {
	expect(readWebhookUrl(` ${CONFIGURED}/api/v10${path}/ `)).toEqual(address);
	expect(readWebhookUrl(`http://192.168.1.4:4000/api${path}`)).toEqual(address);
	expect(readWebhookUrl(`https://discord.com/api${path}?wait=true`)).toEqual(address);
	expect(readWebhookUrl('https://discord.com/channels/1/2')).toBeNull();
});

test('a masked webhook shows its id and hides its token', () => {
	const mask = maskWebhookUrl(`https://discord.com/api/v10${path}`);
	expect(mask).toBe('…/webhooks/123456789012345678/••••');
	expect(maskWebhookUrl(mask)).toBe(mask);
	expect(shortenMask(mask)).toBe('…/webhooks/1234…5678/••••');
});

test('text that is not a webhook URL is masked entirely', () => {
	expect(maskWebhookUrl(`https://discord.com/api${path}/messages`)).toBe('(not a webhook URL)');
	expect(shortenMask(maskWebhookUrl('secret'))).toBe('(not a webhook URL)');
});

test('masking JSON changes its webhook URLs only', () => {
	const json = JSON.stringify({
		a: `${CONFIGURED}/api${path}`,
		b: [`x https://discord.com/api/v9${path} y`],
		c: 'https://x.example',
	});
	expect(JSON.parse(maskWebhooksIn(json))).toEqual({
		a: '…/webhooks/123456789012345678/••••',
		b: ['x …/webhooks/123456789012345678/•••• y'],
		c: 'https://x.example',
	});
});

test('a webhook URL in upper case is masked', () => {
	const text = `see HTTPS://Discord.com/API/webhooks/123456789012345678/abc`;
	expect(maskWebhooksIn(text)).toBe('see …/webhooks/123456789012345678/••••');
});
