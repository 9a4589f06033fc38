import type { Database } from './connection/open.ts';

/** Rows read per index: enough to find the selective indexes, in a few milliseconds at any size. */
const SAMPLED_ROWS = 400;

/**
 * Refreshes SQLite's statistics of tables that have changed a lot (sqlite.org/pragma.html#pragma_optimize). Queries of
 * the delivery log name their index and do not depend on it. MariaDB and MySQL refresh theirs in the background.
 */
export async function refreshStatistics({ knex, dialect }: Database): Promise<void> {
	if (dialect !== 'sqlite') return;
	await knex.raw(`pragma analysis_limit = ${SAMPLED_ROWS}`);
	// 0x10002: also tables that this connection has not queried yet.
	await knex.raw('pragma optimize = 0x10002');
}
