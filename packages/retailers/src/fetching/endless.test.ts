import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageFetcher } from '../images/fetchImage.ts';
import { createJsonClient } from './jsonClient.ts';
import { readBounded, TooLargeError } from './readBounded.ts';

const MIB = 1024 * 1024;
/** A shop whose responses never end. */
const server = createServer((_, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const endless = function* () {
		for (;;) {
			yield Buffer.alloc(MIB, '[');
		}
	};
	pipeline(Readable.from(endless()), response, () => undefined);
});
let origin: string;
beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

test('an endless answer is read up to its limit', async () => {
	const { body } = await request(origin);
	await expect(readBounded(body, 3 * MIB)).rejects.toThrow(TooLargeError);
	expect(body.destroyed).toBe(true);
});

test('an answer of the maximum size is read, with and without a length', async () => {
	const chunks = [Buffer.alloc(MIB, 1), Buffer.alloc(10, 2), Buffer.alloc(MIB - 10, 3)];
	for (const length of [undefined, String(2 * MIB), '5', 'nonsense']) {
		const read = await readBounded(Readable.from(chunks), 2 * MIB, length);
		expect(read.equals(Buffer.concat(chunks))).toBe(true);
		await expect(readBounded(Readable.from(chunks), 2 * MIB - 1, length)).rejects.toThrow(TooLargeError);
	}
	await expect(readBounded(Readable.from([]), 10, '11')).rejects.toThrow(TooLargeError);
});

test('an endless JSON answer is blocked with the reason', async () => {
	const client = createJsonClient({ shop: 'Nike', url: origin, timeoutMs: 20_000, connections: 1 });
	expect(await client.get('/feed', AbortSignal.timeout(25_000))).toEqual({
		blocked: "changed format: Nike's response exceeded 32 MiB",
		status: null,
		retryAfterMs: null,
		isAboutHost: false,
	});
	await client.close();
});

test('endless pictures and texts are rejected', async () => {
	const fetcher = createImageFetcher(new Map([[origin, { byHand: true }]]));
	await expect(fetcher.fetch(`${origin}/a.png`)).rejects.toMatchObject({ message: 'must have at most 15 MiB' });
	await expect(fetcher.text(`${origin}/a.json`)).rejects.toMatchObject({ message: 'must have at most 1 MiB' });
	await fetcher.close();
});
