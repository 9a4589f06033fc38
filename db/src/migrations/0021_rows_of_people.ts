import type { Knex } from 'knex';

/** Columns with a person's Discord id, by which the data of one person is found and read in the order of a key. */
const COLUMNS = {
	announcements: ['createdBy'],
	bot_notices: ['discordId'],
	short_urls: ['createdBy', 'slug'],
	watch_entries: ['createdBy'],
};

export async function up(knex: Knex): Promise<void> {
	for (const [table, columns] of Object.entries(COLUMNS)) {
		const index = `${table}_person_index`;
		if (knex.client.dialect === 'mysql') {
			// An interrupted run may have added it: MySQL commits each statement.
			const [known] = (await knex.raw('show index from ?? where Key_name = ?', [table, index])) as [unknown[]];
			if (known.length > 0) continue;
		}
		await knex.schema.alterTable(table, (t) => t.index(columns, index));
	}
}
