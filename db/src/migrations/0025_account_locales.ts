import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('accounts', 'locale')) return;
	await knex.schema.alterTable('accounts', (t) => {
		// The person's language at Discord (`de`, `es-ES`), for messages that the bot writes to them.
		t.string('locale', 16);
	});
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('accounts', 'locale'))) return;
	await knex.schema.alterTable('accounts', (t) => void t.dropColumn('locale'));
}
