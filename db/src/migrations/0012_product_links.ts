import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('watch_entries', 'productSku'))) {
		await knex.schema.alterTable('watch_entries', (t) => {
			// The SKU of a link's product (`products.sku`), which can be provisional; null for an entry that is a SKU.
			t.string('productSku', 64);
		});
	}
	if (!(await knex.schema.hasColumn('watch_entries', 'adapter'))) {
		await knex.schema.alterTable('watch_entries', (t) => {
			// The format in which the link was read first; null before that.
			t.string('adapter', 16);
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	for (const column of ['adapter', 'productSku']) {
		if (!(await knex.schema.hasColumn('watch_entries', column))) continue;
		await knex.schema.alterTable('watch_entries', (t) => {
			t.dropColumn(column);
		});
	}
}
