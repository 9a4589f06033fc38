import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** People who have connected linked roles, at most one row each: Discord gets what they have here, and servers give roles by it. */
export async function up(knex: Knex): Promise<void> {
	await creator(knex)('linked_roles', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		// The person's token as encrypted JSON; null once Discord has refused it.
		t.text('sealed');
		t.bigInteger('connectedAt').notNullable();
		// When what Discord knows is compared again; null while nothing is to be done.
		t.bigInteger('dueAt');
		// A process works on the row until then.
		t.bigInteger('claimedUntil').notNullable().defaultTo(0);
		t.integer('failures').notNullable().defaultTo(0);
		// The person has disconnected: Discord forgets what it knows, then the row is deleted.
		t.boolean('leaving').notNullable().defaultTo(false);
		// What Discord knows, as JSON.
		t.string('pushed', 255);
		t.bigInteger('pushedAt');
		// Discord has ended the connection.
		t.bigInteger('endedAt');
		// Why it has ended, or why the last attempt failed.
		t.string('reason', 255);
		t.index(['dueAt', 'discordId'], 'linked_roles_due_index');
	});
}
