import { AuditRow } from '@dropwire/db';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract, type Endpoint } from '@dropwire/contract';
import { type TestServer, openTestServer } from '../testing.ts';
import { createDenials } from './denials.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
beforeEach(async () => {
	await AuditRow.query(testServer.db.knex).delete();
});
afterAll(() => testServer.close());

const recorded = () => AuditRow.query(testServer.db.knex).where({ target: 'refused' }).resultSize();

test('at most 20 denied calls of a person are in the audit log', async () => {
	const cleo = await testServer.signIn('cleo');
	const entries: Endpoint[] = Object.values(contract);
	const calls = entries.filter(
		({ auth, method, path }) => auth.role === 'admin' && method === 'GET' && !path.includes(':'),
	);
	expect(calls.length).toBeGreaterThan(20);
	for (const { path } of calls) expect((await cleo.fetch(path)).status).toBe(403);
	expect(await recorded()).toBe(20);
});

test('at most 500 denied calls of a process are in the audit log', async () => {
	const denials = createDenials(testServer.db, pino({ level: 'silent' }));
	for (let n = 0; n < 510; n++) {
		const who = `192.0.2.${n}`;
		await denials.note({ who, actor: null, via: 'session', action: 'signIn', reason: 'x', requestId: null });
	}
	expect(await recorded()).toBe(500);
});
