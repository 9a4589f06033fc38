import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

/** One message per webhook, and another one for each owner whose options change it. */
const VARIANTS = {
	name: 'deliveries_messageid_webhookid_variant_unique',
	columns: ['messageId', 'webhookId', 'variant'],
};
const SINGLE = { name: 'deliveries_messageid_webhookid_unique', columns: ['messageId', 'webhookId'] };

const COLUMNS = [
	// JSON of `SubscriptionOptions` without the thread's id, which is in `webhooks`; null for none.
	{ table: 'subscriptions', name: 'options', type: 'text' },
	// Grows with every change of the options.
	{ table: 'subscriptions', name: 'version', type: 'integer not null default 1' },
	// The option of the same name, for queries.
	{ table: 'subscriptions', name: 'paused', type: 'integer not null default 0' },
	// The thread that the row's URL posts to; part of what identifies the row.
	{ table: 'webhooks', name: 'threadId', type: `varchar(${SNOWFLAKE})` },
	// JSON: what the subscriptions of one owner change in the message; null for nothing.
	{ table: 'deliveries', name: 'overlay', type: 'text' },
	// Empty, or the owner whose options make it a message of its own: a guild's id, or `operators`.
	{ table: 'deliveries', name: 'variant', type: `varchar(${SNOWFLAKE}) not null default ''` },
	// The forum post that Discord put the message into; null for a channel and for the webhook's own thread.
	{ table: 'deliveries', name: 'threadId', type: `varchar(${SNOWFLAKE})` },
];

export async function up(knex: Knex): Promise<void> {
	for (const { table, name, type } of COLUMNS) {
		if (await knex.schema.hasColumn(table, name)) continue;
		await knex.raw(`alter table ${table} add column \`${name}\` ${type}`);
	}
	// The forum posts of a webhook, one for each product.
	await creator(knex)('forum_posts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('webhookId').unsigned().notNullable().references('webhooks.id').onDelete('CASCADE');
		// `source/sku/region/offer`
		t.string('product', 128).notNullable();
		t.string('threadId', SNOWFLAKE).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.unique(['webhookId', 'product']);
	});
	await replaceUnique(knex, SINGLE, VARIANTS);
}

export async function down(knex: Knex): Promise<void> {
	if (await knex.schema.hasColumn('deliveries', 'variant')) await knex('deliveries').whereNot({ variant: '' }).delete();
	await replaceUnique(knex, VARIANTS, SINGLE);
	await knex.schema.dropTableIfExists('forum_posts');
	for (const { table, name } of COLUMNS.toReversed()) {
		if (await knex.schema.hasColumn(table, name)) await knex.raw(`alter table ${table} drop column \`${name}\``);
	}
}

/** Adds the new index first: on the server, the foreign key of `messageId` always needs one. */
async function replaceUnique(knex: Knex, from: typeof SINGLE, to: typeof SINGLE): Promise<void> {
	if (!(await hasIndex(knex, to.name))) {
		const columns = to.columns.map((column) => `\`${column}\``).join(', ');
		await knex.raw(`create unique index ${to.name} on deliveries (${columns})`);
	}
	if (await hasIndex(knex, from.name)) {
		await knex.raw(`drop index ${from.name}${knex.client.dialect === 'mysql' ? ' on deliveries' : ''}`);
	}
}

/** MySQL commits every statement, so an interrupted run can have left any of them. */
async function hasIndex(knex: Knex, name: string): Promise<boolean> {
	const found =
		knex.client.dialect === 'mysql'
			? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: name })
			: knex('sqlite_master').where({ type: 'index', name });
	return (await found.first(knex.raw('1'))) !== undefined;
}
