import type { Knex } from 'knex';

const COLUMN = 'editsPausedUntil';
const INDEX = 'webhooks_editspauseduntil_index';
const REASONS = [
	{ table: 'webhooks', column: 'pauseReason' },
	{ table: 'discord_limits', column: 'reason' },
];

/** The edits of a webhook's messages can wait without its new messages, and pauses have a reason for people. */
export async function up(knex: Knex): Promise<void> {
	for (const { table, column } of REASONS) {
		if (await knex.schema.hasColumn(table, column)) continue;
		await knex.schema.alterTable(table, (t) => void t.string(column));
	}
	if (!(await knex.schema.hasColumn('webhooks', COLUMN))) {
		await knex.schema.alterTable('webhooks', (t) => void t.bigInteger(COLUMN).notNullable().defaultTo(0));
	}
	if (knex.client.dialect !== 'mysql') {
		await knex.raw(`create index if not exists ${INDEX} on webhooks (${COLUMN}) where ${COLUMN} > 0`);
	} else if (!(await hasIndex(knex))) {
		await knex.schema.alterTable('webhooks', (t) => void t.index([COLUMN], INDEX));
	}
}

export async function down(knex: Knex): Promise<void> {
	if (knex.client.dialect !== 'mysql') await knex.raw(`drop index if exists ${INDEX}`);
	else if (await hasIndex(knex)) await knex.schema.alterTable('webhooks', (t) => void t.dropIndex([], INDEX));
	for (const { table, column } of [...REASONS, { table: 'webhooks', column: COLUMN }]) {
		if (!(await knex.schema.hasColumn(table, column))) continue;
		// knex would copy SQLite's table, to which others refer.
		await knex.raw('alter table ?? drop column ??', [table, column]);
	}
}

async function hasIndex(knex: Knex): Promise<boolean> {
	const found = await knex('information_schema.statistics')
		.whereRaw('?? = database()', ['table_schema'])
		.where('index_name', INDEX)
		.first('index_name');
	return found !== undefined;
}
