import { Announcement, Delivery, Place, TopicRow } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC } from '@dropwire/domain';
import { subscribeMany } from '@dropwire/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let hooks: string[];
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	const made = await testServer.sandbox.control.createWebhooks({ count: 3, ownChannels: true });
	hooks = made.map(({ url }) => url);
	for (const [index, value] of hooks.entries()) {
		await ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: `hook ${index}`, value });
	}
});
afterAll(() => testServer.close());

const text = { title: 'Dunk Low', imageURL: 'https://example.com/dunk.png', description: 'US 9: **12 pairs**' };
const send = async (body: object, key?: string) => {
	const response = await ada.fetch('/api/stocknumbersend', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as { data: { id: string; deliveries: number } } };
};

test('an announcement is stored with all its deliveries, goes out, and its tally can be read', async () => {
	const { status, body } = await send({ ...text, webhooks: hooks });
	expect({ status, body }).toEqual({ status: 202, body: { data: { id: expect.any(String), deliveries: 3 } } });
	const messages = await testServer.sandbox.control.waitForMessages({ count: 3 });
	expect(messages[0]?.body).toMatchObject({
		embeds: [
			{
				title: 'Dunk Low',
				description: 'US 9: **12 pairs**',
				thumbnail: { url: text.imageURL },
				footer: { text: 'Dropwire Stock Numbers' },
			},
		],
		allowed_mentions: { parse: [] },
	});
	expect(messages[0]?.body).toMatchObject({
		embeds: [{ footer: { icon_url: `${testServer.settings.PUBLIC_URL}/logo.png` } }],
	});
	await expect
		.poll(async () => (await ada.api.announcementTally({ id: body.data.id })).data)
		.toMatchObject({
			title: text.title,
			counts: { sent: 3, pending: 0, retrying: 0, failed: 0, expired: 0 },
		});
	await expect(ada.api.announcementTally({ id: '999999' })).rejects.toMatchObject({ status: 404 });
});

test('the same key again answers the first one and sends nothing, also at the same instant', async () => {
	const before = await Delivery.query(testServer.db.knex).resultSize();
	const body = { ...text, title: 'Once', webhooks: hooks.slice(0, 2) };
	const answers = await Promise.all([send(body, 'key-1'), send(body, 'key-1'), send(body, 'key-1')]);
	expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
	expect(answers.every((answer) => answer.status === 202 && answer.body.data.deliveries === 2)).toBe(true);
	expect(await Delivery.query(testServer.db.knex).resultSize()).toBe(before + 2);
	expect((await send({ ...body, title: 'Other' }, 'key-1')).status).toBe(409);
	expect((await send({ ...body, webhooks: hooks }, 'key-1')).status).toBe(409);
	expect((await send({ ...body, webhooks: hooks.slice(1) }, 'key-1')).status).toBe(409);
	expect((await send({ ...body, webhooks: body.webhooks.toReversed() }, 'key-1')).status).toBe(202);
	expect((await send(body, 'x'.repeat(129))).status).toBe(400);
});

test('a webhook that is not in the saved list is named, and nothing is stored', async () => {
	const count = await Announcement.query(testServer.db.knex).resultSize();
	const foreign = 'https://discord.com/api/webhooks/499999999999999999/foreign';
	await expect(ada.api.stockNumberSend({ ...text, webhooks: [hooks[0]!, foreign] })).rejects.toMatchObject({
		status: 400,
		fields: { 'webhooks.1': 'is not in the saved list: …/webhooks/499999999999999999/••••' },
	});
	expect(await Announcement.query(testServer.db.knex).resultSize()).toBe(count);
});

test('a webhook listed twice gets the announcement once; one that is switched off has a failed delivery', async () => {
	await testServer.db.knex('webhooks').update({ active: false, offReason: 'gone' }).where({ id: 1 });
	const { data } = await ada.api.stockNumberSend({ ...text, webhooks: [hooks[0]!, hooks[0]!, hooks[1]!] });
	expect(data.deliveries).toBe(2);
	const { data: rows } = await ada.api.deliveries({ announcement: data.id });
	expect(rows.find(({ status }) => status === 'failed')?.reason).toBe('Webhook is off: gone');
});

test.each([
	['title', { title: 'x'.repeat(257) }],
	['description', { description: '' }],
	['imageURL', { imageURL: 'ftp://example.com/x' }],
	['webhooks', { webhooks: [] }],
])('a bad %s is refused by name', async (field, change) => {
	await expect(ada.api.stockNumberSend({ ...text, webhooks: hooks, ...change })).rejects.toMatchObject({
		status: 400,
		fields: { [field]: expect.any(String) },
	});
});

test('announcements are listed, newest first, with who sent them and what became of their deliveries', async () => {
	for (const title of ['First', 'Second']) await ada.api.stockNumberSend({ ...text, title, webhooks: [hooks[2]!] });
	const newest = async () => (await ada.api.announcementsSent()).data.slice(0, 2);
	await expect.poll(newest).toMatchObject([
		{ title: 'Second', by: 'Ada', counts: { sent: 1, failed: 0 } },
		{ title: 'First', by: 'Ada', counts: { sent: 1, failed: 0 } },
	]);
	const [second, first] = await newest();
	expect((await ada.api.announcementsSent({ cursor: second!.id })).data[0]?.id).toBe(first!.id);
});

test('a repeat with the same key is answered like the first request while the deliveries are still being stored', async () => {
	const { db, sandbox, engine } = testServer;
	await engine.stop();
	const many = await sandbox.control.createWebhooks({ count: 600, ownChannels: true });
	await db.transaction(async (trx) => {
		const topic = await TopicRow.query(trx).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
		const rows = many.map((webhook) => ({ place: Place.operator(topic.id, webhook.id), webhook }));
		await subscribeMany(trx, db.vault, rows);
	});
	const urls = many.map(({ url }) => url);
	const body = { ...text, title: 'To many', webhooks: urls };
	const first = await send(body, 'key-many');
	expect(first).toMatchObject({ status: 202, body: { data: { deliveries: 600 } } });
	expect(await db.knex('fanouts').pluck('lastWebhookId')).toHaveLength(1);
	expect(await send(body, 'key-many')).toEqual(first);
	expect((await send({ ...body, webhooks: urls.slice(1) }, 'key-many')).status).toBe(409);
	// Also after one of them was removed before its delivery was stored.
	await ada.api.stockNumberWebhooksChange({ action: 'DELETE', label: many[599]!.id, value: urls[599]! });
	expect(await send(body, 'key-many')).toEqual(first);
});
