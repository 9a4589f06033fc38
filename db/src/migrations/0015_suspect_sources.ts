import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('source_rounds', 'suspectSince'))) {
		await knex.schema.alterTable('source_rounds', (t) => {
			// Since when the source's answers have been suspect, although they can be read.
			t.bigInteger('suspectSince');
		});
	}
	if (!(await knex.schema.hasColumn('source_rounds', 'suspectReason'))) {
		await knex.schema.alterTable('source_rounds', (t) => {
			t.string('suspectReason');
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	for (const column of ['suspectReason', 'suspectSince']) {
		if (!(await knex.schema.hasColumn('source_rounds', column))) continue;
		await knex.schema.alterTable('source_rounds', (t) => {
			t.dropColumn(column);
		});
	}
}
