import type { Knex } from 'knex';

/** The indexes of `0002` that contain `failure`. */
const INDEXES = {
	deliveries_failure_index: 'failure',
	deliveries_topic_index: 'topicId, failure',
	deliveries_guild_index: 'guildId, failure',
	deliveries_guild_topic_index: 'guildId, topicId, failure',
};
const isFailure = (row: string) => `${row}status in ('failed', 'expired')`;
const failureOf = (row: string) => `case when ${isFailure(row)} then ${row}status else '' end`;
const setFailure = `update deliveries set failure = ${failureOf('new.')} where id = new.id`;

/**
 * SQLite writes every index of a generated column again when a column changes that it is computed from, also if the
 * result stays the same: a sent message cost four indexes. With a plain column that triggers set, it costs none of them.
 * MySQL compares the values and writes only what changed.
 */
export async function up(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') return;
	await replaceFailure(knex, `text not null default ''`);
	await knex.raw(`update deliveries set failure = status where ${isFailure('')}`);
	await createIndexes(knex);
	await knex.raw(`
		create trigger deliveries_failure_inserted after insert on deliveries when ${isFailure('new.')}
		begin ${setFailure}; end`);
	await knex.raw(`
		create trigger deliveries_failure_updated after update of status on deliveries
		when new.failure <> ${failureOf('new.')}
		begin ${setFailure}; end`);
}

export async function down(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') return;
	for (const when of ['inserted', 'updated']) await knex.raw(`drop trigger deliveries_failure_${when}`);
	await replaceFailure(knex, `text as (${failureOf('')}) virtual`);
	await createIndexes(knex);
}

async function replaceFailure(knex: Knex, definition: string): Promise<void> {
	for (const name of Object.keys(INDEXES)) await knex.raw(`drop index ${name}`);
	await knex.raw('alter table deliveries drop column failure');
	await knex.raw(`alter table deliveries add column failure ${definition}`);
}

async function createIndexes(knex: Knex): Promise<void> {
	for (const [name, columns] of Object.entries(INDEXES)) {
		await knex.raw(`create index ${name} on deliveries (${columns})`);
	}
}
