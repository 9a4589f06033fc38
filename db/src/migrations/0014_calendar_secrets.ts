import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** The addresses of people's own calendars, at most one each. Only the hash of an address's secret is stored. */
export async function up(knex: Knex): Promise<void> {
	await creator(knex)('calendar_secrets', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('secretHash', 64).notNullable().unique();
		t.bigInteger('createdAt').notNullable();
	});
}
