import type { Knex } from 'knex';

/**
 * The phrases of a keyword watch whose lists could not be read yet, as JSON; null before its next search. What fails for reasons
 * of one phrase leaves open which one it was.
 */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('keyword_watches', 'unread'))) {
		await knex.schema.alterTable('keyword_watches', (t) => {
			t.text('unread');
		});
	}
	await knex('keyword_watches')
		.whereNotNull('baselineAt')
		.where((own) => void own.where('problem', 'like', 'HTTP status%').orWhere('problem', 'like', 'changed format%'))
		.update({ unread: knex.ref('include') });
}
