import type { Knex } from 'knex';

/** Discord's ids: 64-bit integers as decimal text, since a JavaScript number would round them. */
export const SNOWFLAKE = 20;

/**
 * Makes tables as every migration has them. Times are epoch milliseconds in a bigint; JSON is text; money stands in minor units inside the JSON.
 * Every text compares by its bytes (`utf8mb4_bin`), as SQLite does: a webhook's URL is case-sensitive.
 */
export function creator(knex: Knex) {
	const mysql = String(knex.client.config.client).startsWith('mysql');
	return (name: string, columns: (table: Knex.CreateTableBuilder) => void) =>
		knex.schema.createTable(name, (table) => {
			if (mysql) {
				table.engine('InnoDB');
				table.charset('utf8mb4');
				table.collate('utf8mb4_bin');
			}
			columns(table);
		});
}
