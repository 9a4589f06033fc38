import type { Knex } from 'knex';

/**
 * A table that is read through this index, whatever the statistics say. For lists of growing tables: with `order by id
 * desc limit …`, planners prefer to walk the whole table in the hope of finding the rows soon.
 */
export function tableByIndex(knex: Knex, table: string, index: string, alias?: string): Knex.Raw {
	const choice = knex.client.dialect === 'mysql' ? 'force index (??)' : 'indexed by ??';
	if (alias === undefined) return knex.raw(`?? ${choice}`, [table, index]);
	return knex.raw(`?? as ?? ${choice}`, [table, alias, index]);
}
