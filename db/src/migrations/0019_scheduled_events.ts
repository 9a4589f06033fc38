import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** Discord's scheduled events of servers, which follow the releases. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	await create('scheduled_event_guilds', (t) => {
		t.string('guildId', SNOWFLAKE).primary();
		// Off: its events are being deleted, or `reason` says why Dropwire turned it off.
		t.boolean('active').notNullable();
		// The releases of this region; null for those of the server's release topics.
		t.string('region', 8);
		// Why it is off, or why some releases have no event.
		t.string('reason', 255);
		// When it is compared with Discord next; 0 for at once, null for never.
		t.bigInteger('syncAt').index();
	});

	await create('scheduled_events', (t) => {
		t.string('guildId', SNOWFLAKE).notNullable();
		t.bigInteger('releaseId').notNullable();
		// The event's id at Discord; null if it must not be made again.
		t.string('eventId', SNOWFLAKE);
		// The hash of what was written, and the launch in it.
		t.string('version', 64).notNullable();
		t.bigInteger('startsAt').notNullable();
		t.primary(['guildId', 'releaseId']);
	});
}
