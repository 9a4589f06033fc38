import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Launches of products: what the calendar shows, and what reminders are sent for. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('releases', (t) => {
		t.bigIncrements('id');
		t.string('brand', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		t.string('title', 256).notNullable();
		t.string('image', 2048);
		t.string('url', 2048);
		t.bigInteger('launchAt').notNullable();
		// `LEO`, `DAN` or `FLOW`; null if it is unknown.
		t.string('method', 8);
		t.bigInteger('entriesUntil');
		// In the currency's minor unit; null without a currency.
		t.bigInteger('price');
		t.bigInteger('full');
		t.string('currency', 3);
		// `source`, `found`, `reported` or `imported`: who named the current date.
		t.string('origin', 16).notNullable();
		// When the release became known, and when its current date did: reminders are sent for later minutes only.
		t.bigInteger('announcedAt').notNullable();
		t.bigInteger('datedAt').notNullable();
		// When a reader of a calendar would see a difference, and how often the date or the state has changed.
		t.bigInteger('changedAt').notNullable();
		t.integer('sequence').notNullable().defaultTo(0);
		t.bigInteger('cancelledAt');
		// The earlier dates as JSON, oldest first.
		t.text('moves').notNullable();
		// Two processes that read the same date store one release.
		t.unique(['brand', 'sku', 'region', 'launchAt'], { indexName: 'releases_product_index' });
		t.index(['launchAt', 'id'], 'releases_launch_index');
		t.index(['brand', 'launchAt', 'id'], 'releases_brand_launch_index');
		t.index(['region', 'brand', 'launchAt', 'id'], 'releases_region_brand_launch_index');
		t.index(['region', 'launchAt', 'id'], 'releases_region_launch_index');
		t.index(['changedAt'], 'releases_changed_index');
	});

	// What has no message yet. Written in the transaction that changes the release, so that no message is lost.
	await create('release_news', (t) => {
		t.bigIncrements('id');
		t.string('brand', 16).notNullable();
		t.string('region', 8).notNullable();
		// `ANNOUNCED`, `MOVED` or `CANCELLED`.
		t.string('kind', 16).notNullable();
		// JSON of the product's snapshots, as in the event that this becomes.
		t.text('before', 'mediumtext');
		t.text('after', 'mediumtext');
		t.bigInteger('at').notNullable();
		// When it is published at the latest: until then others of its round join it.
		t.bigInteger('dueAt').notNullable();
		// The call whose reports share a message; null for none.
		t.string('round', 36);
		t.index(['dueAt', 'brand', 'region'], 'release_news_due_index');
		t.index(['brand', 'region', 'id'], 'release_news_group_index');
		t.index(['round'], 'release_news_round_index');
	});

	// The reminders that were queued, each in the transaction that stores its message. A launch that moves has new ones.
	await create('release_reminders', (t) => {
		t.bigInteger('releaseId').notNullable();
		t.integer('minutes').notNullable();
		t.bigInteger('launchAt').notNullable();
		t.bigInteger('dueAt').notNullable();
		t.bigInteger('messageId').notNullable();
		t.primary(['releaseId', 'minutes', 'launchAt']);
		t.index(['messageId'], 'release_reminders_message_index');
		t.index(['dueAt'], 'release_reminders_due_index');
	});

	// When the reminders were last changed; null for those that every subscription has.
	await addIndexed(knex, 'remindersAt', 'subscriptions_reminders_index');
	// When the next weekly digest is due; null for none.
	await addIndexed(knex, 'digestAt', 'subscriptions_digest_index');
}

/** Adds a time to subscriptions with its index: MySQL commits each statement, and a column of an interrupted run has its index. */
async function addIndexed(knex: Knex, column: string, index: string): Promise<void> {
	if (await knex.schema.hasColumn('subscriptions', column)) return;
	if (knex.client.dialect === 'mysql') {
		await knex.raw('alter table subscriptions add ?? bigint null, add index ?? (??)', [column, index, column]);
		return;
	}
	await knex.schema.alterTable('subscriptions', (t) => {
		t.bigInteger(column);
		t.index([column], index);
	});
}
