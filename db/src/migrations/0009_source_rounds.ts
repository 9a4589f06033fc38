import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	// What each engine process watches of a source in a region, or at one of its hosts, and when that was checked. The
	// overview adds up the rows of the live processes instead of reading the products.
	await creator(knex)('source_rounds', (t) => {
		t.string('worker', 64).notNullable().references('workers.id').onDelete('CASCADE');
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// Empty for a source that is one shop.
		t.string('host', 253).notNullable();
		t.integer('watched').notNullable();
		t.integer('neverChecked').notNullable();
		t.integer('blocked').notNullable();
		t.bigInteger('roundMs').notNullable();
		t.bigInteger('oldestCheckAt');
		t.bigInteger('p95CheckAt');
		t.bigInteger('waitingSince');
		t.bigInteger('lastChangeAt');
		t.bigInteger('blockedSince');
		t.string('blockedReason');
		t.primary(['worker', 'source', 'region', 'host']);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('source_rounds');
}
