import type { Knex } from 'knex';

const TABLE = 'messages';

/** The message of a stock event is another one at each webhook that has an earlier message of the product. */
export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn(TABLE, 'edits'))) {
		await knex.schema.alterTable(TABLE, (t) => {
			// JSON: its body as an edit, by the id of the message that it edits; null for none.
			t.text('edits', 'mediumtext');
		});
	}
	if (!(await knex.schema.hasColumn(TABLE, 'begins'))) {
		await knex.schema.alterTable(TABLE, (t) => {
			// Whether it is a message of its own at some webhook.
			t.boolean('begins').notNullable().defaultTo(true);
		});
	}
}

export async function down(knex: Knex): Promise<void> {
	for (const name of ['begins', 'edits']) {
		if (await knex.schema.hasColumn(TABLE, name)) {
			await knex.schema.alterTable(TABLE, (t) => {
				t.dropColumn(name);
			});
		}
	}
}
