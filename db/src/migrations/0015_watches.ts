import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** Watches of persons, where their notices go, and the notices themselves. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('watches', (t) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.string('brand', 16).notNullable();
		t.string('sku', 64).notNullable();
		// Separated by commas; null for all.
		t.string('regions', 255);
		// In the currency's minor unit; null without a limit.
		t.bigInteger('maxAmount');
		t.string('maxCurrency', 3);
		// Kinds, sizes and states as JSON, in the format of a subscription's options.
		t.text('options').notNullable();
		t.boolean('muted').notNullable().defaultTo(false);
		t.bigInteger('snoozedUntil');
		t.bigInteger('createdAt').notNullable();
		// The last notice.
		t.bigInteger('lastEventId');
		t.bigInteger('lastAt');
		t.unique(['discordId', 'brand', 'sku'], { indexName: 'watches_person_unique' });
		t.index(['brand', 'sku', 'id'], 'watches_product_index');
	});

	// Where a person's notices go. A person without a row gets direct messages.
	await create('watch_places', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		// The server with the person's private thread; null for direct messages.
		t.string('guildId', SNOWFLAKE);
		t.string('threadId', SNOWFLAKE);
		// The channel of direct messages, once it was opened.
		t.string('directId', SNOWFLAKE);
		// The thread failed: until then, notices are direct messages.
		t.bigInteger('directUntil').notNullable().defaultTo(0);
		// Why the last notice went elsewhere or nowhere.
		t.string('reason', 255);
		// While it lies ahead, no notice is tried; 0 for a person who can be reached.
		t.bigInteger('unreachableUntil').notNullable().defaultTo(0);
		// Notices that expired since the last one that was sent.
		t.integer('missed').notNullable().defaultTo(0);
		// The last message that was sent.
		t.bigInteger('sentAt').notNullable().defaultTo(0);
		t.index(['guildId']);
	});

	// The channel of a server in which members get private threads.
	await create('personal_channels', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		t.string('channelId', SNOWFLAKE).notNullable();
	});

	// Events whose watches are not matched yet, and the last watch that was.
	await create('watch_fanouts', (t) => {
		t.bigInteger('eventId').primary();
		t.bigInteger('lastWatchId').notNullable().defaultTo(0);
	});

	await create('watch_notices', (t, { onlyWhere }) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable();
		// Null for the confirmation of a person's first watch.
		t.bigInteger('watchId');
		t.bigInteger('eventId');
		// `queued`, `sent`, `failed`, `expired`, or `dropped`: the watch does not want it any more.
		t.string('status', 8).notNullable();
		// The notice whose message this one edits.
		t.bigInteger('editOf');
		// The first notice of the message that this one is in; null before the first attempt.
		t.bigInteger('sentWith');
		t.bigInteger('queuedAt').notNullable();
		t.bigInteger('notBefore').notNullable().defaultTo(0);
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.string('channelId', SNOWFLAKE);
		t.string('messageId', SNOWFLAKE);
		t.bigInteger('sentAt');
		t.index(['status', 'id'], 'watch_notices_open_index', onlyWhere(`status = 'queued'`));
		t.index(['discordId', 'status', 'id'], 'watch_notices_person_index');
		t.index(['eventId', 'watchId'], 'watch_notices_event_index');
		t.index(['queuedAt', 'id'], 'watch_notices_age_index');
	});

	// One row: what all processes share about opening direct messages, and the process that sends notices.
	await create('direct_messages', (t) => {
		t.integer('id').primary();
		// Discord lets the application open none until then, and how often it has said so in a row.
		t.bigInteger('pausedUntil').notNullable().defaultTo(0);
		t.integer('pauses').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.string('sender', 64);
		t.bigInteger('senderUntil').notNullable().defaultTo(0);
	});

	// Openings of direct messages that count towards the budget.
	await create('direct_openings', (t) => {
		t.bigIncrements('id');
		t.bigInteger('at').notNullable().index();
		// `watch` or `access`: what it was opened for.
		t.string('purpose', 8).notNullable();
	});
}
