import { type Create, SNOWFLAKE } from '../../createTable.ts';

/** Discord servers, topics, webhooks and what they are subscribed to. */
export async function createServers(create: Create): Promise<void> {
	await create('guilds', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		t.string('name', 100).notNullable();
		t.string('icon', 64);
		t.bigInteger('updatedAt').notNullable();
		t.bigInteger('botLeftAt');
		// Since when no person on the access list manages the guild. Its channels get nothing while none does.
		t.bigInteger('pausedAt');
		// Whether the server wants to know when a shop cannot be read.
		t.boolean('sourceNotices').notNullable().defaultTo(false);
		// Whether the server's admins want to know when a link stops working.
		t.boolean('linkNotices').notNullable().defaultTo(true);
	});

	// The people who manage a guild at Discord, as of the latest check. A guild without managers is paused.
	await create('guild_managers', (t) => {
		t.string('guildId', SNOWFLAKE).notNullable().references('guilds.guildId').onDelete('CASCADE');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.bigInteger('seenAt').notNullable();
		t.primary(['guildId', 'discordId']);
		t.index(['discordId']);
	});

	// The names of a server's roles, by which the dashboard shows mentions. Not a column of `guilds`, which lists read whole.
	await create('guild_roles', (t) => {
		t.string('guildId', SNOWFLAKE).primary().references('guilds.guildId').onDelete('CASCADE');
		// JSON: `[{id, name}]`, as the bot last saw them.
		t.text('roles', 'mediumtext').notNullable();
		t.bigInteger('updatedAt').notNullable();
	});

	// The Discord servers that the bot is in, including those that do not use Dropwire.
	await create('bot_guilds', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		t.bigInteger('joinedAt').notNullable();
	});

	// Messages that the bot writes to a person or to a server's admins, each once.
	await create('bot_notices', (t) => {
		t.bigIncrements('id');
		// What the notice is about: a second one with the same key is not stored.
		t.string('key', 120).notNullable().unique();
		t.string('kind', 16).notNullable();
		// The person, or the guild.
		t.string('discordId', SNOWFLAKE);
		t.string('guildId', SNOWFLAKE);
		t.text('data').notNullable();
		// `pending`, `sent`, `undeliverable` or `obsolete`.
		t.string('status', 16).notNullable();
		// The earliest next attempt; while a bot process sends it, the end of that process's lease.
		t.bigInteger('notBefore').notNullable();
		t.string('lease', 36);
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason');
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('doneAt');
		t.index(['status', 'notBefore']);
		t.index(['createdAt']);
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

	// One row per Discord webhook and thread, regardless of its lists: its health, and the process that sends to it.
	await create('webhooks', (t, { onlyWhere }) => {
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
		// The thread that the row's URL posts to; part of what identifies the row.
		t.string('threadId', SNOWFLAKE);
		t.string('pauseReason');
		// Edits wait for this time; new messages do not.
		t.bigInteger('editsPausedUntil').notNullable().defaultTo(0);
		t.index(['discordId']);
		t.index(['guildId']);
		t.index(['active', 'offAt']);
		t.index(['verifiedAt', 'id']);
		// Only claimed webhooks, so that the search for leases of dead processes does not read every webhook each second.
		t.index(['leaseUntil'], 'webhooks_leaseuntil_index', onlyWhere('leaseUntil > 0'));
		t.index(['editsPausedUntil'], 'webhooks_editspauseduntil_index', onlyWhere('editsPausedUntil > 0'));
	});

	// Webhooks that Dropwire created and nothing uses: a server process deletes them at Discord.
	await create('webhook_deletions', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('guildId', SNOWFLAKE).notNullable();
		t.bigInteger('dueAt').notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		// When the current attempt began; null between attempts.
		t.bigInteger('startedAt');
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
		// JSON of `SubscriptionOptions` without the thread's id, which is in `webhooks`; null for none.
		t.text('options');
		// Grows with every change of the options.
		t.integer('version').notNullable().defaultTo(1);
		// The option of the same name, for queries.
		t.integer('paused').notNullable().defaultTo(0);
		t.unique(['list', 'webhookId']);
		t.unique(['list', 'label']);
		t.index(['webhookId']);
		t.index(['topicId']);
		t.index(['guildChannelId']);
		// Lists a topic's webhooks in order, from the index alone.
		t.index(['topicId', 'webhookId', 'guildChannelId']);
	});

	// Requests to create a guild's link, by Idempotency-Key. A repeated request does not create a second link, and a
	// request with an unknown outcome can be canceled. Rows are deleted after a day.
	await create('link_requests', (t) => {
		t.bigIncrements('id');
		t.string('guildId', SNOWFLAKE).notNullable();
		t.string('idempotencyKey', 128).notNullable();
		// The link that the request created or turned on again. Null before that, if the link was on, and after it is
		// removed or another request has stored it.
		t.bigInteger('subscriptionId').unsigned().references('subscriptions.id').onDelete('SET NULL');
		t.bigInteger('canceledAt');
		t.bigInteger('createdAt').notNullable().index();
		t.unique(['guildId', 'idempotencyKey']);
		t.index(['subscriptionId']);
	});
}
