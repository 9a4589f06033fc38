import type { Knex } from 'knex';

/**
 * A query with `order by … limit …` as a part of a union. SQLite takes a limit only in a query of its own; MariaDB and
 * MySQL would make a table for each of those, which takes a third longer.
 * @param query the part's SQL, which selects `columns`
 */
export function limitedPart(knex: Knex, query: string, columns: string): string {
	return knex.client.dialect === 'mysql' ? `(${query})` : `select ${columns} from (${query}) as part`;
}
