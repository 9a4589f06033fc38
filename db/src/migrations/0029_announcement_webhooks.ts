import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('announcements', 'webhooksHash')) return;
	await knex.schema.alterTable('announcements', (t) => {
		// Which webhooks the request named, to compare a repeated one with it; null for announcements from before.
		t.string('webhooksHash', 64);
	});
}

export async function down(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('announcements', 'webhooksHash'))) return;
	await knex.schema.alterTable('announcements', (t) => {
		t.dropColumn('webhooksHash');
	});
}
