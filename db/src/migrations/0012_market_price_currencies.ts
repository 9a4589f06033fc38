import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

const KEY = ['brand', 'sku', 'market', 'size', 'currency'] as const;
const PRICES = ['lowestAsk', 'highestBid', 'lastSale', 'observedAt'] as const;

/** A market can name one size in several currencies: the newest price of each. */
export async function up(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') {
		// One statement, which changes the same again without harm.
		await knex.raw('alter table ?? drop primary key, add primary key (??, ??, ??, ??, ??)', ['market_prices', ...KEY]);
		return;
	}
	// SQLite cannot change a key. The run is one transaction.
	await knex.raw('alter table ?? rename to ??', ['market_prices', 'market_prices_by_size']);
	await knex.raw('drop index ??', ['market_prices_observedat_index']);
	await creator(knex)('market_prices', (t) => {
		t.string('brand', 32).notNullable();
		t.string('sku', 64).notNullable();
		t.string('market', 32).notNullable();
		t.string('size', 64).notNullable();
		t.string('currency', 3).notNullable();
		t.bigInteger('lowestAsk');
		t.bigInteger('highestBid');
		t.bigInteger('lastSale');
		t.bigInteger('observedAt').notNullable();
		t.primary(KEY);
		t.index(['observedAt']);
	});
	const columns = [...KEY, ...PRICES].map((column) => `"${column}"`).join(', ');
	await knex.raw(`insert into market_prices (${columns}) select ${columns} from market_prices_by_size`);
	await knex.schema.dropTable('market_prices_by_size');
}
