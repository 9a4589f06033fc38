import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Resale prices that external monitors report: the newest of each market for each size. Amounts are in minor units. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('market_prices', (t) => {
		t.string('brand', 32).notNullable();
		t.string('sku', 64).notNullable();
		t.string('market', 32).notNullable();
		t.string('size', 64).notNullable();
		t.string('currency', 3).notNullable();
		t.bigInteger('lowestAsk');
		t.bigInteger('highestBid');
		t.bigInteger('lastSale');
		t.bigInteger('observedAt').notNullable();
		t.primary(['brand', 'sku', 'market', 'size']);
		t.index(['observedAt']);
	});
}
