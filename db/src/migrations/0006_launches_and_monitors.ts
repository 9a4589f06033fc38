import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	// External monitors that announced how often they call.
	await create('monitors', (t) => {
		t.string('name', 64).primary();
		t.bigInteger('everyMs').notNullable();
		// The brands that its events were about, as JSON.
		t.text('sources').notNullable();
		// Whose API token made its last call.
		t.string('reportedBy', SNOWFLAKE).notNullable();
		t.bigInteger('lastAt').notNullable();
		t.bigInteger('lastEvents').notNullable();
	});

	// The lasting problems that operators were alerted to.
	await create('alerts', (t) => {
		t.string('key', 191).primary();
		t.text('text').notNullable();
		t.bigInteger('beganAt').notNullable();
	});

	if (!(await knex.schema.hasColumn('products', 'buyableSince'))) {
		await knex.schema.alterTable('products', (t) => {
			// When a check last found that the product had become buyable; null for never.
			t.bigInteger('buyableSince');
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('alerts');
	await knex.schema.dropTableIfExists('monitors');
	if (await knex.schema.hasColumn('products', 'buyableSince')) {
		await knex.schema.alterTable('products', (t) => {
			t.dropColumn('buyableSince');
		});
	}
}
