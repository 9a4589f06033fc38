import type { Knex } from 'knex';

/** Every claim and release had to keep this index, and only starting and stopping read it: a walk is cheaper there. */
export async function up(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		t.dropIndex(['claimedBy']);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.alterTable('webhooks', (t) => {
		t.index(['claimedBy']);
	});
}
