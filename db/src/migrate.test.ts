import type { Knex } from 'knex';
import { afterEach, expect, test } from 'vitest';
import { alone, migrate } from './migrate.ts';
import { onServer, openTestDatabase, type TestDatabase } from './testing.ts';
import {
	Delivery,
	GuildChannel,
	Message,
	operatorList,
	Subscription,
	TopicRow,
	User,
	Webhook,
} from './models/index.ts';

let db: TestDatabase;
afterEach(() => db.close());

/** Rows in every table with a foreign key. */
async function fill({ knex }: TestDatabase) {
	const at = 1_790_000_000_000;
	await User.query(knex).insertGraph({
		discordId: '100000000000000009',
		admin: false,
		createdAt: at,
		roles: [{ role: 'editor' }],
	});
	await knex('guilds').insert({ guildId: '200000000000000009', name: 'Sole Searchers', updatedAt: at });
	const topic = await TopicRow.query(knex).findOne({ region: 'US', toolsName: 'Nike Shoes Active' }).throwIfNotFound();
	await knex('guild_channels').insert({ guildId: '200000000000000009', topicId: topic.id, createdAt: at });
	await knex('webhooks').insert({ discordId: '4', urlHash: 'a', urlSealed: 'b', createdAt: at });
	const webhook = await Webhook.query(knex).findOne({ urlHash: 'a' }).throwIfNotFound();
	const list = operatorList(topic.id);
	await knex('subscriptions').insert({ webhookId: webhook.id, list, topicId: topic.id, label: 'one', createdAt: at });
	await knex('messages').insert({ kind: 'TEST', body: '{}', seenAt: at, queuedAt: at, expiresAt: at });
	const message = await Message.query(knex).first().throwIfNotFound();
	await knex('deliveries').insert({
		messageId: message.id,
		webhookId: webhook.id,
		target: '…',
		status: 'sent',
		queuedAt: at,
	});
	await knex('products').insert({ id: 1, source: 'NIKE', sku: 'X', region: 'US', state: 'gone', checkedAt: at });
	await knex('check_batches').insert({ id: 1, source: 'NIKE', region: 'US', checkedAt: at });
	await knex('product_batches').insert({ productId: 1, batchId: 1 });
	return { topic, webhook };
}

test('migrating again keeps the topics and their ids', async () => {
	db = await openTestDatabase();
	const before = await TopicRow.query(db.knex).orderBy('id');
	await migrate(db);
	expect(await TopicRow.query(db.knex).orderBy('id')).toEqual(before);
});

test.runIf(onServer)('the connection of a restore can be idle for hours', async () => {
	db = await openTestDatabase();
	const idleLimit = async (knex: Knex) => {
		const [[row]] = (await knex.raw('select @@wait_timeout as seconds')) as [{ seconds: number }[]];
		return row?.seconds;
	};
	expect(await alone(db, 1000, idleLimit)).toBeGreaterThan(12 * 3600);
	expect(await idleLimit(db.knex)).toBe(60);
});

test('models return stored booleans, times and relations', async () => {
	db = await openTestDatabase();
	const { webhook, topic } = await fill(db);
	expect(webhook).toMatchObject({ active: true, offAt: null, leaseUntil: 0, createdAt: 1_790_000_000_000 });
	const user = await User.query(db.knex).findById('100000000000000009').withGraphFetched('[roles, account]');
	expect(user).toMatchObject({ admin: false, roles: [{ role: 'editor' }], account: null });
	const channel = await GuildChannel.query(db.knex).first().withGraphFetched('topic');
	expect(channel?.topic).toEqual(topic);
});

test('unique texts are compared by case', async () => {
	db = await openTestDatabase();
	const { webhook, topic } = await fill(db);
	const row = { list: operatorList(topic.id), topicId: topic.id, createdAt: 1 };
	await db.knex('webhooks').insert({ discordId: '4', urlHash: 'A', urlSealed: 'b', createdAt: 1 });
	const other = await Webhook.query(db.knex).findOne({ urlHash: 'A' }).throwIfNotFound();
	expect(other.id).not.toBe(webhook.id);
	await Subscription.query(db.knex).insert({ ...row, webhookId: other.id, label: 'ONE' });
	await expect(Subscription.query(db.knex).insert({ ...row, webhookId: other.id, label: 'two' })).rejects.toMatchObject(
		{ name: 'UniqueViolationError' },
	);
});

test('a webhook without subscriptions can be deleted; its deliveries stay', async () => {
	db = await openTestDatabase();
	const { webhook } = await fill(db);
	await expect(Webhook.query(db.knex).deleteById(webhook.id)).rejects.toMatchObject({
		name: 'ForeignKeyViolationError',
	});
	await Subscription.query(db.knex).delete();
	await Webhook.query(db.knex).deleteById(webhook.id);
	expect(await Delivery.query(db.knex).first()).toMatchObject({ webhookId: null, status: 'sent' });
});
