import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('watch_entries', 'regions')) return;
	await knex.schema.alterTable('watch_entries', (t) => {
		// The only regions in which the entry is watched, separated by commas; null for all that somebody subscribes to.
		t.string('regions', 64);
	});
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('watch_entries', 'regions'))) return;
	await knex.schema.alterTable('watch_entries', (t) => {
		t.dropColumn('regions');
	});
}
