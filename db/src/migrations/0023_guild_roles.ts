import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** The names of a server's roles, by which the dashboard shows mentions. Not a column of `guilds`, which lists read whole. */
export async function up(knex: Knex): Promise<void> {
	await creator(knex)('guild_roles', (t) => {
		t.string('guildId', SNOWFLAKE).primary().references('guilds.guildId').onDelete('CASCADE');
		// JSON: `[{id, name}]`, as the bot last saw them.
		t.text('roles', 'mediumtext').notNullable();
		t.bigInteger('updatedAt').notNullable();
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('guild_roles');
}
