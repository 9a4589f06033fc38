import { databaseClock, Worker } from '@dropwire/db';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { startServer } from '../server.ts';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => testServer.close());

/** Leaves one engine, whose last heartbeat is this old by the database's clock. */
async function heartbeat(ageMs: number): Promise<void> {
	const { knex } = testServer.db;
	await Worker.query(knex).delete();
	const heartbeatAt = knex.raw('? - ?', [databaseClock(testServer.db), ageMs]);
	await knex('workers').insert({ id: 'engine', host: 'x', pid: 1, startedAt: 1, heartbeatAt });
}

const statusOf = async (path: string) => (await fetch(testServer.server.origin + path)).status;

test('a server without Redis is ready and warns', async () => {
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

test('a server whose database file is damaged is not ready, although other statements work', async () => {
	const { db, engine, settings } = testServer;
	const second = await startServer({ settings: { ...settings, PORT: 0 }, db, engine, log: pino({ level: 'silent' }) });
	const statusAt = async (path: string, headers = {}) => (await fetch(second.origin + path, { headers })).status;
	await expect.poll(() => statusAt('/readyz')).toBe(200);
	const damage = Object.assign(new Error('SQLITE_CORRUPT: database disk image is malformed'), {
		code: 'SQLITE_CORRUPT',
	});
	vi.spyOn(db, 'readBy').mockRejectedValueOnce(damage);
	expect(await statusAt('/api/user', { authorization: 'Bearer x' })).toBe(503);
	expect(await statusAt('/readyz')).toBe(503);
	await second.close();
});

test.each([
	['ER_UNKNOWN_COM_ERROR', 'WSREP has not yet prepared node for application use'],
	['ER_LOCK_WAIT_TIMEOUT', 'Lock wait timeout exceeded; try restarting transaction'],
])('a call that the database rejects with %s answers 503 with Retry-After', async (code, message) => {
	const { db, server } = testServer;
	vi.spyOn(db, 'readBy').mockRejectedValueOnce(Object.assign(new Error(message), { code }));
	const answer = await fetch(`${server.origin}/api/user`, { headers: { authorization: 'Bearer x' } });
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});

test('a server without an engine heartbeat within 10 s is not ready', async () => {
	await expect.poll(() => statusOf('/readyz')).toBe(200);
	await testServer.engine.stop();
	await heartbeat(0);
	expect(await statusOf('/readyz')).toBe(200);
	const { knex } = testServer.db;
	const heartbeatAt = knex.raw('? - 61000', [databaseClock(testServer.db)]);
	await knex('workers').insert({ id: 'frozen', host: 'x', pid: 1, egress: 'far', startedAt: 1, heartbeatAt });
	expect(await (await fetch(`${testServer.server.origin}/readyz`)).json()).toEqual({
		status: 'ok',
		warnings: [expect.stringMatching(/^The engine frozen of the address "far" has not answered since .+ UTC\.$/)],
	});
	const ada = await testServer.signIn('ada');
	expect((await ada.api.pulse()).data).toMatchObject({ engines: 1, silentEngines: 1 });
	await heartbeat(11_000);
	expect(await statusOf('/readyz')).toBe(503);
	expect(await statusOf('/healthz')).toBe(200);
});

test.each([60_000, -60_000])(
	'a server whose clock is %i ms ahead of the database knows whether an engine runs',
	async (ms) => {
		const now = Date.now.bind(Date);
		vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
		const ada = await testServer.signIn('ada');
		const engines = async () => (await ada.api.pulse()).data.engines;
		await heartbeat(0);
		const known = async () => [await statusOf('/readyz'), await engines()];
		await expect.poll(known).toEqual([200, 1]);
		await heartbeat(11_000);
		await expect.poll(known).toEqual([503, 0]);
	},
);
