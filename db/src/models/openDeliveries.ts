import type { Knex } from 'knex';
import { DELIVERY_INDEXES } from './deliveryIndexes.ts';

/**
 * The open deliveries, read by the index that has them together. Without the hint, the databases' planners choose by
 * statistics that are never right for a status that a few of a million rows have for a few seconds: MariaDB then reads
 * every past delivery of each webhook. The statuses are part of the text, since SQLite's index has no other rows and
 * SQLite uses it only for a condition with the same text.
 */
export function openDeliveries(knex: Knex, alias = 'deliveries'): Knex.QueryBuilder {
	const hint = knex.client.dialect === 'mysql' ? 'force index (??)' : 'indexed by ??';
	return knex
		.from(knex.raw(`?? as ?? ${hint}`, ['deliveries', alias, DELIVERY_INDEXES.open]))
		.whereRaw(`??.?? in ('pending', 'retrying')`, [alias, 'status']);
}
