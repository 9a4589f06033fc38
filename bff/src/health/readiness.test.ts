import { Worker } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { startServer } from '../server.ts';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

const statusOf = async (path: string) => (await fetch(testServer.server.origin + path)).status;

test('while Redis is away the server is ready, and warns', async () => {
	expect(await (await fetch(`${testServer.server.origin}/readyz`)).json()).toEqual({ status: 'ok', warnings: [] });
	const settings = { ...testServer.settings, PORT: 0, REDIS_URL: 'redis://127.0.0.1:1' };
	const { db, engine } = testServer;
	const second = await startServer({ settings, db, engine, log: pino({ level: 'silent' }) });
	const answer = await fetch(`${second.origin}/readyz`);
	expect([answer.status, await answer.json()]).toEqual([
		200,
		{ status: 'ok', warnings: [expect.stringContaining('Redis does not answer')] },
	]);
	await second.close();
});

test('without an engine heartbeat of the last 10 s the server is alive and not ready', async () => {
	await expect.poll(() => statusOf('/readyz')).toBe(200);
	await testServer.engine.stop();
	const heartbeat = async (ageMs: number) => {
		await Worker.query(testServer.db.knex).delete();
		await testServer.db
			.knex('workers')
			.insert({ id: 'engine', host: 'x', pid: 1, startedAt: 1, heartbeatAt: Date.now() - ageMs });
	};
	await heartbeat(0);
	expect(await statusOf('/readyz')).toBe(200);
	await heartbeat(11_000);
	expect(await statusOf('/readyz')).toBe(503);
	expect(await statusOf('/healthz')).toBe(200);
});
