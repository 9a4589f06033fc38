import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../testing.ts';
import { createDrain } from './drain.ts';

const REQUESTS = 3000;
const AT_ONCE = 20;
/** What a request may leave in the old generation, bytes: 200 at most were measured, and 2,100 or more with each of two faults. */
const MAX_LEFT = 1000;

/** Asks again and again, in a thread: what the client allocates is not counted. */
const CLIENT = `
	const { Agent, get } = require('node:http');
	const { workerData: { url, cookie, requests, atOnce } } = require('node:worker_threads');
	const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
	const ask = () => new Promise((resolve, reject) => {
		get(url, { agent, headers: { cookie } }, (response) => {
			if (response.statusCode !== 200) reject(new Error(String(response.statusCode)));
			response.resume().once('end', resolve);
		}).once('error', reject);
	});
	let left = requests;
	const askAll = async () => { while (left-- > 0) await ask(); };
	Promise.all(Array.from({ length: atOnce }, askAll)).then(() => agent.destroy());`;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

/** What a request leaves in the old generation after a collection of the young one, bytes. */
async function leftByRequests(url: string, cookie = ''): Promise<number> {
	const load = async (requests: number) => {
		const workerData = { url, cookie, requests, atOnce: AT_ONCE };
		await once(new Worker(CLIENT, { eval: true, workerData }), 'exit');
	};
	const inOldGeneration = () =>
		getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? Number.NaN;
	await load(500);
	gc();
	const before = inOldGeneration();
	await load(REQUESTS);
	// What survives two of them is old.
	gc({ type: 'minor' });
	gc({ type: 'minor' });
	return (inOldGeneration() - before) / REQUESTS;
}

describe('the memory of a request is free after a collection of the young generation', () => {
	test('if it is answered at once', async () => {
		const ada = await testServer.signIn('ada');
		expect(await leftByRequests(`${testServer.server.origin}/api/user`, ada.cookieHeader())).toBeLessThan(MAX_LEFT);
	});

	test('if its answer takes a moment', async () => {
		const server = createServer();
		const drain = createDrain(server, (_, response) => void setTimeout(() => response.end('answer'), 1));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		expect(await leftByRequests(`http://127.0.0.1:${port}/`)).toBeLessThan(MAX_LEFT);
		await drain.close();
	});
});
