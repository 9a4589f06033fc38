import type { Knex } from 'knex';

/** The console asks for the webhooks that are off every few seconds; few are. */
export async function up(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		t.index(['active', 'offAt']);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		t.dropIndex(['active', 'offAt']);
	});
}
