import { setTimeout as pause } from 'node:timers/promises';
import { onServer, openThroughProxy } from '@dropwire/db/testing';
import { freePort } from '@dropwire/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type TestServer, openTestServer } from '../testing.ts';

// Skipped on the embedded database: it has no connection that could break.
describe.skipIf(!onServer)('a server whose database is behind a network that fails', () => {
	let testServer: TestServer;
	let through: Awaited<ReturnType<typeof openThroughProxy>>;
	let server: RunningServer;
	let headers: Record<string, string>;
	const lines: { level: number; msg: string }[] = [];
	/** Whether the network fails when a transaction is about to be committed. */
	let cutsCommits = false;
	beforeAll(async () => {
		testServer = await openTestServer();
		const ada = await testServer.signIn('ada');
		const { data } = await ada.api.tokenCreate({ name: 'outage', scopes: ['read', 'write'] });
		headers = { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' };
		through = await openThroughProxy(testServer.db.url);
		server = await startServer({
			settings: { ...testServer.settings, PORT: await freePort() },
			db: {
				...through.db,
				transaction: (work) =>
					through.db.transaction(async (trx) => {
						const result = await work(trx);
						if (cutsCommits) through.proxy.cut();
						return result;
					}),
			},
			log: createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
			engine: null,
		});
	});
	afterAll(async () => {
		await server.close();
		await through.close();
		await testServer.close();
	});

	const read = () => fetch(`${server.origin}/api/usersdb`, { headers });
	const write = () =>
		fetch(`${server.origin}/api/skus?action=ADD`, {
			method: 'POST',
			headers,
			body: JSON.stringify({ type: 'MONITOR1', sku: ['CK9246-101'] }),
		});
	const ready = async () => {
		const begun = performance.now();
		const { status } = await fetch(`${server.origin}/readyz`);
		return { status, ms: performance.now() - begun };
	};
	const expectUnavailable = async (response: Response) => {
		expect(response.status).toBe(503);
		expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
		expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
	};

	test('calls answer 503 with Retry-After while the database is unreachable', async () => {
		expect((await read()).status).toBe(200);
		expect((await ready()).status).toBe(200);
		lines.length = 0;
		through.proxy.cut();
		for (const call of [read, write, read]) await expectUnavailable(await call());
		expect((await ready()).status).toBe(503);
		await Promise.all(Array.from({ length: 100 }, read));
		// The jobs of the server fail, too.
		await pause(5000);
		const problems = lines.filter(({ level }) => level > 30);
		expect(problems).toMatchObject([{ msg: expect.stringContaining('the database is not available') }]);
		through.proxy.heal();
		expect((await read()).status).toBe(200);
		expect((await write()).status).toBe(200);
		expect((await ready()).status).toBe(200);
		const last = () => lines.at(-1);
		await expect.poll(last, { timeout: 40_000 }).toMatchObject({ msg: 'the database is available again' });
	});

	test('a call whose commit has an unknown outcome answers 503 only if it can be repeated', async () => {
		const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', blocked: 'ACCESS_DENIED' };
		const submit = () =>
			fetch(`${server.origin}/api/events`, { method: 'POST', headers, body: JSON.stringify({ events: [event] }) });
		cutsCommits = true;
		const submitted = await submit();
		through.proxy.heal();
		const written = await write();
		cutsCommits = false;
		through.proxy.heal();
		await expectUnavailable(submitted);
		expect(written.status).toBe(500);
		expect(await written.json()).toMatchObject({
			error: { message: expect.stringContaining('Check whether it was saved') },
		});
		expect((await submit()).status).toBe(202);
	});

	test('readyz answers 503 within 2 s, metrics within 10 s and calls within 15 s while the database hangs', async () => {
		expect((await read()).status).toBe(200);
		through.proxy.hang();
		const begun = performance.now();
		const calls = [read(), write(), read()];
		const scrape = fetch(`${server.origin}/metrics`, { signal: AbortSignal.timeout(10_000) });
		const probe = await ready();
		expect(probe.status).toBe(503);
		expect(probe.ms).toBeLessThan(2000);
		expect(await (await scrape).text()).toContain('dropwire_database_up 0');
		for (const call of calls) await expectUnavailable(await call);
		expect(performance.now() - begun).toBeLessThan(15_000);
		through.proxy.heal();
		await expect.poll(async () => (await read()).status).toBe(200);
		await expect.poll(async () => (await ready()).status).toBe(200);
		expect((await write()).status).toBe(200);
	}, 60_000);
});
