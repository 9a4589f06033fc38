import { Announcement, Delivery, GuildChannel, Place, TopicRow } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC } from '@dropwire/domain';
import { subscribeMany } from '@dropwire/engine';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
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

test('a repeated Idempotency-Key returns the first announcement and sends nothing', async () => {
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

test('rejects a webhook outside the saved list, naming it', async () => {
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

test('servers that link Stock Numbers get the announcements that are sent to servers, with the options of their links', async () => {
	const { sandbox, db } = testServer;
	const cleo = await testServer.signIn('cleo');
	const link = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Stock Numbers' };
	await cleo.api.channelInsert(link);
	const ids = await Promise.all(
		SANDBOX_CHANNELS.slice(0, 3).map(async ({ webhook: { id, token } }) => {
			const { data } = await cleo.api.webhookInsert({
				...link,
				webHook: `${sandbox.origin}/api/webhooks/${id}/${token}`,
			});
			return data.id;
		}),
	);
	expect(await ada.api.announcementServers()).toEqual({ data: { servers: 1, webhooks: 3 } });
	const role = '100000000000000011';
	await cleo.api.subscriptionEdit({ id: ids[0]!, options: { mentions: [role], name: 'Counts' } });
	await cleo.api.subscriptionEdit({ id: ids[1]!, options: { exclude: ['Dunk'] } });
	const received = async (title: string) => {
		const all = await sandbox.control.messages();
		const sent = all.filter(({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title === title);
		return Object.fromEntries(sent.map(({ webhookId, body }) => [webhookId, body]));
	};
	const [first, filtered, plain] = SANDBOX_CHANNELS.map(({ webhook }) => webhook.id) as [string, string, string];

	const request = { ...text, title: 'Dunk to servers', webhooks: [hooks[2]!], servers: true };
	const { data } = await ada.api.stockNumberSend(request);
	expect(data.deliveries).toBe(3);
	await expect.poll(async () => Object.keys(await received('Dunk to servers'))).toHaveLength(3);
	const bodies = await received('Dunk to servers');
	expect(bodies[first]).toMatchObject({ username: 'Counts', content: `<@&${role}>` });
	expect(bodies[plain]).toMatchObject({ username: 'Dropwire' });
	expect(bodies).not.toHaveProperty(filtered);
	await expect
		.poll(async () => (await cleo.api.deliveries({ guildId: link.guildId })).data)
		.toMatchObject(Array.from({ length: 2 }, () => ({ topic: 'Stock Numbers · US', status: 'sent' })));

	const some = { ...text, title: 'Pegasus to one server', webhooks: [], servers: [link.guildId, link.guildId] };
	const listed = await ada.api.announcementServerList({ q: link.guildId.slice(-6) });
	expect(listed.data).toEqual([{ guildId: link.guildId, name: SANDBOX_GUILDS.soleSearchers.name, webhooks: 3 }]);
	expect((await ada.api.announcementServerList({ q: 'no such server' })).data).toEqual([]);
	const one = await send(some, 'key-one-server');
	expect(one).toMatchObject({ status: 202, body: { data: { deliveries: 3 } } });
	expect(await send(some, 'key-one-server')).toEqual(one);
	expect((await send({ ...some, servers: true }, 'key-one-server')).status).toBe(409);
	const other = '1'.repeat(18);
	await expect(ada.api.stockNumberSend({ ...some, servers: [link.guildId, other] })).rejects.toMatchObject({
		status: 400,
		fields: { servers: `must have a link to Stock Numbers that is on, which these have not: ${other}` },
	});
	await expect(ada.api.stockNumberSend({ ...some, servers: [] })).rejects.toMatchObject({ status: 400 });
	await expect.poll(async () => Object.keys(await received(some.title))).toHaveLength(3);

	// Only to servers, of which paused ones and paused links get nothing.
	await cleo.api.subscriptionEdit({ id: ids[0]!, options: { paused: true } });
	expect(await ada.api.announcementServers()).toEqual({ data: { servers: 1, webhooks: 2 } });
	const onlyServers = { ...text, title: 'Vomero to servers', webhooks: [], servers: true };
	const answer = await send(onlyServers, 'key-servers');
	expect(answer).toMatchObject({ status: 202, body: { data: { deliveries: 2 } } });
	expect(await send(onlyServers, 'key-servers')).toEqual(answer);
	expect((await send({ ...onlyServers, servers: false, webhooks: [hooks[2]!] }, 'key-servers')).status).toBe(409);
	await expect
		.poll(async () => Object.keys(await received('Vomero to servers')).sort())
		.toEqual([filtered, plain].sort());
	await db.knex('guilds').where({ guildId: link.guildId }).update({ pausedAt: 1 });
	expect(await ada.api.announcementServers()).toEqual({ data: { servers: 0, webhooks: 0 } });
	await db.knex('guilds').where({ guildId: link.guildId }).update({ pausedAt: null });

	// To the chosen webhooks only, as before.
	expect((await ada.api.stockNumberSend({ ...text, webhooks: [hooks[2]!] })).data.deliveries).toBe(1);
	await cleo.api.channelsDelete({
		guildId: link.guildId,
		ids: (await cleo.api.channelList({ guildId: link.guildId })).data.flatMap(({ channels }) =>
			channels.map(({ id }) => id),
		),
	});
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

test('a repeat of an announcement to many servers is answered like the first request, too', async () => {
	const { db, sandbox } = testServer;
	await db.knex('fanouts').delete();
	const many = await sandbox.control.createWebhooks({ count: 600, ownChannels: true });
	const guildId = SANDBOX_GUILDS.restockRadar.id;
	await db.transaction(async (trx) => {
		const { id: topicId } = await TopicRow.query(trx).findOne(ANNOUNCEMENT_TOPIC).throwIfNotFound();
		await trx('guilds').insert({ guildId, name: 'Restock Radar', updatedAt: 1 });
		const channel = await GuildChannel.query(trx).insert({ guildId, topicId, createdAt: 1 });
		const rows = many.map((webhook) => ({ place: Place.channel({ id: channel.id, topicId }), webhook }));
		await subscribeMany(trx, db.vault, rows);
	});
	const body = { ...text, title: 'To many servers', webhooks: [], servers: true };
	const first = await send(body, 'key-many-servers');
	expect(first).toMatchObject({ status: 202, body: { data: { deliveries: 600 } } });
	expect(await db.knex('fanouts').pluck('lastWebhookId')).toHaveLength(1);
	expect(await send(body, 'key-many-servers')).toEqual(first);
});
