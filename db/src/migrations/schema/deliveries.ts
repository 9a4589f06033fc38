import { type Create, SNOWFLAKE } from '../../createTable.ts';

/** `failed`, `expired`, or an empty text while a delivery is open and after it was sent. */
const failureOf = (row: string) => `case when ${isFailure(row)} then ${row}status else '' end`;
const isFailure = (row: string) => `${row}status in ('failed', 'expired')`;
const setFailure = `update deliveries set failure = ${failureOf('new.')} where id = new.id`;

/**
 * SQLite writes every index of a generated column again when a column changes that it is computed from, even if the
 * result stays the same: a sent message would cost four indexes. A plain column that triggers set costs none of them.
 */
export const FAILURE_TRIGGERS = [
	`create trigger deliveries_failure_inserted after insert on deliveries when ${isFailure('new.')}
		begin ${setFailure}; end`,
	`create trigger deliveries_failure_updated after update of status on deliveries
		when new.failure <> ${failureOf('new.')}
		begin ${setFailure}; end`,
];

/** Messages, the deliveries of each to its webhooks, and their outcomes. */
export async function createDeliveries(create: Create): Promise<void> {
	await create('announcements', (t) => {
		t.bigIncrements('id');
		t.string('title', 256).notNullable();
		t.string('imageUrl', 2048).notNullable();
		t.text('description').notNullable();
		t.string('idempotencyKey', 128);
		t.string('createdBy', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		// Which webhooks the request named, to compare a repeated one with it; null if it named none.
		t.string('webhooksHash', 64);
		t.unique(['createdBy', 'idempotencyKey']);
	});

	// The body, composed once and sent to each of the message's webhooks.
	await create('messages', (t) => {
		t.bigIncrements('id');
		// `EVENT`, `ANNOUNCEMENT`, `TEST` or `NOTICE`.
		t.string('kind', 16).notNullable();
		t.bigInteger('eventId').unsigned().unique().references('events.id').onDelete('CASCADE');
		t.bigInteger('announcementId').unsigned().references('announcements.id').onDelete('CASCADE');
		t.text('body', 'mediumtext').notNullable();
		t.bigInteger('seenAt').notNullable();
		t.bigInteger('queuedAt').notNullable();
		t.bigInteger('expiresAt').notNullable();
		// The message that a later state of the same product continues; null for one that begins.
		t.bigInteger('continues').unsigned();
		// JSON: its body as an edit, by the id of the message that it edits; null for none.
		t.text('edits', 'mediumtext');
		// Whether it is a message of its own at some webhook.
		t.boolean('begins').notNullable().defaultTo(true);
		t.index(['announcementId']);
		t.index(['queuedAt']);
	});

	// The rest of a message's deliveries, which are inserted in slices by the webhooks' IDs. One row per message while
	// deliveries are missing; it changes in the transaction that inserts a slice.
	await create('fanouts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('messageId').unsigned().notNullable().unique().references('messages.id').onDelete('CASCADE');
		// The event's topic, whose webhooks get the message.
		t.integer('topicId').unsigned().references('topics.id').onDelete('SET NULL');
		// JSON: the webhooks of an announcement in ascending order; null for an event.
		t.text('webhookIds', 'mediumtext');
		// Webhooks up to this ID have their deliveries.
		t.bigInteger('lastWebhookId').unsigned().notNullable();
		// JSON: the earlier messages of the product that this one edits; null for none.
		t.text('earlier');
		// The topic of the product's restocks, whose subscriptions can count the event as one; null for none.
		t.integer('restockTopicId').unsigned();
	});

	// One row per message and webhook, and another one for each owner whose options change the message. An open row is in
	// the outbox; a finished row is in the delivery log.
	await create('deliveries', (t, { mysql, onlyWhere }) => {
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
		// Sending a message does not change it, so the indexes below are written once for each message; with `status`, they
		// would be written twice more. On the server stored: MariaDB's purge has had faults with indexes on virtual columns.
		if (mysql) t.specificType('failure', `varchar(10) as (${failureOf('')}) stored`);
		else t.text('failure').notNullable().defaultTo('');
		// The delivery whose message this one edits in Discord; null for a message of its own.
		t.bigInteger('editOf').unsigned();
		// JSON: what the subscriptions of one owner change in the message; null for nothing.
		t.text('overlay');
		// Empty, or the owner whose options make it a message of its own: a guild's id, or `operators`.
		t.string('variant', SNOWFLAKE).notNullable().defaultTo('');
		// The forum post that Discord put the message into; null for a channel and for the webhook's own thread.
		t.string('threadId', SNOWFLAKE);
		// The edits of one webhook's message, and all of a webhook.
		t.index(['webhookId', 'editOf']);
		// The outbox: every column that the query for due webhooks reads. SQLite's index has no other rows: each would write
		// a page of 4 KiB at a random place.
		t.index(
			['status', 'webhookId', 'id', 'notBefore', 'guildId'],
			'deliveries_status_webhookid_id_notbefore_guildid_index',
			onlyWhere(`status in ('pending', 'retrying')`),
		);
		t.unique(['messageId', 'webhookId', 'variant']);
		// The lists, newest first: each index ends with the row's id, which both databases append. `failure` is part of
		// each, so that a filter by status never walks through rows with other outcomes.
		t.index(['failure'], 'deliveries_failure_index');
		t.index(['topicId', 'failure'], 'deliveries_topic_index');
		t.index(['guildId', 'failure'], 'deliveries_guild_index');
		t.index(['guildId', 'topicId', 'failure'], 'deliveries_guild_topic_index');
	});

	// The forum posts of a webhook, one for each product.
	await create('forum_posts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('webhookId').unsigned().notNullable().references('webhooks.id').onDelete('CASCADE');
		// `source/sku/region/offer`
		t.string('product', 128).notNullable();
		t.string('threadId', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.unique(['webhookId', 'product']);
	});

	// What ended in each minute, counted with the outcomes. Every process writes rows of its own, so none waits for
	// another.
	await create('outcome_minutes', (t) => {
		t.bigInteger('minute').notNullable();
		t.string('writer', 64).notNullable();
		t.integer('sent').notNullable().defaultTo(0);
		t.integer('failed').notNullable().defaultTo(0);
		t.integer('expired').notNullable().defaultTo(0);
		t.integer('edited').notNullable().defaultTo(0);
		t.primary(['minute', 'writer']);
	});
}
