import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** What checks found, and what held events back from whom, for the question why a message was not sent. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	// A row for each product, region and UTC day. With an empty SKU: when the region was not polled.
	await create('check_spans', (t) => {
		t.bigIncrements('id');
		// Days since 1970.
		t.integer('day').notNullable();
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		t.string('offer', 16).notNullable();
		// JSON (the engine's why/spans.ts).
		t.text('spans').notNullable();
		t.unique(['day', 'source', 'sku', 'region', 'offer'], { indexName: 'check_spans_product_unique' });
	});

	// A row for each slice of an event's subscriptions or watches.
	await create('event_holds', (t) => {
		t.bigInteger('eventId').notNullable();
		// `server` or `watch`: what the ids are of.
		t.string('owners', 8).notNullable();
		// The webhook or watch after which the slice begins.
		t.bigInteger('after').notNullable();
		// A rule and an id for each owner (the engine's why/holds.ts).
		t.binary('packed').notNullable();
		t.primary(['eventId', 'owners', 'after']);
	});
}
