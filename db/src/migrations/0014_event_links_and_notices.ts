import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	// The short URLs in messages, one for each event that begins a message. They end with their events.
	await create('event_links', (t) => {
		t.string('slug', 16).primary();
		t.bigInteger('eventId').unsigned().notNullable().references('events.id').onDelete('CASCADE');
		t.string('url', 2048).notNullable();
		t.bigInteger('clicks').notNullable().defaultTo(0);
		t.index(['eventId']);
	});

	// The sources that cannot be read in a region, or at a host, and whether servers were notified.
	await create('source_outages', (t) => {
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// Empty for a source that is one shop.
		t.string('host', 253).notNullable();
		t.bigInteger('since').notNullable();
		t.string('reason').notNullable();
		// When servers were notified; null before that.
		t.bigInteger('notifiedAt');
		// Since when it can be read again; null while it cannot.
		t.bigInteger('overSince');
		t.primary(['source', 'region', 'host']);
	});

	if (!(await knex.schema.hasColumn('guilds', 'sourceNotices'))) {
		await knex.schema.alterTable('guilds', (t) => {
			// Whether the server wants to know when a shop cannot be read.
			t.boolean('sourceNotices').notNullable().defaultTo(false);
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('guilds', 'sourceNotices')) {
		await knex.schema.alterTable('guilds', (t) => {
			t.dropColumn('sourceNotices');
		});
	}
	await knex.schema.dropTableIfExists('source_outages');
	await knex.schema.dropTableIfExists('event_links');
}
