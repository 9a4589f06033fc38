import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	// The Discord servers that the bot is in, also those that do not use Dropwire yet.
	await creator(knex)('bot_guilds', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		t.bigInteger('joinedAt').notNullable();
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('bot_guilds');
}
