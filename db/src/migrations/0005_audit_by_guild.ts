import type { Knex } from 'knex';

/** The changes of one server, newest first: the index ends with the row's id, which both databases append. */
export async function up(knex: Knex): Promise<void> {
	await knex.schema.alterTable('audit', (t) => t.index(['guildId'], 'audit_guildid_index'));
}
