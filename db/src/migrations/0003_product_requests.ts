import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** Products that people ask to be watched, and who asked. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('product_requests', (t) => {
		t.bigIncrements('id');
		t.string('sku', 2048).notNullable();
		// SHA-256, since a link is too long for a unique index.
		t.string('skuHash', 64).notNullable().unique();
		t.string('link', 2048);
		// `open`, `added` or `declined`.
		t.string('status', 16).notNullable();
		t.string('reason', 500);
		t.integer('people').notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('decidedAt');
		t.index(['status', 'people', 'id']);
		t.index(['decidedAt']);
	});
	await create('product_request_people', (t) => {
		t.bigInteger('requestId').unsigned().notNullable().references('product_requests.id').onDelete('CASCADE');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.primary(['requestId', 'discordId']);
		t.index(['discordId', 'createdAt']);
	});
}
