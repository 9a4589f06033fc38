import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const place = { brand: 'JD', category: 'SHOES', region: 'US', status: 'NEW' };
const setRows = (rows: { action: string; label: string; value: string }[]) =>
	ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...place, ...row })) });

test('all webhooks of a brand and category are listed and counted', async () => {
	const [first, second] = await testServer.sandbox.control.createWebhooks({ count: 2 });
	await setRows([
		{ action: 'INSERT', label: 'Lounge 100%', value: first?.url ?? '' },
		{ action: 'INSERT', label: 'cellar', value: second?.url ?? '' },
	]);
	const { data, nextCursor } = await ada.api.operatorWebhooks({ brand: 'JD', category: 'shoes' });
	expect(data).toEqual([
		expect.objectContaining({ ...place, label: 'Lounge 100%', value: first?.url }),
		expect.objectContaining({ ...place, label: 'cellar' }),
	]);
	expect(nextCursor).toBeNull();
	await ada.api.webhooksReplace({ body: [first?.url ?? ''] });
	expect(await ada.api.operatorCounts()).toEqual({
		data: [{ brand: 'JD', category: 'SHOES', webhooks: 2, failing: 0 }],
		broadcast: { webhooks: 1, failing: 0 },
		accessRequests: 0,
		productRequests: 0,
	});
	await ada.api.webhooksReplace({ body: [] });
});
