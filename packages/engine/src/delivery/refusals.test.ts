import { Delivery, Webhook } from '@dropwire/db';
import { expect, test } from 'vitest';
import { useDeliveries } from '../testing/deliveries.ts';
import { unsubscribe } from '../webhooks/subscriptions.ts';

const deliveries = useDeliveries();
const { withWebhooks, publish, titles, settled } = deliveries;

test('deleted webhooks are disabled with a reason', async () => {
	const [dead, alive] = await withWebhooks(2);
	await deliveries.fixture.sandbox.control.deleteWebhook(dead!.id);
	await publish('one');
	await publish('two');
	await deliveries.fixture.start();
	await settled(4);
	expect(await titles(alive!.id)).toEqual(['one', 'two']);
	const row = await Webhook.query(deliveries.fixture.db.knex).findOne({ discordId: dead!.id });
	expect(row).toMatchObject({ active: false, offReason: 'Discord answered 404: Unknown Webhook [10015]' });
	const own = await Delivery.query(deliveries.fixture.db.knex).where({ webhookId: row!.id }).orderBy('id');
	expect(own.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
		{ status: 'failed', attempts: 1 },
		{ status: 'failed', attempts: 0 },
	]);
	const { answered } = await deliveries.fixture.sandbox.control.stats();
	expect(answered['404']).toBe(1);

	await publish('three');
	await settled(5);
	expect(await Delivery.query(deliveries.fixture.db.knex).where({ webhookId: row!.id }).resultSize()).toBe(2);
});

test('a webhook whose token was changed is switched off', async () => {
	const [webhook] = await withWebhooks(1);
	await deliveries.fixture.sandbox.control.rotateToken(webhook!.id);
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	expect(await Webhook.query(deliveries.fixture.db.knex).first()).toMatchObject({
		active: false,
		offReason: expect.stringContaining('50027'),
	});
});

test("a message that Discord refuses fails with Discord's words, and the webhook stays on", async () => {
	await withWebhooks(1);
	await publish();
	await deliveries.fixture.db
		.knex('messages')
		.update({ body: JSON.stringify({ embeds: [{ title: 'x'.repeat(300) }] }) });
	await publish('fine');
	await deliveries.fixture.start();
	await settled(2);
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'Discord answered 400: Invalid Form Body [50035] (embeds.0.title: Must be 256 or fewer in length.)',
	});
	expect(await titles()).toEqual(['fine']);
	expect(deliveries.fixture.sandbox.invalidRequests()).toContainEqual(expect.stringContaining('embeds.0.title'));
	expect(await Webhook.query(deliveries.fixture.db.knex).first()).toMatchObject({ active: true, lastStatus: 'sent' });
});

test('a body that is not JSON fails without delaying others', async () => {
	await withWebhooks(1);
	await publish();
	await deliveries.fixture.db.knex('messages').update({ body: '{"embeds"' });
	await publish('fine');
	await deliveries.fixture.start();
	await settled(2);
	expect(await titles()).toEqual(['fine']);
});

test('a removed webhook gets no waiting messages', async () => {
	await withWebhooks(2);
	await publish();
	const rows = await deliveries.fixture.db.knex('subscriptions').orderBy('id').limit(1).select('id');
	await deliveries.fixture.db.transaction((trx) => unsubscribe(trx, [rows[0]!.id]));
	await deliveries.fixture.start();
	await settled(2);
	expect(await titles()).toHaveLength(1);
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The webhook was removed',
	});
});

test('a webhook whose URL cannot be decrypted stays enabled', async () => {
	await withWebhooks(1);
	await deliveries.fixture.db
		.knex('webhooks')
		.update({ urlSealed: deliveries.fixture.db.vault.seal('https://discord.com/elsewhere', 'webhook') });
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	expect(await Webhook.query(deliveries.fixture.db.knex).first()).toMatchObject({ active: true });
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The saved URL is no webhook of this Discord',
	});
});
