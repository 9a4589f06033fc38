import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house?.close());

const place = { brand: 'JD', category: 'SHOES', region: 'US', status: 'NEW' };
const setRows = (rows: { action: string; label: string; value: string }[]) =>
	ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...place, ...row })) });

test('a whole brand is listed at once, counted, and found by a label whatever its letters', async () => {
	const [first, second] = await house.sandbox.control.createWebhooks({ count: 2 });
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
	});
	await ada.api.webhooksReplace({ body: [] });
	expect((await ada.api.find({ q: 'LOUNGE' })).labels).toEqual([{ ...place, label: 'Lounge 100%' }]);
	expect((await ada.api.find({ q: '100%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '%' })).labels).toHaveLength(1);
	expect((await ada.api.find({ q: '_' })).labels).toEqual([]);
});

test('a watched SKU is found by any part of it', async () => {
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	expect((await ada.api.find({ q: '9246' })).skus).toEqual([{ sku: 'CK9246-101', list: 'MONITOR1' }]);
});

test('the overview tells of a dead webhook where it stands, and forgets it once it is saved again', async () => {
	const [webhook] = await house.sandbox.control.createWebhooks({ count: 1 });
	const url = webhook?.url ?? '';
	await setRows([{ action: 'INSERT', label: 'doomed', value: url }]);
	await ada.api.webhookTest({ url });
	await house.sandbox.control.deleteWebhook(webhook?.id ?? '');
	await ada.api.webhookTest({ url });
	const { data } = await ada.api.overview();
	expect(data.dead).toEqual([
		expect.objectContaining({
			reason: expect.stringContaining('Unknown Webhook') as string,
			stands: [{ topic: { ...place, toolsName: 'JD Sports New' }, label: 'doomed', guild: null }],
		}),
	]);
	expect(data.dead[0]?.target).not.toContain(url.split('/').at(-1));
	expect(data.pulse).toMatchObject({ engines: 1, webhooksOff: 1 });
	expect(data.minutes).toHaveLength(60);
	expect(data.minutes.reduce((sum, { messages }) => sum + messages, 0)).toBe(2);
	expect(data.slowest).toEqual([
		expect.objectContaining({ target: data.dead[0]?.target, stands: data.dead[0]?.stands }),
	]);
	expect((await ada.api.operatorCounts()).data[0]).toMatchObject({ failing: 1 });

	const again = await setRows([{ action: 'SET', label: 'doomed', value: url }]);
	expect(again.counts).toMatchObject({ unchanged: 1 });
	expect((await setRows([{ action: 'UPDATE', label: 'doomed', value: url }])).counts).toMatchObject({ changed: 1 });
	expect((await ada.api.overview()).data.dead).toEqual([]);
});
