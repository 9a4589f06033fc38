import type { Database } from '../connection/open.ts';
import { tableNames } from '../migrate.ts';

/** Refreshes the statistics of all tables, which servers do in the background. */
export async function refreshTestStatistics(db: Database): Promise<void> {
	if (db.dialect === 'sqlite') return void (await db.knex.raw('analyze'));
	for (const table of await tableNames(db.knex, db.dialect)) await db.knex.raw('analyze table ??', [table]);
}
