import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Discord limits addresses, so each engine process says behind which one it is (EGRESS_NAME). */
const NAMED = ['workers', 'invalid_answers'];

export async function up(knex: Knex): Promise<void> {
	for (const table of NAMED) {
		if (await knex.schema.hasColumn(table, 'egress')) continue;
		await knex.schema.alterTable(table, (t) => {
			t.string('egress').notNullable().defaultTo('');
		});
	}
	await dropWithout(knex, 'egress');
	// Discord limits the entire address until `pausedUntil`. Ignored if the pause begins in the future (the clock was
	// set back).
	await creator(knex)('discord_limits', (t) => {
		t.string('egress').primary();
		t.bigInteger('pausedAt').notNullable();
		t.bigInteger('pausedUntil').notNullable();
	});
}

export async function down(knex: Knex): Promise<void> {
	for (const table of NAMED) {
		if (!(await knex.schema.hasColumn(table, 'egress'))) continue;
		await knex.schema.alterTable(table, (t) => {
			t.dropColumn('egress');
		});
	}
	await dropWithout(knex, 'id');
	await creator(knex)('discord_limits', (t) => {
		t.integer('id').primary();
		t.bigInteger('pausedAt').notNullable();
		t.bigInteger('pausedUntil').notNullable();
	});
}

/** Drops the table of pauses, which last seconds, unless it already has this key. */
async function dropWithout(knex: Knex, key: string): Promise<void> {
	// An interrupted run can have dropped it already; MySQL lists no columns then, but fails.
	if (!(await knex.schema.hasTable('discord_limits'))) return;
	if (!(await knex.schema.hasColumn('discord_limits', key))) await knex.schema.dropTable('discord_limits');
}
