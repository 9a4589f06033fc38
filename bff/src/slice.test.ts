import { Product, Webhook } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGIONS, webhookGroups } from '../contract/index.ts';
import { type Browser, type House, openHouse } from './testing.ts';

let house: House;
let cleo: Browser;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	cleo = await house.signIn('cleo');
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const seeded = (index: number) => {
	const { webhook } = SANDBOX_CHANNELS[index]!;
	return `${house.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`;
};
const channel = { guildId, region: 'us', toolsName: 'Nike Shoes Active' };
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };

test('a channel is added once, counted, and removed with its webhooks', async () => {
	const { data: added } = await cleo.api.channelInsert(channel);
	expect(added).toEqual({ id: expect.any(String), region: 'US', toolsName: 'Nike Shoes Active' });
	await expect(cleo.api.channelInsert(channel)).rejects.toMatchObject({ status: 409, code: 'conflict' });
	await expect(
		cleo.api.channelInsert({ ...channel, region: 'jp', toolsName: 'Nike Shoes Discount' }),
	).rejects.toMatchObject({
		status: 400,
		fields: { toolsName: 'must be a name that JP has' },
	});

	await cleo.api.webhookInsert({ ...channel, webHook: seeded(0) });
	const { data: list } = await cleo.api.channelList({ guildId });
	expect(list.map(({ region }) => region)).toEqual(REGIONS);
	expect(list[0]).toMatchObject({ channels: [{ id: added.id, toolsName: 'Nike Shoes Active', webhooks: 1 }] });
	expect(list[0]?.toolsNameList).not.toContain('Nike Shoes Active');

	expect(await cleo.api.channelDelete({ id: added.id })).toEqual({ data: { id: added.id } });
	expect(await Webhook.query(house.db.knex).resultSize()).toBe(0);
	await expect(cleo.api.webhookList(channel)).rejects.toMatchObject({ status: 404 });
});

test('added twice at the same instant, a channel stands once', async () => {
	const answers = await Promise.allSettled(
		[1, 2, 3].map(() => cleo.api.channelInsert({ ...channel, toolsName: 'Nike Equipment Hold' })),
	);
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
});

test("a guild's webhook is added, changed, refused twice, and deleted; a stranger's row is 403", async () => {
	await cleo.api.channelInsert({ ...channel, toolsName: 'Nike Shoes Hold' });
	const place = { ...channel, toolsName: 'Nike Shoes Hold' };
	const { data: row } = await cleo.api.webhookInsert({ ...place, webHook: ` ${seeded(0)} ` });
	expect(row).toEqual({ id: expect.any(String), webhook: seeded(0), health });
	await expect(
		cleo.api.webhookInsert({ ...place, webHook: seeded(0).replace('/api/', '/api/v10/') }),
	).rejects.toMatchObject({ status: 409 });
	await expect(cleo.api.webhookInsert({ ...place, webHook: 'https://example.com/x' })).rejects.toMatchObject({
		status: 400,
		fields: { webHook: expect.stringContaining('Discord webhook URL') },
	});

	const { data: changed } = await cleo.api.webhookEdit({ ...place, id: row.id, webHook: seeded(1) });
	expect(changed).toEqual({ ...row, webhook: seeded(1) });
	expect((await cleo.api.webhookList(place)).data).toEqual([changed]);

	const elsewhere = { ...place, guildId: SANDBOX_GUILDS.restockRadar.id };
	await expect(cleo.api.webhookDelete({ guildId: elsewhere.guildId, id: row.id })).rejects.toMatchObject({
		status: 403,
	});
	await expect(cleo.api.webhookEdit({ ...elsewhere, id: row.id, webHook: seeded(2) })).rejects.toMatchObject({
		status: 403,
	});
	expect(await cleo.api.webhookDelete({ guildId, id: row.id })).toEqual({ data: { id: row.id } });
	expect((await cleo.api.webhookList(place)).data).toEqual([]);
});

test('the operator groups of Nike: always four, rows by label', async () => {
	const place = { region: 'gb', category: 'shoes' };
	const data = { label: 'uk', value: seeded(3) };
	expect(await ada.api.nikeWebhooks(place)).toEqual(
		['ACTIVE', 'CLOSEOUT', 'HOLD', 'DISCOUNT'].map((status) => ({ status, webhooks: [] })),
	);
	expect(await ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'hold', data })).toEqual({ data });
	await expect(ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'HOLD', data })).rejects.toMatchObject({
		status: 409,
	});
	await expect(
		ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'HOLD', data: { ...data, label: 'other' } }),
	).rejects.toMatchObject({ status: 409 });
	await expect(
		ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'DISCOUNT', data }),
	).rejects.toMatchObject({ status: 400, fields: { status: expect.any(String) } });

	await ada.api.nikeWebhooksChange({
		...place,
		action: 'UPDATE',
		status: 'HOLD',
		data: { label: 'uk', value: seeded(4) },
	});
	expect((await ada.api.nikeWebhooks(place))[2]).toEqual({
		status: 'HOLD',
		webhooks: [{ label: 'uk', value: seeded(4), health }],
	});
	await expect(
		ada.api.nikeWebhooksChange({
			...place,
			action: 'UPDATE',
			status: 'HOLD',
			data: { label: 'none', value: seeded(4) },
		}),
	).rejects.toMatchObject({ status: 404 });

	await ada.api.nikeWebhooksChange({ ...place, action: 'DELETE', status: 'HOLD', data });
	await expect(ada.api.nikeWebhooksChange({ ...place, action: 'DELETE', status: 'HOLD', data })).rejects.toMatchObject({
		status: 404,
	});
});

test('an INSERT answers 201 and a change 200', async () => {
	const write = (action: string) =>
		ada.fetch('/api/nikewebhooks?region=FR&category=equipment', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action, status: 'ACTIVE', data: { label: 'fr', value: seeded(5) } }),
		});
	expect((await write('INSERT')).status).toBe(201);
	expect((await write('UPDATE')).status).toBe(200);
	expect((await write('DELETE')).status).toBe(200);
});

test('SKUs are added and removed once, and what was watched is shown with its last look', async () => {
	const change = (action: string, ...sku: string[]) => ada.api.skusChange({ action, sku, type: 'monitor1' });
	expect(await change('add', ' ck9246-101 ', 'BV7114-001', 'BV7114-001')).toEqual({
		data: { type: 'MONITOR1', changed: ['CK9246-101', 'BV7114-001'], unchanged: [] },
	});
	expect((await change('add', 'BV7114-001', 'NO-SUCH')).data).toMatchObject({
		changed: ['NO-SUCH'],
		unchanged: ['BV7114-001'],
	});
	const looked = async () => {
		const { data } = await ada.api.skus({ type: 'MONITOR1' });
		return data.find(({ sku }) => sku === 'CK9246-101');
	};
	await expect.poll(async () => (await looked())?.regions.length, { timeout: 10_000 }).toBe(16);
	expect(await looked()).toMatchObject({ title: expect.stringContaining('Jordan'), blocked: [] });
	await expect(ada.api.skusChange({ action: 'ADD', sku: [], type: 'MONITOR1' })).rejects.toMatchObject({
		status: 400,
		fields: { sku: expect.any(String) },
	});
	await expect(ada.api.skusChange({ action: 'ADD', sku: ['x'.repeat(65)], type: 'MONITOR1' })).rejects.toMatchObject({
		status: 400,
	});

	const many = Array.from({ length: 500 }, (_, n) => `MANY-${n}`);
	expect((await change('add', ...many)).data.changed).toHaveLength(500);
	expect((await change('remove', ...many)).data.changed).toHaveLength(500);
	await expect(change('add', ...many, 'ONE-MORE')).rejects.toMatchObject({
		status: 400,
		fields: { sku: 'must have at most 500 SKUs' },
	});

	expect((await change('remove', 'CK9246-101', 'BV7114-001', 'NO-SUCH')).data.changed).toHaveLength(3);
	expect(await Product.query(house.db.knex).whereIn('sku', ['CK9246-101', 'BV7114-001'])).toEqual([]);
});

test('a test message goes the way of every message and tells what Discord said; a dead webhook is switched off and can be sent again once saved', async () => {
	const [webhook] = await house.sandbox.control.createWebhooks({ count: 1 });
	const place = { region: 'US', category: 'shoes', action: 'INSERT', status: 'CLOSEOUT' };
	await ada.api.nikeWebhooksChange({ ...place, data: { label: 'probe', value: webhook!.url } });
	expect((await ada.api.webhookTest({ url: webhook!.url })).data).toMatchObject({
		status: 'sent',
		kind: 'TEST',
		messageId: expect.any(String),
	});
	await expect(cleo.api.webhookTest({ url: webhook!.url })).rejects.toMatchObject({ status: 403 });

	await house.sandbox.control.deleteWebhook(webhook!.id);
	const { data: failed } = await ada.api.webhookTest({ url: webhook!.url });
	expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('Unknown Webhook') });
	expect(
		webhookGroups(await ada.api.nikeWebhooks({ region: 'US', category: 'shoes' }))[1]?.webhooks[0]?.health,
	).toMatchObject({
		active: false,
		offReason: expect.stringContaining('10015'),
	});
	await expect(ada.api.redeliver({ id: failed.id })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining('off'),
	});
	const { data, nextCursor } = await ada.api.deliveries({ status: 'failed' });
	expect(data.map(({ id }) => id)).toContain(failed.id);
	expect(nextCursor).toBeNull();
});

test('a client sees the deliveries of their own guilds and no others', async () => {
	await cleo.api.channelInsert({ ...channel, toolsName: 'Nike Equipment Active' });
	await cleo.api.webhookInsert({ ...channel, toolsName: 'Nike Equipment Active', webHook: seeded(2) });
	await ada.api.nikeWebhooksChange({
		region: 'US',
		category: 'equipment',
		action: 'INSERT',
		status: 'ACTIVE',
		data: { label: 'op', value: seeded(8) },
	});
	await ada.api.skusChange({ action: 'ADD', sku: ['SX5090-014'], type: 'MONITOR4' });
	await expect
		.poll(() => Product.query(house.db.knex).where({ sku: 'SX5090-014', region: 'US' }).resultSize(), {
			timeout: 10_000,
		})
		.toBe(1);
	await house.sandbox.control.setProduct({
		sku: 'SX5090-014',
		region: 'US',
		change: { currentPrice: 25, fullPrice: 28 },
	});
	await expect.poll(async () => (await cleo.api.deliveries({ guildId })).data.length, { timeout: 10_000 }).toBe(1);
	const { data } = await cleo.api.deliveries({});
	expect(data).toMatchObject([{ kind: 'PRICE', sku: 'SX5090-014', topic: 'Nike Equipment Active · US' }]);
	expect(data[0]?.target).not.toContain('sandbox-');
	await expect(cleo.api.deliveries({ guildId: SANDBOX_GUILDS.dropwireHq.id })).rejects.toMatchObject({ status: 403 });
	expect((await ada.api.deliveries({ topic: 'Nike Equipment Active' })).data.length).toBeGreaterThanOrEqual(2);
});
