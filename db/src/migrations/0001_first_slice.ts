import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

const TABLES = [
	'workers',
	'audit',
	'deliveries',
	'messages',
	'announcements',
	'events',
	'products',
	'watch_entries',
	'subscriptions',
	'webhooks',
	'guild_channels',
	'topics',
	'guilds',
	'api_tokens',
	'sessions',
	'user_roles',
	'users',
	'accounts',
];

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	// Anyone who has signed in, whether on the access list or not.
	await create('accounts', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('username', 100).notNullable();
		t.string('discriminator', 4).notNullable();
		t.string('avatar', 64);
		t.bigInteger('signedInAt').notNullable();
	});

	// The access list.
	await create('users', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.boolean('admin').notNullable();
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
	});

	await create('user_roles', (t) => {
		t.string('discordId', SNOWFLAKE).notNullable().references('users.discordId').onDelete('CASCADE');
		t.string('role', 16).notNullable();
		t.primary(['discordId', 'role']);
	});

	await create('sessions', (t) => {
		t.string('idHash', 64).primary();
		t.string('discordId', SNOWFLAKE).index();
		t.text('sealed').notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
	});

	await create('api_tokens', (t) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable().references('users.discordId').onDelete('CASCADE');
		t.string('name', 100).notNullable();
		t.string('tokenHash', 64).notNullable().unique();
		t.string('scopes', 100).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt');
		t.bigInteger('lastUsedAt');
		t.index(['discordId']);
	});

	await create('guilds', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		t.string('name', 100).notNullable();
		t.string('icon', 64);
		t.bigInteger('updatedAt').notNullable();
	});

	// Kept equal to the vocabulary's table at every migration (syncTopics).
	await create('topics', (t) => {
		t.increments('id');
		t.string('brand', 16).notNullable();
		t.string('category', 16).notNullable();
		t.string('region', 8).notNullable();
		t.string('status', 16).notNullable();
		t.string('toolsName', 64).notNullable();
		t.unique(['brand', 'category', 'region', 'status']);
		t.unique(['region', 'toolsName']);
	});

	await create('guild_channels', (t) => {
		t.bigIncrements('id');
		t.string('guildId', SNOWFLAKE).notNullable().references('guilds.guildId').onDelete('CASCADE');
		t.integer('topicId').unsigned().notNullable().references('topics.id');
		t.bigInteger('createdAt').notNullable();
		t.unique(['guildId', 'topicId']);
		t.index(['topicId']);
	});

	// One row per Discord webhook, however many lists name it: its health, and who is sending to it.
	await create('webhooks', (t) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.string('urlHash', 64).notNullable().unique();
		t.text('urlSealed').notNullable();
		t.boolean('active').notNullable().defaultTo(true);
		t.string('offReason', 255);
		t.bigInteger('offAt');
		t.string('lastStatus', 10);
		t.string('lastReason', 255);
		t.bigInteger('lastAt');
		// Nothing is sent to it before this time: its back-off after a failure, or Discord's word.
		t.bigInteger('pausedUntil').notNullable().defaultTo(0);
		t.string('claimedBy', 64).index();
		t.bigInteger('leaseUntil').notNullable().defaultTo(0);
		t.bigInteger('createdAt').notNullable();
	});

	// Who wants what: an operator group (topic + label), a guild's channel, or the broadcast list.
	await create('subscriptions', (t) => {
		t.bigIncrements('id');
		t.bigInteger('webhookId').unsigned().notNullable().references('webhooks.id');
		// `topic:{id}`, `channel:{id}` or `broadcast`: the list within which a webhook and a label stand once.
		t.string('list', 32).notNullable();
		t.integer('topicId').unsigned().references('topics.id');
		t.bigInteger('guildChannelId').unsigned().references('guild_channels.id').onDelete('CASCADE');
		t.string('label', 100);
		t.bigInteger('createdAt').notNullable();
		t.unique(['list', 'webhookId']);
		t.unique(['list', 'label']);
		t.index(['webhookId']);
		t.index(['topicId']);
		t.index(['guildChannelId']);
	});

	await create('watch_entries', (t) => {
		t.bigIncrements('id');
		t.string('list', 16).notNullable();
		// A SKU, or a product link where the retailer has none.
		t.string('sku', 2048).notNullable();
		t.string('skuHash', 64).notNullable();
		t.string('productLink', 2048);
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
		t.unique(['list', 'skuHash']);
		t.index(['skuHash']);
	});

	// The last look at a product in a region. The row appears with the first answer, which is the baseline.
	await create('products', (t) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		// `unseen` (only blocked answers so far), `read` or `gone`.
		t.string('state', 8).notNullable();
		t.text('snapshot', 'mediumtext');
		// Grows with every change: of two processes that saw the same change, one records it.
		t.integer('version').notNullable().defaultTo(1);
		t.bigInteger('checkedAt').notNullable();
		t.bigInteger('changedAt');
		t.bigInteger('stockToldAt');
		t.bigInteger('blockedSince');
		t.string('blockedReason', 255);
		t.unique(['source', 'sku', 'region']);
		t.index(['sku']);
	});

	await create('events', (t) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		t.string('kind', 16).notNullable();
		t.integer('topicId').unsigned().references('topics.id');
		t.text('before', 'mediumtext');
		t.text('after', 'mediumtext');
		t.bigInteger('at').notNullable();
		t.index(['sku', 'id']);
		t.index(['at']);
		t.index(['topicId']);
	});

	await create('announcements', (t) => {
		t.bigIncrements('id');
		t.string('title', 256).notNullable();
		t.string('imageUrl', 2048).notNullable();
		t.text('description').notNullable();
		t.string('idempotencyKey', 128);
		t.string('createdBy', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.unique(['createdBy', 'idempotencyKey']);
	});

	// What is said, composed once: the body that every webhook of it gets.
	await create('messages', (t) => {
		t.bigIncrements('id');
		// `EVENT`, `ANNOUNCEMENT` or `TEST`.
		t.string('kind', 16).notNullable();
		t.bigInteger('eventId').unsigned().unique().references('events.id').onDelete('CASCADE');
		t.bigInteger('announcementId').unsigned().references('announcements.id').onDelete('CASCADE');
		t.text('body', 'mediumtext').notNullable();
		t.bigInteger('seenAt').notNullable();
		t.bigInteger('queuedAt').notNullable();
		t.bigInteger('expiresAt').notNullable();
		t.index(['announcementId']);
		t.index(['queuedAt']);
	});

	// One row per message and webhook: the outbox while open, the delivery log for good.
	await create('deliveries', (t) => {
		t.bigIncrements('id');
		t.bigInteger('messageId').unsigned().notNullable().references('messages.id').onDelete('CASCADE');
		// Null once the webhook was removed.
		t.bigInteger('webhookId').unsigned().references('webhooks.id').onDelete('SET NULL');
		t.integer('topicId').unsigned().references('topics.id');
		t.string('guildId', SNOWFLAKE);
		t.string('target', 64).notNullable();
		t.string('status', 10).notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.bigInteger('queuedAt').notNullable();
		t.bigInteger('sentAt');
		t.string('discordMessageId', SNOWFLAKE);
		t.unique(['messageId', 'webhookId']);
		t.index(['status', 'webhookId', 'id']);
		t.index(['webhookId', 'id']);
		t.index(['guildId', 'id']);
		t.index(['topicId', 'id']);
	});

	await create('audit', (t) => {
		t.bigIncrements('id');
		t.bigInteger('at').notNullable();
		t.string('actor', SNOWFLAKE);
		t.string('via', 16).notNullable();
		t.string('action', 64).notNullable();
		t.string('target', 255);
		t.text('before', 'mediumtext');
		t.text('after', 'mediumtext');
		t.string('requestId', 64);
		t.index(['at']);
		t.index(['actor', 'id']);
	});

	// Each engine process, by its heartbeat: who is alive shares the watched products.
	await create('workers', (t) => {
		t.string('id', 64).primary();
		t.string('host', 255).notNullable();
		t.integer('pid').notNullable();
		t.bigInteger('startedAt').notNullable();
		t.bigInteger('heartbeatAt').notNullable().index();
	});
}

export async function down(knex: Knex): Promise<void> {
	for (const table of TABLES) await knex.schema.dropTableIfExists(table);
}
