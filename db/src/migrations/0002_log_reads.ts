import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/**
 * The indexes of the lists, newest first: each ends with the row's id, which both databases append. `failure` is part
 * of each, so that a filter by status never walks through rows with other outcomes.
 */
const LISTS = {
	deliveries_failure_index: ['failure'],
	deliveries_topic_index: ['topicId', 'failure'],
	deliveries_guild_index: ['guildId', 'failure'],
	deliveries_guild_topic_index: ['guildId', 'topicId', 'failure'],
};
const REPLACED = { deliveries_topicid_id_index: ['topicId', 'id'], deliveries_guildid_id_index: ['guildId', 'id'] };

/**
 * `failed`, `expired`, or an empty text while a delivery is open and after it was sent. Sending a message does not change
 * it, so the indexes above are written once for each message (on SQLite since `0028`); with `status`, they would be written
 * twice more.
 */
const FAILURE = `case when status in ('failed', 'expired') then status else '' end`;

export async function up(knex: Knex): Promise<void> {
	// What ended in each minute, counted with the outcomes. Every process writes rows of its own, so none waits for
	// another.
	await creator(knex)('outcome_minutes', (t) => {
		t.bigInteger('minute').notNullable();
		t.string('writer', 64).notNullable();
		t.integer('sent').notNullable().defaultTo(0);
		t.integer('failed').notNullable().defaultTo(0);
		t.integer('expired').notNullable().defaultTo(0);
		t.primary(['minute', 'writer']);
	});
	await replaceIndexes(knex, { from: REPLACED, to: LISTS, column: 'add' });
}

export async function down(knex: Knex): Promise<void> {
	await replaceIndexes(knex, { from: LISTS, to: REPLACED, column: 'drop' });
	await knex.schema.dropTableIfExists('outcome_minutes');
}

interface Replacement {
	from: Readonly<Record<string, readonly string[]>>;
	to: Readonly<Record<string, readonly string[]>>;
	column: 'add' | 'drop';
}

/** One statement on MySQL, so that an interrupted run has changed everything or nothing; repeating it changes nothing. */
async function replaceIndexes(knex: Knex, { from, to, column }: Replacement): Promise<void> {
	const mysql = knex.client.dialect === 'mysql';
	if ((await hasFailure(knex, mysql)) === (column === 'add')) return;
	const columnsOf = (columns: readonly string[]) => columns.map((name) => `\`${name}\``).join(', ');
	if (mysql) {
		// Stored: the purge of MariaDB has had faults with indexes on virtual columns.
		const change = column === 'add' ? `add column failure varchar(10) as (${FAILURE}) stored` : 'drop column failure';
		const added = Object.entries(to).map(([name, columns]) => `add index ${name} (${columnsOf(columns)})`);
		const dropped = Object.keys(from).map((name) => `drop index ${name}`);
		await knex.raw(`alter table deliveries ${[...dropped, change, ...added].join(', ')}`);
		return;
	}
	for (const name of Object.keys(from)) await knex.raw(`drop index ${name}`);
	await knex.raw(
		column === 'add'
			? `alter table deliveries add column failure text as (${FAILURE}) virtual`
			: 'alter table deliveries drop column failure',
	);
	for (const [name, columns] of Object.entries(to)) {
		await knex.raw(`create index ${name} on deliveries (${columnsOf(columns)})`);
	}
}

/** knex's `hasColumn` does not see SQLite's generated columns. */
async function hasFailure(knex: Knex, mysql: boolean): Promise<boolean> {
	const found = await (
		mysql
			? knex('information_schema.columns')
					.whereRaw('table_schema = database()')
					.where({ table_name: 'deliveries', column_name: 'failure' })
			: knex(knex.raw(`pragma_table_xinfo('deliveries')`)).where({ name: 'failure' })
	).first(knex.raw('1'));
	return found !== undefined;
}
