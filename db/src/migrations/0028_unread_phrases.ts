import type { Knex } from 'knex';

/** The phrases of a keyword watch whose lists could not be read yet, as JSON; null before its next search. */
export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('keyword_watches', 'unread')) return;
	await knex.schema.alterTable('keyword_watches', (t) => {
		t.text('unread');
	});
}
