import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** How products changed: packed change points, which the engine's history folder reads and writes. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('history_series', (t) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		t.string('offer', 16).notNullable();
		// The times of its first and last change point, and the number of its points.
		t.bigInteger('firstAt').notNullable();
		t.bigInteger('lastAt').notNullable();
		t.integer('points').notNullable();
		// The oldest point that is not yet one of a day; null for none.
		t.bigInteger('detailAt');
		// The newest points, about a kilobyte at most.
		t.binary('tail').notNullable();
		t.unique(['source', 'sku', 'region', 'offer']);
		t.index(['detailAt']);
	});
	// The older points of a series, about a kilobyte each, by the time of its first point.
	await create('history_chunks', (t) => {
		t.bigInteger('seriesId').unsigned().notNullable().references('history_series.id').onDelete('CASCADE');
		t.bigInteger('firstAt').notNullable();
		t.binary('packed').notNullable();
		t.primary(['seriesId', 'firstAt']);
	});
}
