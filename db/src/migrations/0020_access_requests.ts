import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	// The latest request for access of each person.
	await creator(knex)('access_requests', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('note', 1000).notNullable();
		// open, declined
		t.string('status', 16).notNullable();
		t.string('reason', 500);
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('decidedAt');
		t.index(['status', 'createdAt']);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('access_requests');
}
