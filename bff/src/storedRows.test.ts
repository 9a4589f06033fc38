import { contract, effectsOf, type Endpoint } from '@dropwire/contract';
import { fillEveryTable } from '@dropwire/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from './testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	await fillEveryTable(testServer.db);
});
afterAll(() => testServer.close());

/** The calls that read JSON and need no input. */
const reads = Object.entries(contract as Record<string, Endpoint>).filter(
	([name, call]) =>
		// Ends the session of the others.
		name !== 'logout' &&
		call.method === 'GET' &&
		effectsOf(call) === 'none' &&
		typeof call.output !== 'string' &&
		!call.params &&
		call.query?.safeParse({}).success !== false,
);

test('reads answer with rows in every table', async () => {
	expect(reads.length).toBeGreaterThan(30);
	const failed: string[] = [];
	for (const [name, { path }] of reads) {
		const { status } = await ada.fetch(path);
		if (status >= 400) failed.push(`${name}: ${status}`);
	}
	expect(failed).toEqual([]);
});
