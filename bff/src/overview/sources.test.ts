import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type Browser, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const sources = async () => (await ada.api.overview({})).data.sources;
const NOTHING = {
	host: null,
	watched: 0,
	neverChecked: 0,
	blocked: 0,
	roundMs: 0,
	oldestCheckAt: null,
	p95CheckAt: null,
	lastChangeAt: null,
	blockedSince: null,
	blockedReason: null,
	suspectSince: null,
	suspectReason: null,
	interval: null,
};

test('the overview has a row for every source and region, watched or not', async () => {
	const before = await sources();
	expect(before.filter(({ source }) => source === 'ADIDAS')).toEqual([{ source: 'ADIDAS', region: 'US', ...NOTHING }]);
	expect(before.filter(({ source }) => source === 'NIKE')).toHaveLength(16);
	expect(before.filter(({ source }) => source === 'SHOPS')).toEqual([{ source: 'SHOPS', region: 'US', ...NOTHING }]);
	expect(before.filter(({ source }) => source === 'NIKE_REFURBISHED')).toHaveLength(1);
	const value = (await testServer.sandbox.control.createWebhooks({ count: 1 }))[0]?.url ?? '';
	const place = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1' };
	await ada.api.bulkWebhooks({ rows: [{ action: 'INSERT', ...place, label: 'sneakers', value }] });
	await ada.api.adidasSkusChange({ action: 'ADD', sku: ['EG4959'], type: 'ADIDASHOT1' });
	const adidas = async () => (await sources()).find(({ source }) => source === 'ADIDAS');
	await expect
		.poll(adidas)
		.toMatchObject({ region: 'US', watched: 1, neverChecked: 0, blocked: 0, oldestCheckAt: expect.any(Number) });
	const { data: pulse } = await ada.api.pulse();
	expect(pulse.watched).toBe(1);
	expect(pulse.sources.find(({ source }) => source === 'ADIDAS')).toMatchObject({
		polled: true,
		watched: 1,
		place: 'US',
	});
	expect(pulse.sources.find(({ source }) => source === 'SHOPS')).toMatchObject({ polled: true, watched: 0 });
	await testServer.engine.stop();
	await expect.poll(adidas).toEqual({ source: 'ADIDAS', region: 'US', ...NOTHING });
});
