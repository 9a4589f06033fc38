import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { openTestServer, type TestServer } from '../testing.ts';
import { createDrain } from './drain.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

/** A raw connection, and what the server has sent on it. */
async function openConnection(origin: string) {
	const { hostname, port } = new URL(origin);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	const received: string[] = [];
	const ended = once(socket, 'close');
	socket.on('data', (data) => received.push(String(data)));
	return { write: (text: string) => socket.write(text), text: () => received.join(''), ended };
}

test('a stopping server is not ready, closes idle connections and finishes requests', async () => {
	const ada = await testServer.signIn('ada');
	const settings = { ...testServer.settings, PORT: 0, DRAIN_MS: 2000 };
	const server = await startServer({ settings, db: testServer.db, log: pino({ level: 'silent' }), engine: null });
	const { data } = await ada.api.tokenCreate({ name: 'drain', scopes: ['write'] });
	const [idle, busy] = [await openConnection(server.origin), await openConnection(server.origin)];
	idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
	await expect.poll(idle.text).toContain('200 OK\r\n');
	expect(idle.text().toLowerCase()).toContain('connection: keep-alive');
	const body = JSON.stringify({ blacklist: 'drain', category: 'shoe' });
	const fields = ['host: x', 'content-type: application/json', `content-length: ${body.length}`];
	busy.write(
		`POST /twitter/insert-blacklist HTTP/1.1\r\n${[...fields, `authorization: Bearer ${data.token}`].join('\r\n')}\r\n\r\n{`,
	);
	// It has begun when it is authenticated, which notes the token's use.
	await expect
		.poll(
			async () =>
				(
					await testServer.db
						.knex('api_tokens')
						.where({ id: Number(data.id) })
						.first()
				)?.lastUsedAt,
		)
		.toBeTruthy();

	const closed = server.close();
	const ready = await fetch(`${server.origin}/readyz`);
	expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
	await idle.ended;
	await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
	busy.write(body.slice(1));
	await Promise.all([busy.ended, closed]);
	expect(busy.text()).toContain('200 OK');
	expect(busy.text().toLowerCase()).toContain('connection: close');
});

test('pipelined requests are answered before their connection is closed', async () => {
	const answers: (() => void)[] = [];
	const server = createServer();
	const drain = createDrain(server, ({ url }, response) => void answers.push(() => response.end(`answer to ${url}`)));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const connection = await openConnection(`http://127.0.0.1:${port}`);
	connection.write('GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\n\r\n');
	await expect.poll(() => answers.length).toBe(2);
	const closed = drain.close();
	for (const answer of answers) answer();
	await Promise.all([connection.ended, closed]);
	expect(connection.text()).toMatch(/answer to \/first[^]*connection: close[^]*answer to \/second/i);
});
