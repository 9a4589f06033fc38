import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** Grants that were bought or given to a server, and the reports of those who sell them. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);
	// Without people's manual grants, which are their rows in `users`.
	await create('grants', (t) => {
		t.bigIncrements('id');
		t.string('provider', 8).notNullable();
		t.string('externalId', 255).notNullable();
		// `user` or `guild`, and its Discord id.
		t.string('subject', 8).notNullable();
		t.string('subjectId', SNOWFLAKE).notNullable();
		// Who bought it for a server; null if unknown.
		t.string('payerId', SNOWFLAKE);
		t.string('plan', 40).notNullable();
		t.bigInteger('startsAt').notNullable();
		// Null without an end.
		t.bigInteger('endsAt');
		// When the newest report was made: an older one changes nothing.
		t.bigInteger('reportedAt').notNullable();
		// When its beginning, its warning and its end were carried out; null before that, and again with other times.
		t.bigInteger('beganAt');
		t.bigInteger('warnedAt');
		t.bigInteger('endedAt');
		t.unique(['provider', 'externalId'], { indexName: 'grants_external_unique' });
		t.index(['subject', 'subjectId', 'endedAt'], 'grants_subject_index');
		// By which the data of one person is found.
		t.index(['subjectId', 'id'], 'grants_person_index');
		t.index(['payerId', 'id'], 'grants_payer_index');
		t.index(['endedAt', 'subject', 'endsAt'], 'grants_open_index');
		t.index(['beganAt', 'startsAt'], 'grants_unbegun_index');
		t.index(['startsAt', 'id'], 'grants_newest_index');
	});

	// The ids of a billing service's events, as SHA-256, for as long as a replay changes nothing.
	await create('billing_events', (t) => {
		t.string('idHash', 64).primary();
		t.bigInteger('receivedAt').notNullable().index();
	});

	// Signed bodies that were rejected, by hour.
	await create('rejected_events', (t) => {
		t.string('signer', 8).notNullable();
		t.string('reason', 16).notNullable();
		t.bigInteger('hour').notNullable();
		t.integer('count').notNullable();
		t.bigInteger('lastAt').notNullable();
		t.primary(['signer', 'reason', 'hour']);
		t.index(['hour']);
	});

	// One row: what all processes share about reading Discord's list of entitlements.
	await create('entitlement_readings', (t) => {
		t.integer('id').primary();
		// Counts the events; and how many of them had come when the latest complete reading began.
		t.bigInteger('wanted').notNullable().defaultTo(0);
		t.bigInteger('done').notNullable().defaultTo(0);
		t.bigInteger('readAt');
		// The attempts that failed in a row, why, and when the next one begins.
		t.integer('failures').notNullable().defaultTo(0);
		t.string('problem', 255);
		t.bigInteger('retryAt').notNullable().defaultTo(0);
		// The process that reads.
		t.string('reader', 64);
		t.bigInteger('readerUntil').notNullable().defaultTo(0);
	});
}
