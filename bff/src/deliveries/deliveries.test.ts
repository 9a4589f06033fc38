import { Product } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { ingest } from '@dropwire/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSnapshot } from '@dropwire/engine/testing';
import { type Browser, type TestServer, openTestServer, webhookGroups } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const channel = { guildId, region: 'us', toolsName: 'Nike Shoes Active' };
const seeded = (index: number) => {
	const { webhook } = SANDBOX_CHANNELS[index]!;
	return `${testServer.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`;
};

test("a test message returns Discord's response; a deleted webhook is switched off", async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const place = { region: 'US', category: 'shoes', action: 'INSERT', status: 'CLOSEOUT' };
	await ada.api.nikeWebhooksChange({ ...place, data: { label: 'probe', value: webhook!.url } });
	expect((await ada.api.webhookTest({ url: webhook!.url })).data).toMatchObject({
		status: 'sent',
		kind: 'TEST',
		messageId: expect.any(String),
	});
	await expect(cleo.api.webhookTest({ url: webhook!.url })).rejects.toMatchObject({ status: 403 });

	await testServer.sandbox.control.deleteWebhook(webhook!.id);
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

test("a client sees only their guilds' deliveries", async () => {
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
		.poll(() => Product.query(testServer.db.knex).where({ sku: 'SX5090-014', region: 'US' }).resultSize())
		.toBe(1);
	await testServer.sandbox.control.setProduct({
		sku: 'SX5090-014',
		region: 'US',
		change: { currentPrice: 25, fullPrice: 28 },
	});
	await expect.poll(async () => (await cleo.api.deliveries({ guildId })).data.length).toBe(1);
	const { data } = await cleo.api.deliveries({});
	expect(data).toMatchObject([{ kind: 'PRICE', sku: 'SX5090-014', topic: 'Nike Equipment Active · US' }]);
	expect(data[0]?.target).not.toContain('sandbox-');
	await expect(cleo.api.deliveries({ guildId: SANDBOX_GUILDS.dropwireHq.id })).rejects.toMatchObject({ status: 403 });
	expect((await ada.api.deliveries({ topic: 'Nike Equipment Active' })).data.length).toBeGreaterThanOrEqual(2);
});

test('a failed edit is listed and sent again unless a newer one is queued', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const data = { label: 'laptops', value: webhook!.url };
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data });
	const report = async (...inStock: string[]) => {
		const sizes = ['8', '9', '10'].map((size) => ({
			size,
			available: inStock.includes(size),
			level: null,
			count: null,
		}));
		const available = inStock.length > 0;
		const snapshot = aSnapshot({ brand: 'HP', category: 'LAPTOPS', launchAt: null, available, sizes });
		const answer = { kind: 'read', snapshot } as const;
		await ingest(testServer.db, {
			source: 'HP',
			sku: 'EDITED',
			region: 'US',
			answer,
			offer: null,
			monitor: '',
			observedAt: null,
		});
		testServer.engine.wake();
	};
	const newest = async () => (await ada.api.deliveries({ topic: 'HP Laptops' })).data;
	await report();
	await report('8');
	await expect.poll(newest).toMatchObject([{ kind: 'RESTOCK', status: 'sent', edits: [] }]);
	const fault = { status: 400, body: { message: 'Invalid Form Body', code: 50_035 } };
	await testServer.sandbox.control.failDiscord({ webhookId: webhook!.id, times: 1, fault });
	await report('8', '9');
	const isEdited = (...statuses: string[]) =>
		expect.poll(async () => (await newest()).map(({ edits }) => edits.map(({ status }) => status))).toEqual([statuses]);
	await isEdited('failed');
	const [message] = await newest();
	const { data: failed } = await ada.api.deliveries({ status: 'failed', topic: 'HP Laptops' });
	expect(failed).toMatchObject([{ id: message?.edits[0]?.id, editOf: message?.id, edits: [] }]);
	await ada.api.redeliver({ id: failed[0]!.id });
	testServer.engine.wake();
	await isEdited('sent');
	expect(await testServer.sandbox.control.messages({ webhookId: webhook!.id })).toMatchObject([{ edits: 1 }]);

	const { data: sent } = await ada.api.deliveries({ status: 'sent', topic: 'HP Laptops' });
	expect(sent.map(({ id }) => id)).toEqual([message?.id]);
	await testServer.db
		.knex('deliveries')
		.where({ editOf: Number(message?.id) })
		.update({ status: 'failed' });
	await report('8', '9', '10');
	await isEdited('failed', 'sent');
	await expect(ada.api.redeliver({ id: failed[0]!.id })).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining('newer edit'),
	});
});
