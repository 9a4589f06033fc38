import { Delivery, Webhook } from '@dropwire/db';
import { expect, test } from 'vitest';
import { redeliver } from '../publish/outbox.ts';
import { useDeliveries } from '../testing/deliveries.ts';

const deliveries = useDeliveries();
const { withWebhooks, publish, titles, statuses, settled } = deliveries;

test('an event reaches 600 webhooks exactly once', async () => {
	const webhooks = await withWebhooks(600);
	const engine = await deliveries.fixture.start();
	await publish();
	engine.wake();
	await settled(600);
	const messages = await deliveries.fixture.sandbox.control.messages();
	expect(new Set(messages.map(({ webhookId }) => webhookId)).size).toBe(600);
	expect(messages).toHaveLength(webhooks.length);
	const rows = await Delivery.query(deliveries.fixture.db.knex);
	const ids = new Set(messages.map(({ id }) => id));
	for (const row of rows) {
		expect(row).toMatchObject({ status: 'sent', attempts: 1, reason: null });
		expect(ids.has(row.discordMessageId ?? '')).toBe(true);
	}
	expect(await Webhook.query(deliveries.fixture.db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
});

test('a webhook on three lists gets one message', async () => {
	const [webhook] = await withWebhooks(1);
	await deliveries.fixture.subscribeAll([webhook!], { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' });
	await deliveries.fixture.db.knex('subscriptions').insert({ webhookId: 1, list: 'broadcast', createdAt: 1 });
	await deliveries.fixture.start();
	expect(await publish()).toMatchObject({ deliveries: 1 });
	await settled(1);
	expect(await titles()).toEqual(['Vomero']);
});

test('newer messages are sent before older ones of other webhooks', async () => {
	const [old, fresh] = await withWebhooks(2);
	await publish('old news');
	await deliveries.fixture.db.knex('deliveries').where({ webhookId: 2 }).delete();
	await deliveries.fixture.db.knex('deliveries').update({ queuedAt: Date.now() - 60_000 });
	await publish('fresh news');
	await deliveries.fixture.db.knex('deliveries').where({ webhookId: 1, messageId: 2 }).delete();
	await deliveries.fixture.start({ discordRequestsPerSecond: 1 });
	await settled(2);
	const order = (await deliveries.fixture.sandbox.control.messages()).map(({ webhookId }) => webhookId);
	expect(order).toEqual([fresh!.id, old!.id]);
});

/** As if all messages had been queued half an hour ago. */
async function expire(): Promise<void> {
	const { knex } = deliveries.fixture.db;
	const queuedAt = Date.now() - 30 * 60_000;
	await knex('messages').update({ seenAt: queuedAt, queuedAt, expiresAt: Date.now() });
	await knex('deliveries').update({ queuedAt });
}

test("redelivering reuses the delivery's row, and the metrics count each outcome", async () => {
	await withWebhooks(1);
	await publish();
	await expire();
	const engine = await deliveries.fixture.start();
	await settled(1);
	expect(await titles()).toEqual([]);
	expect(await deliveries.fixture.db.transaction((trx) => redeliver(trx, 1))).toBe(true);
	expect(await deliveries.fixture.db.transaction((trx) => redeliver(trx, 1))).toBe(false);
	engine.wake();
	await settled(1);
	expect(await titles()).toEqual(['Vomero']);
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 1 }]);
	const metrics = await Promise.all(engine.metrics.map((metric) => metric.get()));
	const valuesOf = (metric: string) => metrics.find(({ name }) => name === metric)!.values;
	const outcomes = valuesOf('dropwire_messages_total').map(({ labels, value }) => [labels['outcome'], value]);
	expect(Object.fromEntries(outcomes)).toEqual({ sent: 1, edited: 0, failed: 0, expired: 1, retrying: 0 });
	expect(valuesOf('dropwire_discord_answers_total')).toMatchObject([{ labels: { status: 200 }, value: 1 }]);
	const delay = 'dropwire_change_to_discord_seconds';
	// From when it was sent again: the age of the message is no delay.
	const short = expect.toSatisfy((seconds: number) => seconds < 60) as number;
	expect(valuesOf(delay)).toContainEqual(expect.objectContaining({ metricName: `${delay}_count`, value: 1 }));
	expect(valuesOf(delay)).toContainEqual(expect.objectContaining({ metricName: `${delay}_sum`, value: short }));
});

test('sending a delivery again does not extend the others of its message', async () => {
	await withWebhooks(2);
	await publish();
	await expire();
	const { db, start } = deliveries.fixture;
	const [first] = await Delivery.query(db.knex).orderBy('id');
	await first!.$query(db.knex).patch({ status: 'failed' });
	await db.transaction((trx) => redeliver(trx, first!.id));
	await start();
	await settled(2);
	expect((await statuses()).map(({ status }) => status)).toEqual(['sent', 'expired']);
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
	for (let n = 0; n < 12; n++) await publish(String(n));
	await deliveries.fixture.start({ discordRequestsPerSecond: 40 });
	await settled(48);
	expect(await titles()).toHaveLength(48);
	const { limitBroken, answered } = await deliveries.fixture.sandbox.control.stats();
	expect({ limitBroken, refused: answered['429'] ?? 0 }).toEqual({ limitBroken: 0, refused: 0 });
});
