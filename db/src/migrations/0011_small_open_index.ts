import type { Knex } from 'knex';

const OPEN = 'deliveries_status_webhookid_id_notbefore_guildid_index';
const OPEN_COLUMNS = 'deliveries (status, webhookId, id, notBefore, guildId)';
const ONLY_OPEN = `where status in ('pending', 'retrying')`;
const LEASES = 'webhooks_leaseuntil_index';

/**
 * SQLite's index of the open deliveries loses the others: they were inserted among a million entries at random places,
 * and each wrote a page of 4 KiB to the log and to the file. MySQL has no partial indexes, and writes such entries later.
 * Claimed webhooks get an index by the end of their lease, so that the search for leases of dead processes does not read
 * every webhook each second.
 */
export async function up(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') {
		if (!(await hasLeases(knex))) await knex.schema.alterTable('webhooks', (t) => void t.index(['leaseUntil'], LEASES));
		return;
	}
	await knex.raw(`drop index if exists ${OPEN}`);
	await knex.raw(`create index ${OPEN} on ${OPEN_COLUMNS} ${ONLY_OPEN}`);
	await knex.raw(`create index if not exists ${LEASES} on webhooks (leaseUntil) where leaseUntil > 0`);
}

export async function down(knex: Knex): Promise<void> {
	if (knex.client.dialect === 'mysql') {
		if (await hasLeases(knex)) await knex.schema.alterTable('webhooks', (t) => void t.dropIndex([], LEASES));
		return;
	}
	await knex.raw(`drop index if exists ${LEASES}`);
	await knex.raw(`drop index if exists ${OPEN}`);
	await knex.raw(`create index ${OPEN} on ${OPEN_COLUMNS}`);
}

async function hasLeases(knex: Knex): Promise<boolean> {
	const found = await knex('information_schema.statistics')
		.whereRaw('?? = database()', ['table_schema'])
		.where('index_name', LEASES)
		.first('index_name');
	return found !== undefined;
}
