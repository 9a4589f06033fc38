import type { Knex } from 'knex';

const INDEX = 'products_stored_index';

/** When the states of products were stored: each process finds those that others have changed. */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('products', 'storedAt'))) {
		await knex.schema.alterTable('products', (t) => void t.bigInteger('storedAt'));
	}
	if (knex.client.dialect === 'mysql') {
		// An interrupted run may have added it: MySQL commits each statement.
		const [known] = (await knex.raw('show index from ?? where Key_name = ?', ['products', INDEX])) as [unknown[]];
		if (known.length > 0) return;
	}
	await knex.schema.alterTable('products', (t) => t.index(['source', 'storedAt'], INDEX));
}
