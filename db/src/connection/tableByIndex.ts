import type { Knex } from 'knex';

/**
 * A table that is read through this index, whatever the statistics say. For lists of growing tables: with `order by id
 * desc limit …`, planners prefer to walk the whole table in the hope of finding the rows soon.
 */
export function tableByIndex(knex: Knex, table: string, index: string): Knex.Raw {
	return knex.raw(knex.client.dialect === 'mysql' ? '?? force index (??)' : '?? indexed by ??', [table, index]);
}
