import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	// What to look for in the lists of shops.
	await create('keyword_watches', (t) => {
		t.bigIncrements('id');
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// The phrases as JSON.
		t.text('include').notNullable();
		t.text('exclude').notNullable();
		t.integer('minPrice');
		t.integer('maxPrice');
		// The last search, and why it failed.
		t.bigInteger('checkedAt');
		t.string('problem');
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
	});

	// Every product that a search has found; those of the first search are no news.
	await create('found_products', (t) => {
		t.bigIncrements('id');
		t.bigInteger('watchId').unsigned().notNullable().references('keyword_watches.id').onDelete('CASCADE');
		t.string('sku', 64).notNullable();
		t.string('title', 255).notNullable();
		t.string('link', 2048);
		t.string('image', 2048);
		// In minor units; null without a currency.
		t.bigInteger('price');
		t.string('currency', 3);
		t.boolean('isNew').notNullable();
		t.bigInteger('foundAt').notNullable();
		t.unique(['watchId', 'sku']);
		t.index(['isNew', 'id']);
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('found_products');
	await knex.schema.dropTableIfExists('keyword_watches');
}
