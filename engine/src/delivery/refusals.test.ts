import { Delivery, Webhook } from '@dropwire/db';
import { expect, test } from 'vitest';
import { unsubscribe } from '../matching/subscriptions.ts';
import { useDeliveries } from './testing.ts';

const deliveries = useDeliveries();
const { withWebhooks, tell, titles, settled } = deliveries;

test('a webhook that Discord no longer knows is switched off, says why, and holds nobody up', async () => {
	const [dead, alive] = await withWebhooks(2);
	await deliveries.stage.sandbox.control.deleteWebhook(dead!.id);
	await tell('one');
	await tell('two');
	await deliveries.stage.start();
	await settled(4);
	expect(await titles(alive!.id)).toEqual(['one', 'two']);
	const row = await Webhook.query(deliveries.stage.db.knex).findOne({ discordId: dead!.id });
	expect(row).toMatchObject({ active: false, offReason: 'Discord answered 404: Unknown Webhook [10015]' });
	const own = await Delivery.query(deliveries.stage.db.knex).where({ webhookId: row!.id }).orderBy('id');
	expect(own.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
		{ status: 'failed', attempts: 1 },
		{ status: 'failed', attempts: 0 },
	]);
	const { answered } = await deliveries.stage.sandbox.control.stats();
	expect(answered['404']).toBe(1);

	await tell('three');
	await settled(6);
	expect(
		await Delivery.query(deliveries.stage.db.knex).orderBy('id', 'desc').findOne({ webhookId: row!.id }),
	).toMatchObject({
		status: 'failed',
		reason: expect.stringContaining('Webhook is off: Discord answered 404'),
	});
});

test('a webhook whose token was changed is switched off', async () => {
	const [webhook] = await withWebhooks(1);
	await deliveries.stage.sandbox.control.rotateToken(webhook!.id);
	await tell();
	await deliveries.stage.start();
	await settled(1);
	expect(await Webhook.query(deliveries.stage.db.knex).first()).toMatchObject({
		active: false,
		offReason: expect.stringContaining('50027'),
	});
});

test("a message that Discord refuses fails with Discord's words, and the webhook stays on", async () => {
	await withWebhooks(1);
	await tell();
	await deliveries.stage.db.knex('messages').update({ body: JSON.stringify({ embeds: [{ title: 'x'.repeat(300) }] }) });
	await tell('fine');
	await deliveries.stage.start();
	await settled(2);
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'Discord answered 400: Invalid Form Body [50035] (embeds.0.title: Must be 256 or fewer in length.)',
	});
	expect(await titles()).toEqual(['fine']);
	expect(await Webhook.query(deliveries.stage.db.knex).first()).toMatchObject({ active: true, lastStatus: 'sent' });
});

test('a body that is no JSON fails alone and blocks nothing', async () => {
	await withWebhooks(1);
	await tell();
	await deliveries.stage.db.knex('messages').update({ body: '{"embeds"' });
	await tell('fine');
	await deliveries.stage.start();
	await settled(2);
	expect(await titles()).toEqual(['fine']);
});

test('a webhook that is taken off its last list meanwhile gets nothing more', async () => {
	await withWebhooks(2);
	await tell();
	const rows = await deliveries.stage.db.knex('subscriptions').orderBy('id').limit(1).select('id');
	await deliveries.stage.db.transaction((trx) => unsubscribe(trx, [rows[0].id]));
	await deliveries.stage.start();
	await settled(2);
	expect(await titles()).toHaveLength(1);
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The webhook was removed',
	});
});

test('a webhook whose saved URL cannot be read stays on, and its deliveries say why they were not sent', async () => {
	await withWebhooks(1);
	await deliveries.stage.db
		.knex('webhooks')
		.update({ urlSealed: deliveries.stage.db.vault.seal('https://discord.com/elsewhere', 'webhook') });
	await tell();
	await deliveries.stage.start();
	await settled(1);
	expect(await Webhook.query(deliveries.stage.db.knex).first()).toMatchObject({ active: true });
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'The saved URL is no webhook of this Discord',
	});
});
