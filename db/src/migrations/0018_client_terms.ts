import type { Knex } from 'knex';

const INDEX = 'users_expiresat_index';

/** The columns of a client's terms, in the order in which they are added. */
const COLUMNS: readonly [string, (table: Knex.AlterTableBuilder) => void][] = [
	// The plan's name, as operators wrote it; null without a plan.
	['plan', (t) => void t.string('plan', 64)],
	// When access becomes read-only; null for never.
	['expiresAt', (t) => void t.bigInteger('expiresAt')],
	// For operators only.
	['note', (t) => void t.string('note', 1000)],
	// The latest request, accurate to the hour; null for never.
	['lastSeenAt', (t) => void t.bigInteger('lastSeenAt')],
	// When the person was warned of `expiresAt`, and when the expiry was carried out; null again with another `expiresAt`.
	['warnedAt', (t) => void t.bigInteger('warnedAt')],
	['expiredAt', (t) => void t.bigInteger('expiredAt')],
];

export async function up(knex: Knex): Promise<void> {
	for (const [name, add] of COLUMNS) {
		if (!(await knex.schema.hasColumn('users', name))) await knex.schema.alterTable('users', add);
	}
	if (!(await hasIndex(knex))) await knex.raw(`create index ${INDEX} on users (expiresAt)`);
}

export async function down(knex: Knex): Promise<void> {
	if (await hasIndex(knex)) await knex.raw(`drop index ${INDEX}${isMysql(knex) ? ' on users' : ''}`);
	for (const [name] of COLUMNS.toReversed()) {
		if (await knex.schema.hasColumn('users', name)) {
			await knex.schema.alterTable('users', (t) => void t.dropColumn(name));
		}
	}
}

/** MySQL commits every statement, so an interrupted run can have left any of them. */
async function hasIndex(knex: Knex): Promise<boolean> {
	const found = isMysql(knex)
		? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: INDEX })
		: knex('sqlite_master').where({ type: 'index', name: INDEX });
	return (await found.first(knex.raw('1'))) !== undefined;
}

function isMysql(knex: Knex): boolean {
	return knex.client.dialect === 'mysql';
}
