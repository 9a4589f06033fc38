import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { type TestServer, openTestServer } from '../testing.ts';

const SECRET = 'a-secret-that-no-log-may-have';
let log = '';
let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer({ logTo: { write: (line) => void (log += line) } });
});
afterAll(() => testServer.close());
beforeEach(() => {
	log = '';
});

/** What the log would show of a text, as text or as a list of its bytes. */
const traces = [SECRET, [...Buffer.from(SECRET)].join(','), Buffer.from(SECRET).toString('base64')];

async function send(...lines: string[]): Promise<string> {
	const { hostname, port } = new URL(testServer.server.origin);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	socket.write(lines.join('\r\n'));
	return text(socket);
}

const head = [
	'POST /api/getimage HTTP/1.1',
	'host: x',
	`cookie: dropwire=${SECRET}`,
	`authorization: Bearer ${SECRET}`,
];

test.each([
	['an unknown transfer encoding', [...head, 'transfer-encoding: xchunked', '', 'x'], 400],
	['a header without a name', ['GET / HTTP/1.1', 'host: x', `: ${SECRET}`, '', ''], 400],
	['a header that is too long', ['GET / HTTP/1.1', `x: ${SECRET.repeat(1000)}`, '', ''], 431],
	['no HTTP at all', [SECRET, '', ''], 400],
	['a target that is no URL', [`GET http://[::${SECRET} HTTP/1.1`, 'host: x', 'connection: close', '', ''], 400],
])('%s is refused, and the log has none of its bytes', async (_, lines, status) => {
	expect(await send(...lines)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
	for (const trace of traces) expect(log).not.toContain(trace);
});

test('rejects a body with a broken chunk without logging its bytes', async () => {
	const { hostname, port } = new URL(testServer.server.origin);
	const socket = connect(Number(port), hostname);
	const bearer = ['POST /api/getimage HTTP/1.1', 'host: x', `authorization: Bearer ${SECRET}`];
	const json = ['content-type: application/json', 'transfer-encoding: chunked', ''];
	socket.write([...bearer, ...json, '1', '{', ''].join('\r\n'));
	// The first chunk has arrived once the call reads its body, which it does once another request is answered.
	await testServer.visitor().fetch('/healthz');
	socket.write(`zz${SECRET.repeat(2000)}\r\n`);
	await text(socket);
	await testServer.visitor().fetch('/healthz');
	for (const trace of traces) expect(log).not.toContain(trace);
	expect(log.length).toBeLessThan(2000);
});

test('a flood of malformed requests is logged as one line with a count', async () => {
	await Promise.all(Array.from({ length: 50 }, () => send(...head, 'transfer-encoding: xchunked', '', 'x')));
	expect(log.split('\n').filter((line) => line.includes('no HTTP')).length).toBeLessThanOrEqual(1);
	await testServer.server.close();
	const lines = log
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { requests?: number; code?: string });
	const counted = lines.flatMap(({ requests = 0 }) => requests);
	expect(counted.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(50);
});

test("parser errors are logged without the request's bytes", () => {
	const error = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID', rawPacket: Buffer.from(SECRET) });
	createLog('info', { write: (line) => void (log += line) }).error({ err: error }, 'failed');
	expect(log).toContain('HPE_INVALID');
	for (const trace of traces) expect(log).not.toContain(trace);
});
