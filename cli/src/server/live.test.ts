import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CliFixture, openFixture } from '../testing.ts';

/** What the server does with a connection: it hangs up (null), answers with a status, or sends a text and ends the stream. */
type Answer = null | number | string;

const REVOKED = JSON.stringify({ error: { code: 'unauthenticated', message: 'Sign in.' } });

let server: Server;
let fixture: CliFixture;
let answers: Answer[] = [];
/** The Last-Event-ID of each connection. */
let seen: (string | undefined)[] = [];
beforeAll(async () => {
	server = createServer((request, response) => {
		seen.push(request.headers['last-event-id'] as string | undefined);
		const answer = answers.shift() as Answer;
		if (answer === null) request.socket.destroy();
		else if (typeof answer === 'number') response.writeHead(answer).end(answer === 401 ? REVOKED : '');
		else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	fixture = openFixture({ DROPWIRE_URL: url, DROPWIRE_TOKEN: 'dropwire_x' });
});
beforeEach(() => {
	seen = [];
});
afterAll(() => {
	fixture.remove();
	server.close();
});

const hello = 'retry: 1\nid: e1.d1\nevent: hello\ndata: {}\n\n';
const event = (id: number) => `id: e${id}.d1\nevent: event\ndata: {"id":"${id}","sku":"S${id}"}\n\n`;

test('--follow continues after a server restart and reports the outage once', async () => {
	answers = [hello + event(2), null, 502, null, 503, event(3), 401];
	const { out, err, code } = await fixture.run(['events', '--follow', '--jq', '.sku']);
	expect(out).toBe('S2\nS3\n');
	expect(seen).toEqual([undefined, 'e2.d1', 'e2.d1', 'e2.d1', 'e2.d1', 'e2.d1', 'e3.d1']);
	const closed = 'The server closed the stream; reconnecting …\n';
	// The second outage ends with a token that was revoked.
	expect(err.startsWith(closed + closed)).toBe(true);
	expect(err).toContain('The token is invalid or has expired.');
	expect(code).toBe(3);
});

test('--follow finds a SKU in any letter case, and that of a link as it is', async () => {
	const link = event(3).replace('"S3"', '"shop.example/runner"');
	for (const [sku, found] of [
		['s2', 'S2\n'],
		['shop.example/runner', 'shop.example/runner\n'],
		['SHOP.EXAMPLE/RUNNER', ''],
	] as const) {
		answers = [hello + event(2) + link, 401];
		expect((await fixture.run(['events', '--follow', '--sku', sku, '--jq', '.sku'])).out).toBe(found);
	}
});

test('--follow fails if the first connection or a row fails', async () => {
	answers = [null];
	expect((await fixture.run(['events', '--follow'])).code).toBe(1);
	answers = [hello + event(2)];
	expect(await fixture.run(['events', '--follow', '--jq', '.sku.no'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('The filter of --jq failed: Cannot index string'),
	});
	expect(seen).toHaveLength(2);
});

test('--follow reports skipped rows, also with --quiet', async () => {
	answers = [`${hello}event: reset\ndata: {}\n\n${event(9)}`, 401];
	const { out, err } = await fixture.run(['events', '--follow', '--quiet', '--jq', '.sku']);
	expect(out).toBe('S9\n');
	expect(err).toMatch(/^Some rows were skipped because there were too many\.\n/);
});
