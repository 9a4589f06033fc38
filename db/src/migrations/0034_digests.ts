import type { Knex } from 'knex';

const INDEX = 'events_digest_index';

/** Events that share one message, and what a keyword watch found at once. */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('events', 'digestOf'))) {
		// The event whose message lists this one; null if it has a message of its own.
		await knex.schema.alterTable('events', (t) => void t.bigInteger('digestOf'));
	}
	if (!(await hasIndex(knex))) await knex.schema.alterTable('events', (t) => void t.index(['digestOf'], INDEX));
	if (!(await knex.schema.hasColumn('keyword_watches', 'notice'))) {
		// The last time that it found many new products at once.
		await knex.schema.alterTable('keyword_watches', (t) => void t.string('notice', 255));
	}
}

export async function down(knex: Knex): Promise<void> {
	if (await hasIndex(knex)) await knex.schema.alterTable('events', (t) => void t.dropIndex(['digestOf'], INDEX));
	for (const [table, column] of [
		['events', 'digestOf'],
		['keyword_watches', 'notice'],
	] as const) {
		// Not by knex, which copies SQLite's table and fails at its generated column.
		if (await knex.schema.hasColumn(table, column)) await knex.raw('alter table ?? drop column ??', [table, column]);
	}
}

/** MySQL commits each statement, so an interrupted run may have created the index. */
async function hasIndex(knex: Knex): Promise<boolean> {
	const row = await (
		knex.client.dialect === 'mysql'
			? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: INDEX })
			: knex('sqlite_master').where({ type: 'index', name: INDEX })
	).first(knex.raw('1'));
	return row !== undefined;
}
