import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	// Sign-ins of the command line that wait for somebody who confirms their code in a browser.
	await create('device_signins', (t) => {
		t.bigIncrements('id');
		// SHA-256 of the secret that the command line polls with, and of the code that the user confirms.
		t.string('deviceHash', 64).notNullable().unique();
		t.string('codeHash', 64).notNullable().unique();
		t.string('name', 100).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
		// Who decided, and how; null until then.
		t.string('discordId', SNOWFLAKE);
		t.boolean('allowed');
	});
}

export async function down(knex: Knex): Promise<void> {
	await knex.schema.dropTableIfExists('device_signins');
}
