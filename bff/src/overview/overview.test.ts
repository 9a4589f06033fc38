import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublicStatus } from '../status/publicStatus.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer?.close());

const place = { brand: 'JD', category: 'SHOES', region: 'US', status: 'NEW' };
const setRows = (rows: { action: string; label: string; value: string }[]) =>
	ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...place, ...row })) });

test('the overview lists subscriptions of a dead webhook until it is saved again, and counts watches', async () => {
	const mia = await testServer.signIn('mia');
	await mia.api.watchCreate({ brand: 'NIKE', sku: 'CK9246-101' });
	await testServer.db.knex('watch_places').insert({ discordId: SANDBOX_USERS.dan.id, unreachableUntil: 1 });
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const url = webhook?.url ?? '';
	await setRows([{ action: 'INSERT', label: 'doomed', value: url }]);
	await ada.api.webhookTest({ url });
	await testServer.sandbox.control.deleteWebhook(webhook?.id ?? '');
	await ada.api.webhookTest({ url });
	const { data } = await ada.api.overview();
	expect(data.watching).toEqual({ members: 1, watches: 1, unreachable: 1 });
	expect(JSON.stringify(data)).not.toContain(SANDBOX_USERS.mia.id);
	expect(data.dead).toEqual([
		expect.objectContaining({
			reason: expect.stringContaining('Unknown Webhook') as string,
			subscriptions: [{ topic: { ...place, toolsName: 'JD Sports New' }, label: 'doomed', guild: null }],
		}),
	]);
	expect(data.dead[0]?.target).not.toContain(url.split('/').at(-1));
	expect(data.pulse).toMatchObject({ engines: 1, webhooksOff: 1 });
	expect(data.minutes).toHaveLength(60);
	expect(data.minutes.reduce((sum, { messages }) => sum + messages, 0)).toBe(2);
	expect(data.newestSent).toBeNull();
	expect(data.slowest).toEqual([
		expect.objectContaining({
			id: data.dead[0]?.id,
			target: data.dead[0]?.target,
			subscriptions: data.dead[0]?.subscriptions,
		}),
	]);
	expect((await ada.api.operatorCounts()).data[0]).toMatchObject({ failing: 1 });

	const again = await setRows([{ action: 'SET', label: 'doomed', value: url }]);
	expect(again.counts).toMatchObject({ unchanged: 1 });
	expect((await setRows([{ action: 'UPDATE', label: 'doomed', value: url }])).counts).toMatchObject({ changed: 1 });
	expect((await ada.api.overview()).data.dead).toEqual([]);
});

test('says that latency is of the newest messages only if there are more than it reads', async () => {
	const { knex } = testServer.db;
	const now = Date.now();
	const times = { queuedAt: now, expiresAt: now + 60_000 };
	await knex('messages').insert({ id: 900, kind: 'TEST', body: '{}', seenAt: now, ...times });
	const sent = { messageId: 900, target: 'x', status: 'sent', queuedAt: now, sentAt: now };
	const rows = Array.from({ length: 1001 }, () => sent);
	await knex.batchInsert('deliveries', rows, 100);
	await expect.poll(async () => (await ada.api.overview()).data.newestSent).toBe(1000);
	const { data } = await ada.api.overview();
	expect(data.latency.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
	expect((await createPublicStatus(testServer.db)()).delay).toMatchObject({ newest: 1000 });
});
