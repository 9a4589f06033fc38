import type { Knex } from 'knex';
import { SNOWFLAKE } from '../createTable.ts';

const INDEX = 'audit_webhook_index';

/** The id of the webhook in a masked URL, as the audit log has it in `before` and `after`. */
const MASKED = /webhooks\/(\d{17,20})\//;
/** Rows per statement. */
const CHUNK = 1000;

export async function up(knex: Knex): Promise<void> {
	if (!(await knex.schema.hasColumn('audit', 'webhook'))) {
		// The webhook that the change is about, by its id at Discord; null for other changes.
		await knex.raw(`alter table audit add column webhook varchar(${SNOWFLAKE})`);
	}
	await fill(knex);
	if (!(await hasIndex(knex))) await knex.raw(`create index ${INDEX} on audit (webhook)`);
}

export async function down(knex: Knex): Promise<void> {
	if (await hasIndex(knex)) await knex.raw(`drop index ${INDEX}${isMysql(knex) ? ' on audit' : ''}`);
	if (await knex.schema.hasColumn('audit', 'webhook')) await knex.raw('alter table audit drop column webhook');
}

/** Rows of before this column name their webhook in JSON only. */
async function fill(knex: Knex): Promise<void> {
	for (let last = 0; ;) {
		const rows: { id: number; before: string | null; after: string | null }[] = await knex('audit')
			.where('id', '>', last)
			.whereNull('webhook')
			.orderBy('id')
			.limit(CHUNK)
			.select('id', 'before', 'after');
		const byWebhook = Map.groupBy(rows, ({ before, after }) => idIn(after) ?? idIn(before));
		for (const [webhook, own] of byWebhook) {
			const ids = own.map(({ id }) => id);
			if (webhook !== null) await knex('audit').whereIn('id', ids).update({ webhook });
		}
		if (rows.length < CHUNK) return;
		last = rows.at(-1)?.id ?? last;
	}
}

function idIn(json: string | null): string | null {
	const value = json === null ? null : (JSON.parse(json) as { webhook?: unknown } | null);
	return typeof value?.webhook === 'string' ? (MASKED.exec(value.webhook)?.[1] ?? null) : null;
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
