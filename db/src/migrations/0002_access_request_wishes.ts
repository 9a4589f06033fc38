import type { Knex } from 'knex';

/** What a person who requests access is, and which plan and role they want. */
const COLUMNS = { persona: 16, plan: 64, role: 16 } as const;

export async function up(knex: Knex): Promise<void> {
	for (const [name, length] of Object.entries(COLUMNS)) {
		if (await knex.schema.hasColumn('access_requests', name)) continue;
		await knex.schema.alterTable('access_requests', (t) => void t.string(name, length));
	}
}
