import type { Knex } from 'knex';

const INDEX = 'audit_guildid_index';

/** The changes of one server, newest first: the index ends with the row's id, which both databases append. */
export async function up(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') {
		// An interrupted run may have added it: MySQL commits each statement.
		const [known] = (await knex.raw('show index from ?? where Key_name = ?', ['audit', INDEX])) as [unknown[]];
		if (known.length > 0) return;
	}
	await knex.schema.alterTable('audit', (t) => t.index(['guildId'], INDEX));
}
