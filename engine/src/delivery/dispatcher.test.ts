import { createVault, Delivery, Webhook } from '@dropwire/db';
import type { WebhookWithUrl } from '@dropwire/sandbox';
import { afterEach, expect, test } from 'vitest';
import { unsubscribe } from '../matching/subscriptions.ts';
import { aSnapshot, openStage, type Stage, until } from '../testing.ts';
import { queueEvent, redeliver } from './outbox.ts';
import { record } from './record.ts';

let stage: Stage;
afterEach(() => stage.close());

/** A stage with so many subscribed webhooks, each in a channel of its own. */
async function withWebhooks(count: number, limits?: Parameters<typeof openStage>[0]): Promise<WebhookWithUrl[]> {
	stage = await openStage(limits);
	const webhooks = await stage.sandbox.control.createWebhooks({ count, ownChannels: true });
	await stage.subscribeAll(webhooks);
	return webhooks;
}

/** An event whose message is told apart by its title. */
const tell = (title = 'Vomero') =>
	queueEvent(stage.db, {
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'STATUS',
		before: aSnapshot({ title, status: 'HOLD' }),
		after: aSnapshot({ title }),
		at: Date.now(),
	});
const titles = async (webhookId?: string) =>
	(await stage.sandbox.control.messages(webhookId ? { webhookId } : {})).map(
		({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title,
	);
const statuses = async () => {
	const rows = await Delivery.query(stage.db.knex).orderBy('id');
	return rows.map(({ status, attempts }) => ({ status, attempts }));
};
const settled = (count: number) =>
	until('every delivery is final', async () => {
		const open = await Delivery.query(stage.db.knex).whereIn('status', ['pending', 'retrying']).resultSize();
		return open === 0 && (await Delivery.query(stage.db.knex).resultSize()) >= count;
	});

test('an event reaches 600 webhooks, each exactly once, and every row says when and under which id', async () => {
	const webhooks = await withWebhooks(600);
	const engine = await stage.start();
	expect(await tell()).toMatchObject({ deliveries: 600 });
	engine.wake();
	await settled(600);
	const messages = await stage.sandbox.control.messages();
	expect(new Set(messages.map(({ webhookId }) => webhookId)).size).toBe(600);
	expect(messages).toHaveLength(webhooks.length);
	const rows = await Delivery.query(stage.db.knex);
	const ids = new Set(messages.map(({ id }) => id));
	for (const row of rows) {
		expect(row).toMatchObject({ status: 'sent', attempts: 1, reason: null });
		expect(ids.has(row.discordMessageId ?? '')).toBe(true);
	}
	expect(await Webhook.query(stage.db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
});

test('a webhook on three lists gets one message', async () => {
	const [webhook] = await withWebhooks(1);
	await stage.subscribeAll([webhook!], { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' });
	await stage.db.knex('subscriptions').insert({ webhookId: 1, list: 'broadcast', createdAt: 1 });
	await stage.start();
	expect(await tell()).toMatchObject({ deliveries: 1 });
	await settled(1);
	expect(await titles()).toEqual(['Vomero']);
});

test('each webhook gets its messages in order, also while Discord fails', async () => {
	const [webhook] = await withWebhooks(1);
	await stage.sandbox.control.failDiscord({ times: 3, fault: { status: 500 } });
	for (const title of ['one', 'two', 'three', 'four']) await tell(title);
	await stage.start();
	await settled(4);
	expect(await titles(webhook!.id)).toEqual(['one', 'two', 'three', 'four']);
	expect(await statuses()).toEqual([
		{ status: 'sent', attempts: 4 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
	]);
});

test('the freshest goes first across webhooks', async () => {
	const [old, fresh] = await withWebhooks(2);
	await tell('old news');
	await stage.db.knex('deliveries').where({ webhookId: 2 }).delete();
	await stage.db.knex('deliveries').update({ queuedAt: Date.now() - 60_000 });
	await tell('fresh news');
	await stage.db.knex('deliveries').where({ webhookId: 1, messageId: 2 }).delete();
	await stage.start({ discordRequestsPerSecond: 1 });
	await settled(2);
	const order = (await stage.sandbox.control.messages()).map(({ webhookId }) => webhookId);
	expect(order).toEqual([fresh!.id, old!.id]);
});

test.each([
	['a 500', { status: 500 }],
	['a reset connection', { drop: true }],
	['a 429 for this webhook', { limited: { retryAfter: 0.2, scope: 'user' } }],
	['a shared 429', { limited: { retryAfter: 0.2, scope: 'shared' } }],
	['a global 429', { limited: { retryAfter: 0.2, scope: 'global' } }],
	["Cloudflare's 429, which is HTML", { cloudflare: true }],
	['a 429 that tells no sensible time', { limited: { retryAfter: -5, scope: 'user' } }],
	['a slow answer', { delayMs: 300 }],
] as const)('%s delays a message and loses none', async (_, fault) => {
	await withWebhooks(1);
	await stage.sandbox.control.failDiscord({ times: 2, fault });
	await tell();
	await stage.start();
	await settled(1);
	expect(await titles()).toHaveLength(1);
	expect((await statuses()).every(({ status }) => status === 'sent')).toBe(true);
	expect((await stage.sandbox.control.stats()).limitBroken).toBe(0);
});

test('a Discord that hangs is given up after the time limit and tried again', async () => {
	await withWebhooks(1);
	await stage.sandbox.control.failDiscord({ times: 1, fault: { hang: true } });
	await tell();
	await stage.start({ discordTimeoutMs: 300 });
	await settled(1);
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 2 }]);
});

test('a message that is stored but not acknowledged may come twice, and never gets lost', async () => {
	await withWebhooks(1);
	await stage.sandbox.control.failDiscord({ times: 1, fault: { dropAfter: true } });
	await tell();
	await stage.start();
	await settled(1);
	expect(await titles()).toEqual(['Vomero', 'Vomero']);
});

test('what is stale is never sent, and says why', async () => {
	await withWebhooks(1);
	await tell('too old');
	await stage.db.knex('messages').update({ expiresAt: Date.now() - 1 });
	await tell('fresh');
	await stage.start();
	await settled(2);
	expect(await titles()).toEqual(['fresh']);
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({
		status: 'expired',
		attempts: 0,
		reason: 'Too old by the time it could be sent',
	});
});

test('a message that fails until it is stale expires with the last reason', async () => {
	await withWebhooks(1);
	await stage.sandbox.control.failDiscord({ times: 'forever', fault: { status: 502 } });
	await tell();
	await stage.db.knex('messages').update({ expiresAt: Date.now() + 1000 });
	await stage.start();
	await settled(1);
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({
		status: 'expired',
		reason: expect.stringMatching(/^Too old to try again\. Discord answered 502/),
	});
});

test('a webhook that Discord no longer knows is switched off, says why, and holds nobody up', async () => {
	const [dead, alive] = await withWebhooks(2);
	await stage.sandbox.control.deleteWebhook(dead!.id);
	await tell('one');
	await tell('two');
	await stage.start();
	await settled(4);
	expect(await titles(alive!.id)).toEqual(['one', 'two']);
	const row = await Webhook.query(stage.db.knex).findOne({ discordId: dead!.id });
	expect(row).toMatchObject({ active: false, offReason: 'Discord answered 404: Unknown Webhook [10015]' });
	const own = await Delivery.query(stage.db.knex).where({ webhookId: row!.id }).orderBy('id');
	expect(own.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
		{ status: 'failed', attempts: 1 },
		{ status: 'failed', attempts: 0 },
	]);
	const { answered } = await stage.sandbox.control.stats();
	expect(answered['404']).toBe(1);

	await tell('three');
	await settled(6);
	expect(await Delivery.query(stage.db.knex).orderBy('id', 'desc').findOne({ webhookId: row!.id })).toMatchObject({
		status: 'failed',
		reason: expect.stringContaining('Webhook is off: Discord answered 404'),
	});
});

test('a webhook whose token was changed is switched off', async () => {
	const [webhook] = await withWebhooks(1);
	await stage.sandbox.control.rotateToken(webhook!.id);
	await tell();
	await stage.start();
	await settled(1);
	expect(await Webhook.query(stage.db.knex).first()).toMatchObject({
		active: false,
		offReason: expect.stringContaining('50027'),
	});
});

test("a message that Discord refuses fails with Discord's words, and the webhook stays on", async () => {
	await withWebhooks(1);
	await tell();
	await stage.db.knex('messages').update({ body: JSON.stringify({ embeds: [{ title: 'x'.repeat(300) }] }) });
	await tell('fine');
	await stage.start();
	await settled(2);
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'Discord answered 400: Invalid Form Body [50035] (embeds.0.title: Must be 256 or fewer in length.)',
	});
	expect(await titles()).toEqual(['fine']);
	expect(await Webhook.query(stage.db.knex).first()).toMatchObject({ active: true, lastStatus: 'sent' });
});

test('a body that is no JSON fails alone and blocks nothing', async () => {
	await withWebhooks(1);
	await tell();
	await stage.db.knex('messages').update({ body: '{"embeds"' });
	await tell('fine');
	await stage.start();
	await settled(2);
	expect(await titles()).toEqual(['fine']);
});

test('a webhook that is taken off its last list meanwhile gets nothing more', async () => {
	await withWebhooks(2);
	await tell();
	const rows = await stage.db.knex('subscriptions').orderBy('id').limit(1).select('id');
	await stage.db.transaction((trx) => unsubscribe(trx, [rows[0].id]));
	await stage.start();
	await settled(2);
	expect(await titles()).toHaveLength(1);
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The webhook was removed',
	});
});

test('sending again by hand sends the same row once more', async () => {
	await withWebhooks(1);
	await tell();
	await stage.db.knex('messages').update({ expiresAt: 1 });
	const engine = await stage.start();
	await settled(1);
	expect(await titles()).toEqual([]);
	expect(await stage.db.transaction((trx) => redeliver(trx, 1))).toBe(true);
	expect(await stage.db.transaction((trx) => redeliver(trx, 1))).toBe(false);
	engine.wake();
	await settled(1);
	expect(await titles()).toEqual(['Vomero']);
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 1 }]);
});

test("inside Discord's limits as its headers give them: none is broken while a queue drains", async () => {
	await withWebhooks(4, {
		limits: {
			webhook: { limit: 5, windowMs: 400 },
			channel: null,
			global: { limit: 40, windowMs: 1000 },
			invalid: null,
		},
	});
	for (let n = 0; n < 12; n++) await tell(String(n));
	await stage.start({ discordRequestsPerSecond: 40 });
	await settled(48);
	expect(await titles()).toHaveLength(48);
	const { limitBroken, answered } = await stage.sandbox.control.stats();
	expect({ limitBroken, refused: answered['429'] ?? 0 }).toEqual({ limitBroken: 0, refused: 0 });
});

test('leases that a dead process left are taken over when they run out', async () => {
	await withWebhooks(2);
	await tell();
	await stage.db.knex('webhooks').update({ claimedBy: 'a-dead-process', leaseUntil: Date.now() + 700 });
	await stage.start();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('stopping gives everything back: the next start goes on with what was open', async () => {
	await withWebhooks(20);
	await stage.sandbox.control.failDiscord({ times: 'forever', fault: { status: 503 } });
	await tell();
	const first = await stage.start();
	await until('it was tried', async () => (await stage.sandbox.control.stats()).requests >= 20);
	await first.stop();
	expect(await Webhook.query(stage.db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
	await stage.sandbox.control.healDiscord();
	await stage.start();
	await settled(20);
	expect(await titles()).toHaveLength(20);
});

test('a pause that Discord told is kept across a restart', async () => {
	await withWebhooks(1);
	const fault = { limited: { retryAfter: 2, scope: 'user' } } as const;
	await stage.sandbox.control.failDiscord({ times: 1, fault });
	await tell();
	const first = await stage.start();
	await until('it was limited', async () => ((await stage.sandbox.control.stats()).answered['429'] ?? 0) === 1);
	await until('the answer was read', () => first.pulse().inFlight === 0);
	await first.stop();
	const { pausedUntil } = await Webhook.query(stage.db.knex).first().throwIfNotFound();
	expect(pausedUntil).toBeGreaterThan(Date.now());
	await stage.start();
	await settled(1);
	const { sentAt } = await Delivery.query(stage.db.knex).first().throwIfNotFound();
	expect(sentAt).toBeGreaterThanOrEqual(pausedUntil);
});

test('what was claimed by a look that failed half way comes free again, while others are held', async () => {
	await withWebhooks(2);
	await stage.sandbox.control.failDiscord({ times: 1, fault: { delayMs: 4000 } });
	const engine = await stage.start();
	const lease = { claimedBy: engine.pulse().worker, leaseUntil: Date.now() + 4500 };
	await stage.db.knex('webhooks').where({ id: 2 }).update(lease);
	await tell();
	engine.wake();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('a webhook whose saved URL cannot be read stays on, and its deliveries say why they were not sent', async () => {
	await withWebhooks(1);
	await stage.db
		.knex('webhooks')
		.update({ urlSealed: stage.db.vault.seal('https://discord.com/elsewhere', 'webhook') });
	await tell();
	await stage.start();
	await settled(1);
	expect(await Webhook.query(stage.db.knex).first()).toMatchObject({ active: true });
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The saved URL is no webhook of this Discord',
	});
});

test('what another process sent meanwhile stays sent', async () => {
	await withWebhooks(1);
	await tell();
	await stage.db.knex('deliveries').update({ status: 'sent', sentAt: 1 });
	const late = { status: 'retrying', attempts: 1, reason: 'Discord answered 500', sentAt: null } as const;
	const finished = [{ ...late, deliveryId: 1, webhookId: 1, discordMessageId: null }];
	await record(stage.db, { worker: 'late', finished, released: [], dead: [] });
	expect(await Delivery.query(stage.db.knex).first()).toMatchObject({ status: 'sent', reason: null });
});

test('another SECRET_KEY than the one that the data was saved with is refused at the start', async () => {
	await withWebhooks(1);
	const other = { ...stage.db, vault: createVault('quite another key, of more than 32 characters') };
	await expect(stage.start({ db: other })).rejects.toThrow(/^SECRET_KEY is not the one/);
});
