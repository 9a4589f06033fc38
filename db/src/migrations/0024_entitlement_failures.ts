import type { Knex } from 'knex';

/** Since when Discord's list of entitlements cannot be read; null while it can. */
export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('entitlement_readings', 'failingSince')) return;
	await knex.schema.alterTable('entitlement_readings', (t) => {
		t.bigInteger('failingSince');
	});
}
