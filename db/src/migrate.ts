import { fileURLToPath } from 'node:url';
import type { Database } from './connection/open.ts';
import { TOPICS } from './topics/index.ts';

const MIGRATIONS = {
	directory: fileURLToPath(new URL('./migrations', import.meta.url)),
	// The names are stored with their ending: a migration is never renamed or bundled.
	loadExtensions: ['.ts'],
};

/** Brings the schema to the newest version and the topic table to the vocabulary. Safe to repeat. */
export async function migrate(db: Database): Promise<void> {
	await db.knex.migrate.latest(MIGRATIONS);
	await syncTopics(db);
}

/** Takes every migration back. All data is lost. */
export async function rollbackAll(db: Database): Promise<void> {
	await db.knex.migrate.rollback(MIGRATIONS, true);
}

/** Adds the topics that the vocabulary has and the table lacks; one that is renamed keeps its id and its webhooks. */
async function syncTopics(db: Database): Promise<void> {
	await db
		.knex('topics')
		.insert([...TOPICS])
		.onConflict(['brand', 'category', 'region', 'status'])
		.merge(['toolsName']);
}
