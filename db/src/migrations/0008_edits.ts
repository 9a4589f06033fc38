import type { Knex } from 'knex';

/** Lists the edits of one webhook's message. It also has every row of a webhook, which the index it replaces was for. */
const EDITS = { name: 'deliveries_webhookid_editof_index', columns: ['webhookId', 'editOf'] };
const REPLACED = { name: 'deliveries_webhookid_id_index', columns: ['webhookId', 'id'] };

const COLUMNS = [
	// The delivery whose message this one edits in Discord; null for a message of its own.
	{ table: 'deliveries', name: 'editOf', type: 'bigint unsigned' },
	// The message that a later state of the same product continues; null for one that begins.
	{ table: 'messages', name: 'continues', type: 'bigint unsigned' },
	// JSON: the earlier messages of the product that this one edits; null for none.
	{ table: 'fanouts', name: 'earlier', type: 'text' },
	{ table: 'outcome_minutes', name: 'edited', type: 'integer not null default 0' },
];

export async function up(knex: Knex): Promise<void> {
	for (const { table, name, type } of COLUMNS) {
		if (await knex.schema.hasColumn(table, name)) continue;
		await knex.raw(`alter table ${table} add column \`${name}\` ${type}`);
	}
	await replaceIndex(knex, REPLACED, EDITS);
}

export async function down(knex: Knex): Promise<void> {
	await replaceIndex(knex, EDITS, REPLACED);
	for (const { table, name } of COLUMNS.toReversed()) {
		if (await knex.schema.hasColumn(table, name)) await knex.raw(`alter table ${table} drop column \`${name}\``);
	}
}

interface Index {
	name: string;
	columns: readonly string[];
}

/** Adds the new index first: on the server, the foreign key of `webhookId` always needs one. */
async function replaceIndex(knex: Knex, from: Index, to: Index): Promise<void> {
	if (!(await hasIndex(knex, to.name))) {
		await knex.schema.alterTable('deliveries', (t) => t.index([...to.columns], to.name));
	}
	if (await hasIndex(knex, from.name)) {
		await knex.schema.alterTable('deliveries', (t) => t.dropIndex([], from.name));
	}
}

async function hasIndex(knex: Knex, name: string): Promise<boolean> {
	const found =
		knex.client.dialect === 'mysql'
			? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: name })
			: knex('sqlite_master').where({ type: 'index', name });
	return (await found.first(knex.raw('1'))) !== undefined;
}
