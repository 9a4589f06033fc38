import type { Knex } from 'knex';

/** Currencies whose stored prices were in another unit: their number of decimals was that of written amounts, not ISO 4217's. */
const CURRENCIES = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ');
const ROWS = 500;

interface Row {
	id: number;
	snapshot: string;
}

/** Forgets these prices until the next check, which would publish a price a hundred times as high: unknown is never news. */
export async function up(knex: Knex): Promise<void> {
	for (let after = 0; ;) {
		const rows: Row[] = await knex('products')
			.where('id', '>', after)
			.where((any) => {
				for (const currency of CURRENCIES) void any.orWhere('snapshot', 'like', `%"currency":"${currency}"%`);
			})
			.orderBy('id')
			.limit(ROWS)
			.select('id', 'snapshot');
		for (const { id, snapshot } of rows) {
			const product = JSON.parse(snapshot) as { price: unknown };
			await knex('products')
				.where({ id })
				.update({ snapshot: JSON.stringify({ ...product, price: null }), version: knex.raw('?? + 1', ['version']) });
		}
		if (rows.length < ROWS) return;
		after = rows.at(-1)?.id ?? after;
	}
}

/** The next check reads the prices again. */
export async function down(): Promise<void> {}
