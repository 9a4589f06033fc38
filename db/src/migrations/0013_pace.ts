import type { Knex } from 'knex';

/** When products change, the interval that an operator pinned, and the intervals that checks have. */
export async function up(knex: Knex): Promise<void> {
	const add = async (table: string, column: string, define: (t: Knex.AlterTableBuilder) => void) => {
		if (!(await knex.schema.hasColumn(table, column))) await knex.schema.alterTable(table, define);
	};
	// The engine's packed habit, of 40 bytes. Backups support no other binary columns than blobs.
	await add('products', 'habit', (t) => void t.binary('habit'));
	await add('watch_entries', 'intervalMs', (t) => void t.integer('intervalMs'));
	// Of the products of a batch: the time between two checks, that of uniform polling, and why they differ.
	await add('check_batches', 'intervalMs', (t) => void t.bigInteger('intervalMs'));
	await add('check_batches', 'uniformMs', (t) => void t.bigInteger('uniformMs'));
	await add('check_batches', 'reason', (t) => void t.string('reason', 16));
	// What the products of a source in a region have in all, as JSON.
	await add('source_rounds', 'pace', (t) => void t.string('pace', 255));
}
