import type { Knex } from 'knex';
import { SNOWFLAKE } from '../createTable.ts';

/** Where a webhook stands at Discord, guilds that removed the bot, and which guild a change was about. */
export async function up(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		// As the bot sees them; null where nobody has told.
		t.string('guildId', SNOWFLAKE);
		t.string('channelId', SNOWFLAKE);
		t.string('channelName', 100);
		// Made by our bot, so it is off while the bot is not in the guild.
		t.boolean('byBot').notNullable().defaultTo(false);
		t.index(['guildId']);
	});
	await knex.schema.alterTable('guilds', (t) => {
		t.bigInteger('botLeftAt');
	});
	await knex.schema.alterTable('audit', (t) => {
		t.string('guildId', SNOWFLAKE);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		t.dropIndex(['guildId']);
	});
	// In SQL: knex would rebuild the table on SQLite, and take what refers to it along.
	for (const [table, columns] of Object.entries({
		webhooks: ['guildId', 'channelId', 'channelName', 'byBot'],
		guilds: ['botLeftAt'],
		audit: ['guildId'],
	})) {
		for (const column of columns) await knex.raw('alter table ?? drop column ??', [table, column]);
	}
}
