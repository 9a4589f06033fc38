import type { Create } from '../../createTable.ts';

/** What engine processes share with each other, and report to operators. */
export async function createProcesses(create: Create): Promise<void> {
	// One row per engine process, with its heartbeat. Live processes share the watched products.
	await create('workers', (t) => {
		t.string('id', 64).primary();
		t.string('host', 255).notNullable();
		t.integer('pid').notNullable();
		t.bigInteger('startedAt').notNullable();
		t.bigInteger('heartbeatAt').notNullable().index();
		// The name of the address that the process sends from (EGRESS_NAME): Discord limits addresses.
		t.string('egress').notNullable().defaultTo('');
	});

	// Discord limits the entire address until `pausedUntil`. Ignored if the pause begins in the future (the clock was
	// set back).
	await create('discord_limits', (t) => {
		t.string('egress').primary();
		t.bigInteger('pausedAt').notNullable();
		t.bigInteger('pausedUntil').notNullable();
		t.string('reason');
	});

	// Responses that count towards Discord's ban of an address, by the second of arrival.
	await create('invalid_answers', (t) => {
		t.bigInteger('second').notNullable();
		t.string('worker', 64).notNullable();
		t.integer('count').notNullable();
		t.string('egress').notNullable().defaultTo('');
		t.primary(['second', 'worker']);
	});

	// What each engine process watches of a source in a region, or at one of its hosts, and when that was checked. The
	// overview adds up the rows of the live processes instead of reading the products.
	await create('source_rounds', (t) => {
		t.string('worker', 64).notNullable().references('workers.id').onDelete('CASCADE');
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// Empty for a source that is one shop.
		t.string('host', 253).notNullable();
		t.integer('watched').notNullable();
		t.integer('neverChecked').notNullable();
		t.integer('blocked').notNullable();
		t.bigInteger('roundMs').notNullable();
		t.bigInteger('oldestCheckAt');
		t.bigInteger('p95CheckAt');
		t.bigInteger('waitingSince');
		t.bigInteger('lastChangeAt');
		t.bigInteger('blockedSince');
		t.string('blockedReason');
		// Since when the source's answers have been suspect, although they can be read.
		t.bigInteger('suspectSince');
		t.string('suspectReason');
		t.primary(['worker', 'source', 'region', 'host']);
	});

	// The lasting problems that operators were alerted to.
	await create('alerts', (t) => {
		t.string('key', 191).primary();
		t.text('text').notNullable();
		t.bigInteger('beganAt').notNullable();
	});
}
