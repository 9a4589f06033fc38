import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Every product that was ever seen, the words by which it is found, and its state in each region. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('catalogue', (t, { mysql }) => {
		const computed = mysql ? 'stored' : 'virtual';
		t.string('brand', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('title', 256).notNullable();
		t.string('subtitle', 256);
		t.string('color', 256);
		t.string('category', 32);
		t.string('image', 2048);
		t.string('url', 2048);
		// As a number, 20261126 for 2026-11-26.
		t.integer('releasedOn');
		// `watched`, `queried`, `found`, `reported` or `imported`: how the product became known.
		t.string('origin', 16).notNullable();
		t.bigInteger('firstSeenAt').notNullable();
		t.bigInteger('lastSeenAt').notNullable();
		// The newest change of the product in any region; without one, when it became known.
		t.bigInteger('changedAt').notNullable();
		// The columns whose values a shop has stated, separated by commas, and the region of that shop; null before that.
		t.string('stated', 96).notNullable();
		t.string('statedIn', 8);
		// The words of the product, for comparing it with a search.
		t.string('words', 2560).notNullable();
		// MariaDB 10.6 has no descending indexes, and ties are in ascending order.
		t.specificType('changedOrder', `bigint as (-changedAt) ${computed}`);
		t.specificType('releasedOrder', `integer as (-coalesce(releasedOn, 0)) ${computed}`);
		t.primary(['brand', 'sku']);
		t.index(['sku']);
		// Each order, of all brands and of one.
		t.index(['changedOrder', 'brand', 'sku'], 'catalogue_changed_index');
		t.index(['brand', 'changedOrder', 'sku'], 'catalogue_brand_changed_index');
		t.index(['releasedOrder', 'brand', 'sku'], 'catalogue_released_index');
		t.index(['brand', 'releasedOrder', 'sku'], 'catalogue_brand_released_index');
	});

	// An index of words in a plain table: the same on both databases, visible inside the transaction that writes it, and
	// fast for words that most products have (docs/adr/025-catalogue-search-in-a-plain-table.md).
	await create('catalogue_words', (t) => {
		t.string('word', 33).notNullable();
		t.string('brand', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.primary(['word', 'brand', 'sku']);
	});

	// The new offer of a product as of its last check in a region.
	await create('catalogue_regions', (t, { mysql }) => {
		t.string('brand', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		// In the currency's minor unit; null without a currency.
		t.bigInteger('price');
		t.bigInteger('full');
		t.string('currency', 3);
		t.boolean('available');
		t.bigInteger('launchAt');
		// Unknown prices come last.
		t.specificType('priceOrder', `bigint as (coalesce(price, 9007199254740991)) ${mysql ? 'stored' : 'virtual'}`);
		t.primary(['brand', 'sku', 'region']);
		t.index(['region', 'priceOrder', 'brand', 'sku'], 'catalogue_regions_price_index');
	});
}
