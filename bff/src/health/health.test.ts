import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLivingEngine } from '@dropwire/engine/testing';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('the pulse has the engines, the open deliveries and the regions that have been blocked for more than a moment', async () => {
	const bot = await testServer.bot();
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect.poll(async () => (await bot.pulse()).data.watched).toBeGreaterThan(0);
	const { data } = await bot.pulse();
	expect(data).toMatchObject({ engines: 1, open: 0, oldestOpenAt: null, blocked: [] });
	await testServer.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { status: 403 } });
	const blockedIn = async () => {
		const { data: skus } = await ada.api.skus({ type: 'MONITOR1' });
		return skus.find(({ sku }) => sku === 'CK9246-101')?.blocked;
	};
	await expect
		.poll(blockedIn)
		.toEqual([{ region: 'JP', since: expect.any(Number), reason: expect.stringContaining('403') }]);
	expect((await bot.pulse()).data.blocked).toEqual([]);

	const { knex } = testServer.db;
	const now = Date.now();
	await addLivingEngine(testServer.db);
	const blocked = { watched: 9, neverChecked: 0, blocked: 9, blockedSince: now - 60_000, blockedReason: 'wall (403)' };
	await knex('source_rounds').insert({ worker: '~x', source: 'NIKE', region: 'FR', host: '', roundMs: 9, ...blocked });
	await expect
		.poll(async () => (await bot.pulse()).data.blocked.find(({ region }) => region === 'FR'))
		.toEqual({ source: 'NIKE', region: 'FR', since: now - 60_000 });
});
