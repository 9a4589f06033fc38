import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	// Messages that the bot writes to a person or to a server's admins, each once.
	await creator(knex)('bot_notices', (t) => {
		t.bigIncrements('id');
		// What the notice is about: a second one with the same key is not stored.
		t.string('key', 120).notNullable().unique();
		t.string('kind', 16).notNullable();
		// The person, or the guild.
		t.string('discordId', SNOWFLAKE);
		t.string('guildId', SNOWFLAKE);
		t.text('data').notNullable();
		// pending, sent, undeliverable, obsolete
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
	if (!(await knex.schema.hasColumn('guilds', 'linkNotices'))) {
		await knex.schema.alterTable('guilds', (t) => {
			// Whether the server's admins want to know when a link stops working.
			t.boolean('linkNotices').notNullable().defaultTo(true);
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('guilds', 'linkNotices')) {
		await knex.schema.alterTable('guilds', (t) => void t.dropColumn('linkNotices'));
	}
	await knex.schema.dropTableIfExists('bot_notices');
}
