import { createVault, Delivery, Webhook } from '@dropwire/db';
import { expect, test } from 'vitest';
import { until } from '../testing.ts';
import { record } from './record.ts';
import { useDeliveries } from './testing.ts';

const deliveries = useDeliveries();
const { withWebhooks, tell, titles, settled } = deliveries;

test('leases that a dead process left are taken over when they run out', async () => {
	await withWebhooks(2);
	await tell();
	await deliveries.stage.db.knex('webhooks').update({ claimedBy: 'a-dead-process', leaseUntil: Date.now() + 700 });
	await deliveries.stage.start();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('stopping gives everything back: the next start goes on with what was open', async () => {
	await withWebhooks(20);
	await deliveries.stage.sandbox.control.failDiscord({ times: 'forever', fault: { status: 503 } });
	await tell();
	const first = await deliveries.stage.start();
	await until('it was tried', async () => (await deliveries.stage.sandbox.control.stats()).requests >= 20);
	await first.stop();
	expect(await Webhook.query(deliveries.stage.db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
	await deliveries.stage.sandbox.control.healDiscord();
	await deliveries.stage.start();
	await settled(20);
	expect(await titles()).toHaveLength(20);
});

test('a pause that Discord told is kept across a restart', async () => {
	await withWebhooks(1);
	const fault = { limited: { retryAfter: 2, scope: 'user' } } as const;
	await deliveries.stage.sandbox.control.failDiscord({ times: 1, fault });
	await tell();
	const first = await deliveries.stage.start();
	await until(
		'it was limited',
		async () => ((await deliveries.stage.sandbox.control.stats()).answered['429'] ?? 0) === 1,
	);
	await until('the answer was read', () => first.pulse().inFlight === 0);
	await first.stop();
	const { pausedUntil } = await Webhook.query(deliveries.stage.db.knex).first().throwIfNotFound();
	expect(pausedUntil).toBeGreaterThan(Date.now());
	await deliveries.stage.start();
	await settled(1);
	const { sentAt } = await Delivery.query(deliveries.stage.db.knex).first().throwIfNotFound();
	expect(sentAt).toBeGreaterThanOrEqual(pausedUntil);
});

test('what was claimed by a look that failed half way comes free again, while others are held', async () => {
	await withWebhooks(2);
	await deliveries.stage.sandbox.control.failDiscord({ times: 1, fault: { delayMs: 4000 } });
	const engine = await deliveries.stage.start();
	const lease = { claimedBy: engine.pulse().worker, leaseUntil: Date.now() + 4500 };
	await deliveries.stage.db.knex('webhooks').where({ id: 2 }).update(lease);
	await tell();
	engine.wake();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('what another process sent meanwhile stays sent', async () => {
	await withWebhooks(1);
	await tell();
	await deliveries.stage.db.knex('deliveries').update({ status: 'sent', sentAt: 1 });
	const late = { status: 'retrying', attempts: 1, reason: 'Discord answered 500', sentAt: null } as const;
	const finished = [{ ...late, deliveryId: 1, webhookId: 1, discordMessageId: null }];
	await record(deliveries.stage.db, { worker: 'late', finished, released: [], dead: [] });
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({ status: 'sent', reason: null });
});

test('another SECRET_KEY than the one that the data was saved with is refused at the start', async () => {
	await withWebhooks(1);
	const other = { ...deliveries.stage.db, vault: createVault('quite another key, of more than 32 characters') };
	await expect(deliveries.stage.start({ db: other })).rejects.toThrow(/^SECRET_KEY is not the one/);
});
