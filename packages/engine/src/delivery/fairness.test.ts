import { Delivery } from '@dropwire/db';
import { expect, test } from 'vitest';
import { queueAnnouncement } from '../publish/outbox.ts';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';

const deliveries = useDeliveries();

test('guilds with invalid tokens are slowed alone', async () => {
	const webhooks = await deliveries.withWebhooks(330);
	const { db, sandbox } = deliveries.fixture;
	await db.knex('guilds').insert({ guildId: '200000000000000009', name: 'Wrong tokens', updatedAt: 1 });
	await db.knex('guild_channels').insert({ guildId: '200000000000000009', topicId: 1, createdAt: 1 });
	const theirs = webhooks.slice(30);
	for (const { id } of theirs) await sandbox.control.rotateToken(id);
	const theirIds = await db
		.knex('webhooks')
		.whereIn(
			'discordId',
			theirs.map(({ id }) => id),
		)
		.pluck('id');
	await db.knex('subscriptions').whereIn('webhookId', theirIds).update({ list: 'channel:1', guildChannelId: 1 });
	await deliveries.publish();
	await db.knex('deliveries').whereNotIn('webhookId', theirIds).delete();

	const engine = await deliveries.fixture.start({ discordRequestsPerSecond: 50 });
	const rejected = async () => (await sandbox.control.stats()).answered['401'] ?? 0;
	await until('they are often rejected', async () => (await rejected()) >= 20);
	const webhookIds = await db.knex('webhooks').whereNotIn('id', theirIds).pluck('id');
	await db.transaction((trx) =>
		queueAnnouncement(trx, {
			webhookIds,
			title: 'For everybody',
			imageUrl: 'https://example.com/a.png',
			description: 'Now',
			at: Date.now(),
			by: '100000000000000001',
			key: null,
		}),
	);
	engine.wake();
	await sandbox.control.waitForMessages({ count: 30 });
	// Some requests were in progress when the twentieth was rejected; the other messages wait.
	expect(await rejected()).toBeLessThan(200);
	expect(await Delivery.query(db.knex).where({ status: 'pending' }).resultSize()).toBeGreaterThan(100);
});

test('guilds take turns', async () => {
	const webhooks = await deliveries.withWebhooks(44);
	const { db, sandbox } = deliveries.fixture;
	for (const [index, guildId] of ['200000000000000001', '200000000000000002'].entries()) {
		await db.knex('guilds').insert({ guildId, name: guildId, updatedAt: 1 });
		await db.knex('guild_channels').insert({ guildId, topicId: 1, createdAt: 1 });
		const change = { list: `channel:${index + 1}`, guildChannelId: index + 1 };
		const mine = db.knex('subscriptions').where('webhookId', index === 0 ? '<=' : '>', 40);
		await mine.update(change);
	}
	await deliveries.publish();
	await deliveries.fixture.start({ discordRequestsPerSecond: 20 });
	await sandbox.control.waitForMessages({ count: 20 });
	const small = new Set(webhooks.slice(40).map(({ id }) => id));
	const first = (await sandbox.control.messages()).slice(0, 20);
	expect(first.filter(({ webhookId }) => small.has(webhookId))).toHaveLength(4);
});
