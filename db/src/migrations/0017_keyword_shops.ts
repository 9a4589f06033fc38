import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('keyword_watches', 'shop')) return;
	await knex.schema.alterTable('keyword_watches', (t) => {
		// The origin of the shop, for a source that searches any shop.
		t.string('shop');
	});
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('keyword_watches', 'shop'))) return;
	await knex.schema.alterTable('keyword_watches', (t) => {
		t.dropColumn('shop');
	});
}
