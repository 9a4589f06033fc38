import type { Knex } from 'knex';
import type { Database } from './open.ts';

/**
 * The database's clock as an SQL expression, epoch milliseconds. Leases and pauses shared by several processes are
 * compared only with this clock, because the clocks of their machines can differ.
 */
export function databaseClock({ knex }: Pick<Database, 'knex'>): Knex.Raw {
	return knex.raw(
		knex.client.dialect === 'mysql'
			? 'cast(unix_timestamp(now(3)) * 1000 as signed)'
			: `cast(unixepoch('subsec') * 1000 as integer)`,
	);
}

/** The current time of the database's clock, epoch milliseconds. */
export async function readDatabaseClock(db: Pick<Database, 'knex'>): Promise<number> {
	const row = await db.knex.first(db.knex.raw('? as ??', [databaseClock(db), 'now']));
	return Number(row.now);
}
