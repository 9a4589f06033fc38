import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

const TABLES = [
	'social_posts',
	'social_keywords',
	'social_groups',
	'blacklist_words',
	'promo_codes',
	'short_urls',
	'retailer_tokens',
	'invalid_answers',
	'discord_limits',
	'workers',
	'audit',
	'deliveries',
	'messages',
	'announcements',
	'events',
	'products',
	'watch_entries',
	'link_requests',
	'subscriptions',
	'webhooks',
	'guild_channels',
	'topics',
	'guild_managers',
	'guilds',
	'api_tokens',
	'sessions',
	'user_roles',
	'users',
	'accounts',
];

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	// Every person who signed in at least once, including people who are not on the access list.
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
		// Shown to the session's owner: the browser, and the time of the latest use, accurate to the minute.
		t.bigInteger('usedAt').notNullable().defaultTo(0);
		t.string('userAgent', 255);
	});

	// No foreign key: admins from the settings are not on the access list, but also have tokens.
	await create('api_tokens', (t) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable();
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
		t.bigInteger('botLeftAt');
		// Since when no person on the access list manages the guild. Its channels get nothing until somebody does.
		t.bigInteger('pausedAt');
	});

	// The people who manage a guild at Discord, as of the latest check. A guild without managers is paused.
	await create('guild_managers', (t) => {
		t.string('guildId', SNOWFLAKE).notNullable().references('guilds.guildId').onDelete('CASCADE');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.bigInteger('seenAt').notNullable();
		t.primary(['guildId', 'discordId']);
		t.index(['discordId']);
	});

	// Every migration makes this table equal to the vocabulary's topics (vocabulary.ts).
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

	// One row per Discord webhook, regardless of its lists: its health, and the process that sends to it.
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
		// Nothing is sent before `pausedUntil`: the back-off after a failure, or Discord's rate limit. A pause that
		// begins in the future was set before the clock was set back, and is ignored.
		t.bigInteger('pausedUntil').notNullable().defaultTo(0);
		t.bigInteger('pausedAt').notNullable().defaultTo(0);
		t.string('claimedBy', 64);
		t.bigInteger('leaseUntil').notNullable().defaultTo(0);
		// The webhook's place and name at Discord; null before the first report from Discord or the bot.
		t.string('guildId', SNOWFLAKE);
		t.string('channelId', SNOWFLAKE);
		t.string('channelName', 100);
		t.string('name', 80);
		// The Discord application that created the webhook; null when a person created it.
		t.string('applicationId', SNOWFLAKE);
		// The time of the latest check with Discord; null when a check is due.
		t.bigInteger('verifiedAt');
		// The bot created this webhook, so it is off while the bot is not in the guild.
		t.boolean('byBot').notNullable().defaultTo(false);
		t.bigInteger('createdAt').notNullable();
		t.index(['discordId']);
		t.index(['guildId']);
		t.index(['active', 'offAt']);
		t.index(['verifiedAt', 'id']);
	});

	// Subscribes a webhook to a topic for an operator group (with a label) or a guild channel, or puts it on the
	// broadcast list.
	await create('subscriptions', (t) => {
		t.bigIncrements('id');
		t.bigInteger('webhookId').unsigned().notNullable().references('webhooks.id');
		// `topic:{id}`, `channel:{id}` or `broadcast`. Webhooks and labels are unique within a list.
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

	// Requests to create a guild's link, by Idempotency-Key. A repeated request does not create a second link, and a
	// request with an unknown outcome can be canceled. Rows are deleted after a day.
	await create('link_requests', (t) => {
		t.bigIncrements('id');
		t.string('guildId', SNOWFLAKE).notNullable();
		t.string('idempotencyKey', 128).notNullable();
		// The link that the request created. Null before that, and after the link is removed or another request has
		// stored it.
		t.bigInteger('subscriptionId').unsigned().references('subscriptions.id').onDelete('SET NULL');
		t.bigInteger('canceledAt');
		t.bigInteger('createdAt').notNullable().index();
		t.unique(['guildId', 'idempotencyKey']);
		t.index(['subscriptionId']);
	});

	await create('watch_entries', (t) => {
		t.bigIncrements('id');
		t.string('list', 16).notNullable();
		// A SKU, or a product link on the lists of links.
		t.string('sku', 2048).notNullable();
		t.string('skuHash', 64).notNullable();
		t.string('productLink', 2048);
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
		t.unique(['list', 'skuHash']);
		t.index(['skuHash']);
	});

	// The latest check of a product in a region. The first answer, the baseline, creates the row.
	await create('products', (t) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		// `unseen` (only blocked answers so far), `read` or `gone`.
		t.string('state', 8).notNullable();
		t.text('snapshot', 'mediumtext');
		// Incremented with every change: if two processes find the same change, only one stores it.
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
		t.integer('topicId').unsigned().references('topics.id').onDelete('SET NULL');
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

	// The body, composed once and sent to each of the message's webhooks.
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

	// One row per message and webhook. An open row is in the outbox; a finished row is in the delivery log.
	await create('deliveries', (t) => {
		t.bigIncrements('id');
		t.bigInteger('messageId').unsigned().notNullable().references('messages.id').onDelete('CASCADE');
		// Null after the webhook was removed.
		t.bigInteger('webhookId').unsigned().references('webhooks.id').onDelete('SET NULL');
		t.integer('topicId').unsigned().references('topics.id').onDelete('SET NULL');
		t.string('guildId', SNOWFLAKE);
		t.string('target', 64).notNullable();
		t.string('status', 10).notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.bigInteger('queuedAt').notNullable();
		t.bigInteger('sentAt');
		t.string('discordMessageId', SNOWFLAKE);
		// When the first attempt failed; null if no attempt has failed.
		t.bigInteger('failingSince');
		// The next attempt of a delivery that keeps failing. Later deliveries are sent before it.
		t.bigInteger('notBefore').notNullable().defaultTo(0);
		t.unique(['messageId', 'webhookId']);
		// A covering index: it has every column that the query for due webhooks reads.
		t.index(['status', 'webhookId', 'id', 'notBefore', 'guildId']);
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
		// The guild that the change is about; null for changes that are not about a guild.
		t.string('guildId', SNOWFLAKE);
		t.index(['at']);
		t.index(['actor', 'id']);
	});

	// One row per engine process, with its heartbeat. Live processes share the watched products.
	await create('workers', (t) => {
		t.string('id', 64).primary();
		t.string('host', 255).notNullable();
		t.integer('pid').notNullable();
		t.bigInteger('startedAt').notNullable();
		t.bigInteger('heartbeatAt').notNullable().index();
	});

	// Discord's limits for this server's address, shared by all engine processes. One row, with `id` 1.
	await create('discord_limits', (t) => {
		t.integer('id').primary();
		// Discord limits the entire address until `pausedUntil`. Ignored if the pause begins in the future (the clock
		// was set back).
		t.bigInteger('pausedAt').notNullable();
		t.bigInteger('pausedUntil').notNullable();
	});

	// Responses that count towards Discord's ban of the address, by the second of arrival.
	await create('invalid_answers', (t) => {
		t.bigInteger('second').notNullable();
		t.string('worker', 64).notNullable();
		t.integer('count').notNullable();
		t.primary(['second', 'worker']);
	});

	await create('retailer_tokens', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.text('sealed').notNullable();
		t.bigInteger('savedAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
	});

	// Two rows per shortened URL, with separate counts.
	await create('short_urls', (t) => {
		t.string('slug', 16).primary();
		t.string('url', 2048).notNullable();
		t.bigInteger('clicks').notNullable().defaultTo(0);
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE).notNullable();
		t.index(['createdAt', 'slug']);
	});

	await create('promo_codes', (t) => {
		t.bigIncrements('id');
		t.string('promocode', 100).notNullable().unique();
		t.string('description', 256).notNullable();
	});

	// `wordKey`: the word as used in title searches, without case and accents.
	await create('blacklist_words', (t) => {
		t.bigIncrements('id');
		t.string('category', 8).notNullable();
		t.string('blacklistword', 100).notNullable();
		t.string('wordKey', 200).notNullable();
		t.unique(['category', 'wordKey']);
	});

	// One row per category. Every migration adds missing rows (vocabulary.ts).
	await create('social_groups', (t) => {
		t.increments('id');
		t.string('category', 8).notNullable().unique();
		t.boolean('enabled').notNullable().defaultTo(false);
	});

	await create('social_keywords', (t) => {
		t.bigIncrements('id');
		t.integer('groupId').unsigned().notNullable().references('social_groups.id').onDelete('CASCADE');
		t.string('title', 100).notNullable();
		t.string('titleKey', 200).notNullable();
		t.string('changeType', 8).notNullable();
		t.integer('cooldown').notNullable().defaultTo(0);
		// When the keyword last led to a post: the start of the cooldown.
		t.bigInteger('usedAt').notNullable().defaultTo(0);
		t.unique(['groupId', 'titleKey']);
	});

	// At most one post per event, even after a crash.
	await create('social_posts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('eventId').unsigned().notNullable().unique().references('events.id').onDelete('CASCADE');
		t.string('keyword', 100).notNullable();
		t.text('text').notNullable();
		// `kept` (not connected), `pending`, `posted`, `failed` or `expired`.
		t.string('status', 10).notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.string('postId', 32);
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('postedAt');
		t.bigInteger('nextAt').notNullable().defaultTo(0);
		t.bigInteger('leaseUntil').notNullable().defaultTo(0);
		t.index(['status', 'nextAt']);
	});
}

export async function down(knex: Knex): Promise<void> {
	for (const table of TABLES) await knex.schema.dropTableIfExists(table);
}
