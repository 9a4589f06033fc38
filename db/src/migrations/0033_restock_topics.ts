import type { Knex } from 'knex';

const TABLE = 'fanouts';
const NAME = 'restockTopicId';

export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn(TABLE, NAME)) return;
	await knex.schema.alterTable(TABLE, (t) => {
		// The topic of the product's restocks, whose subscriptions can count the event as one; null for none.
		t.integer(NAME).unsigned();
	});
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn(TABLE, NAME))) return;
	await knex.schema.alterTable(TABLE, (t) => {
		t.dropColumn(NAME);
	});
}
