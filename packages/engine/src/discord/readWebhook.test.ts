import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '@dropwire/sandbox';
import { afterEach, expect, test } from 'vitest';
import { createWebhookReader, type WebhookReader } from './readWebhook.ts';

let sandbox: Sandbox | undefined;
let server: Server | undefined;
let reader: WebhookReader | undefined;
afterEach(async () => {
	await reader?.close();
	await sandbox?.close();
	server?.closeAllConnections();
	server?.close();
	sandbox = server = undefined;
});

const id = '400000000000000099';

/** Responses from a proxy between us and Discord, or from another server in Discord's place. */
async function readFrom(answer: RequestListener, timeoutMs = 5000) {
	server = createServer(answer);
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	reader = createWebhookReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
		timeoutMs,
	});
	return reader.read({ id, token: 'token' });
}

test("reads a webhook's channel, name and application", async () => {
	sandbox = await startSandbox();
	const guildId = '200000000000000001';
	const [webhook] = await sandbox.control.createWebhooks({ count: 1, guildId });
	reader = createWebhookReader(sandbox.origin);
	const { id: own, token, channelId } = webhook!;
	expect(await reader.read({ id: own, token })).toEqual({
		reading: { kind: 'found', facts: { guildId, channelId, name: 'Dropwire', applicationId: null } },
		invalid: false,
		global: false,
	});
	expect(await reader.read({ id: own, token: 'wrong' })).toMatchObject({
		reading: { kind: 'rejected', code: 50027, reason: 'Discord answered 401: Invalid Webhook Token [50027]' },
		invalid: true,
	});
	expect(await reader.read({ id, token })).toMatchObject({
		reading: { kind: 'rejected', code: 10015, reason: 'Discord answered 404: Unknown Webhook [10015]' },
		invalid: false,
	});
});

test('reads the wait and scope of a rate limit', async () => {
	sandbox = await startSandbox();
	const { origin, control } = sandbox;
	const [webhook] = await control.createWebhooks({ count: 1 });
	reader = createWebhookReader(origin);
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { limited: { retryAfter: 1.5, scope: 'user' } } });
	expect(await reader.read(webhook!)).toMatchObject({
		reading: { kind: 'unclear', waitMs: 1500 },
		invalid: true,
		global: false,
	});
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { limited: { retryAfter: 2, scope: 'global' } } });
	expect(await reader.read(webhook!)).toMatchObject({ reading: { kind: 'unclear', waitMs: 2000 }, global: true });
	await control.failDiscord({ webhookId: 'read', times: 1, fault: { cloudflare: true } });
	expect(await reader.read(webhook!)).toMatchObject({ reading: { kind: 'unclear', waitMs: 1000 }, global: true });
});

const page =
	(status: number): RequestListener =>
	(_, response) =>
		response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Unknown Webhook 10015</body></html>');
const json =
	(status: number, body: unknown, headers = {}): RequestListener =>
	(_, response) =>
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

test.each([
	['an HTML 404', page(404), false],
	['an HTML 401', page(401), true],
	['a maintenance page that says 200', page(200), false],
	['a 404 that is not about the webhook', json(404, { message: '404: Not Found', code: 0 }), false],
	['the code of a wrong token with another status', json(403, { message: 'x', code: 50027 }), true],
	['a redirect', json(302, {}, { location: 'https://discord.com/' }), false],
	['a 500', json(500, { message: 'Unknown Webhook', code: 10015 }), false],
	['another webhook', json(200, { id: '400000000000000098', channel_id: '300000000000000011' }), false],
	['JSON that is no object', json(200, null), false],
])('%s is an unclear result', async (_, answer, invalid) => {
	expect(await readFrom(answer)).toMatchObject({ reading: { kind: 'unclear', waitMs: 0 }, invalid });
});

test.each([
	['an HTML 403', page(403)],
	["Cloudflare's block in Discord's form", json(403, { message: 'internal network error', code: 40_333 })],
	['a 429 without a duration', json(429, { message: 'You are being blocked', code: 0 })],
])('%s blocks the whole address', async (_, answer) => {
	const block = { reading: { kind: 'unclear', waitMs: 30_000 }, invalid: true, global: true };
	expect(await readFrom(answer)).toMatchObject(block);
});

test('endless responses are cut off by size and time', async () => {
	const endless: RequestListener = (request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const more = setInterval(() => response.write(' '.repeat(20_000)), 5);
		request.socket.once('close', () => clearInterval(more));
	};
	expect((await readFrom(endless)).reading).toMatchObject({ reason: expect.stringContaining('more than 65536 bytes') });
	server?.closeAllConnections();
	await reader?.close();
	const slow: RequestListener = (request, response) => {
		response.writeHead(200);
		const more = setInterval(() => response.write(' '), 20);
		request.socket.once('close', () => clearInterval(more));
	};
	expect((await readFrom(slow, 300)).reading).toMatchObject({ reason: 'Discord did not answer in time' });
	await reader?.close();
	expect((await readFrom((request) => request.socket.destroy())).reading).toMatchObject({
		reason: expect.stringContaining('cannot be reached'),
	});
});
