import { Message } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
	// Its statements would be counted, too.
	await testServer.engine.stop();
});
afterAll(() => testServer.close());

const MESSAGES = 40_000;
/** The export searches this many messages at a time, with several statements. */
const SEARCH = 2000;

test('an export stops searching when its reader disconnects', async () => {
	const { knex } = testServer.db;
	const row = { kind: 'TEST', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 1 };
	await knex.batchInsert(
		Message.tableName,
		Array.from({ length: MESSAGES }, () => row),
		100,
	);
	// Only now: a server closes connections that are idle for seconds.
	const ada = await testServer.signIn('ada');
	let statements = 0;
	const reader = new AbortController();
	knex.on('query', ({ sql }: { sql: string }) => {
		if (!sql.includes('messages')) return;
		statements++;
		reader.abort();
	});
	const read = async () => {
		const response = await ada.fetch('/api/export/deliveries?kind=NOTICE', { signal: reader.signal });
		await response.text();
	};
	await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
	let last = 0;
	const isOver = () => {
		const before = last;
		last = statements;
		return before === last;
	};
	await expect.poll(isOver, { interval: 300, timeout: 20_000 }).toBe(true);
	expect(statements).toBeLessThan((MESSAGES / SEARCH) * 3);
});
