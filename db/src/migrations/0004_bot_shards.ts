import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** The bot's shards that have reported their guilds, so that an empty report differs from none. */
export async function up(knex: Knex): Promise<void> {
	await creator(knex)('bot_shards', (t) => {
		t.integer('shard').notNullable();
		// The number of shards that the bot had.
		t.integer('shards').notNullable();
		t.bigInteger('reportedAt').notNullable();
		t.primary(['shards', 'shard']);
	});
}
