import type { Knex } from 'knex';

/** Since when an external monitor has called without a long pause; null until its next call. */
export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('monitors', 'aliveSince')) return;
	await knex.schema.alterTable('monitors', (t) => {
		t.bigInteger('aliveSince');
	});
}
