import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** Setups of servers that others load by a share link. */
export async function up(knex: Knex): Promise<void> {
	await creator(knex)('shared_setups', (t) => {
		t.bigIncrements('id');
		t.string('guildId', SNOWFLAKE).notNullable().references('guilds.guildId').onDelete('CASCADE');
		t.string('secretHash', 64).notNullable().unique();
		// JSON: the links as they were when the setup was shared.
		t.text('links', 'mediumtext').notNullable();
		t.integer('count').notNullable();
		t.string('createdBy', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt').notNullable();
		t.index(['guildId', 'expiresAt']);
		t.index(['expiresAt']);
	});
}
