import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the overview lists subscriptions of a dead webhook until it is saved again', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const url = webhook?.url ?? '';
	await setRows([{ action: 'INSERT', label: 'doomed', value: url }]);
	await ada.api.webhookTest({ url });
	await testServer.sandbox.control.deleteWebhook(webhook?.id ?? '');
	await ada.api.webhookTest({ url });
	const { data } = await ada.api.overview();
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
