import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { MAX_HELD } from '@dropwire/retailers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

const MIB = 1024 * 1024;
const CALLERS = 60;
const LARGE = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(14.5 * MIB)]);
/** A shop's picture server with one large picture. */
const pictures = createServer((_, response) => {
	response.setHeader('content-type', 'image/gif').end(LARGE);
});
let testServer: TestServer;
let url: string;
const sockets: Socket[] = [];
beforeAll(async () => {
	pictures.listen(0, '127.0.0.1');
	await once(pictures, 'listening');
	const origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
	url = `${origin}/large.gif`;
	testServer = await openTestServer({ env: { SHOP_URLS: JSON.stringify({ NIKE_STATIC: origin }) } });
});
afterAll(async () => {
	for (const socket of sockets) socket.destroy();
	await testServer.close();
	pictures.closeAllConnections();
	pictures.close();
});

/** Asks for the picture and reads no more of the answer than its head. @returns its status */
async function askAndNotRead(): Promise<number> {
	const { hostname, port } = new URL(testServer.server.origin);
	const socket = connect(Number(port), hostname);
	sockets.push(socket);
	socket.on('error', () => undefined);
	const body = JSON.stringify({ url });
	socket.write(
		`POST /api/getimage HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
	);
	await once(socket, 'readable');
	const head = String(socket.read(12) ?? '');
	return Number(head.slice(9));
}

test('sixty callers who do not read use bounded memory and are disconnected', async () => {
	const { data } = await testServer.visitor().api.getImage({ url });
	expect(Buffer.from(data, 'base64').equals(LARGE)).toBe(true);
	const before = process.memoryUsage().rss;
	let max = 0;
	const watch = setInterval(() => {
		max = Math.max(max, process.memoryUsage().rss - before);
	}, 20);
	const statuses = await Promise.all(Array.from({ length: CALLERS }, askAndNotRead));
	clearInterval(watch);
	expect(max).toBeLessThan(150 * MIB);
	expect(new Set(statuses)).toEqual(new Set([200, 503]));
	const served = statuses.filter((status) => status === 200).length;
	expect(served * LARGE.length).toBeLessThanOrEqual(MAX_HELD);
	// A client that does not read is disconnected, which frees memory for others.
	const small = { url: `${testServer.sandbox.imagesUrl}/is/image/DotCom/CK9246_101_A_PREM?wid=10` };
	await expect
		.poll(
			() =>
				testServer
					.visitor()
					.api.getImage({ url })
					.then(
						() => 'served',
						() => 'refused',
					),
			{ timeout: 30_000 },
		)
		.toBe('served');
	await testServer.visitor().api.getImage(small);
});
