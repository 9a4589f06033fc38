import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('the pulse has the engines, the open deliveries and the blocked regions', async () => {
	const bot = await testServer.bot();
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect.poll(async () => (await bot.pulse()).data.watched, { timeout: 10_000 }).toBeGreaterThan(0);
	const { data } = await bot.pulse();
	expect(data).toMatchObject({ engines: 1, open: 0, oldestOpenAt: null, blocked: [] });
	await testServer.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { status: 403 } });
	await expect
		.poll(async () => (await bot.pulse()).data.blocked, { timeout: 10_000 })
		.toEqual([{ source: 'NIKE', region: 'JP', since: expect.any(Number) }]);
	const { data: skus } = await ada.api.skus({ type: 'MONITOR1' });
	expect(skus.find(({ sku }) => sku === 'CK9246-101')?.blocked).toEqual([
		{ region: 'JP', since: expect.any(Number), reason: expect.stringContaining('403') },
	]);
});
