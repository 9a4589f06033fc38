import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

const STATES = ['source', 'region', 'blockedSince', 'checkedAt', 'blockedReason'];
const STATES_INDEX = 'products_states_index';

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	// When a batch of products, which are checked in one call, was last checked. Several thousand of these small rows
	// are written per round instead of 100,000 rows with snapshots.
	await create('check_batches', (t) => {
		// A random number that the engine chooses.
		t.bigInteger('id').unsigned().primary();
		t.string('source', 16).notNullable();
		t.string('region', 8).notNullable();
		t.bigInteger('checkedAt').notNullable();
		t.index(['source', 'region']);
	});

	// The batch of each product. Rows change only when batches do.
	await create('product_batches', (t) => {
		t.bigInteger('productId').unsigned().primary().references('products.id').onDelete('CASCADE');
		t.bigInteger('batchId').unsigned().notNullable().references('check_batches.id').onDelete('CASCADE');
		t.index(['batchId']);
	});

	// For the overview: the state of each source and region, without reading the rows with the snapshots.
	if (!(await hasStatesIndex(knex))) {
		await knex.schema.alterTable('products', (t) => void t.index(STATES, STATES_INDEX));
	}
}

export async function down(knex: Knex): Promise<void> {
	if (await hasStatesIndex(knex)) {
		await knex.schema.alterTable('products', (t) => void t.dropIndex(STATES, STATES_INDEX));
	}
	await knex.schema.dropTableIfExists('product_batches');
	await knex.schema.dropTableIfExists('check_batches');
}

/** MySQL commits each statement, so an interrupted run may have created the index. */
async function hasStatesIndex(knex: Knex): Promise<boolean> {
	const row = await (
		knex.client.dialect === 'mysql'
			? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: STATES_INDEX })
			: knex('sqlite_master').where({ type: 'index', name: STATES_INDEX })
	).first(knex.raw('1'));
	return row !== undefined;
}
