import type { Knex } from 'knex';

/** A first search that fails is no baseline: only one that the shop answered. */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('keyword_watches', 'baselineAt'))) {
		await knex.schema.alterTable('keyword_watches', (t) => {
			t.bigInteger('baselineAt');
		});
	}
	const found = knex('found_products').select('watchId');
	await knex('keyword_watches')
		.whereNull('baselineAt')
		.where((answered) => void answered.whereNull('problem').orWhereIn('id', found))
		.update({ baselineAt: knex.ref('checkedAt') });
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('keyword_watches', 'baselineAt'))) return;
	await knex.schema.alterTable('keyword_watches', (t) => {
		t.dropColumn('baselineAt');
	});
}
