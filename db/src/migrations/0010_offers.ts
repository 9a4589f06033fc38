import type { Knex } from 'knex';

const REFURBISHED = '%"category":"REFURBISHED"%';
/** What identifies a product: now also its offer. */
const OLD_IDENTITY = { table: 'products', columns: ['source', 'sku', 'region'], unique: true };
const IDENTITY = { ...OLD_IDENTITY, columns: [...OLD_IDENTITY.columns, 'offer'] };
const PRODUCTS = { products_source_sku_region_offer_unique: IDENTITY };
const OLD_PRODUCTS = { products_source_sku_region_unique: OLD_IDENTITY };
/** The list of events, newest first, by each of its filters; and the latest events of one product. */
const EVENTS = {
	events_kind_index: { table: 'events', columns: ['kind', 'reached'] },
	events_region_kind_index: { table: 'events', columns: ['region', 'kind', 'reached'] },
	events_source_kind_index: { table: 'events', columns: ['source', 'kind', 'reached'] },
	events_source_region_kind_index: { table: 'events', columns: ['source', 'region', 'kind', 'reached'] },
	events_product_index: { table: 'events', columns: ['source', 'sku', 'region', 'offer', 'at'] },
};
const COLUMNS = [
	// NEW or REFURBISHED: the offers of a SKU are different products.
	{ table: 'products', name: 'offer', type: `varchar(16) not null default 'NEW'` },
	{ table: 'events', name: 'offer', type: `varchar(16) not null default 'NEW'` },
	// The external monitor that reported the product last, empty for one without a name.
	{ table: 'products', name: 'reportedBy', type: 'varchar(64)' },
	// The number of webhooks that the event's message was queued for; grows with each slice of the fan-out.
	{ table: 'events', name: 'deliveries', type: 'integer not null default 0' },
	// Whether there are any, for the indexes. On the server stored: MariaDB's purge has had faults with indexes on
	// virtual columns.
	{ table: 'events', name: 'reached', type: 'integer as (deliveries > 0)', generated: true },
];

export async function up(knex: Knex): Promise<void> {
	for (const { table, name, type, generated = false } of COLUMNS) {
		if (await hasColumn(knex, table, name)) continue;
		const kind = generated ? (isMysql(knex) ? ' stored' : ' virtual') : '';
		await knex.raw(`alter table ${table} add column ${name} ${type}${kind}`);
	}
	await knex('products').where('snapshot', 'like', REFURBISHED).update({ offer: 'REFURBISHED' });
	await knex('events')
		.whereRaw('coalesce(??, ??) like ?', ['after', 'before', REFURBISHED])
		.update({ offer: 'REFURBISHED' });
	const sent = knex('deliveries as d')
		.join('messages as m', 'm.id', 'd.messageId')
		.whereRaw('?? = ??', ['m.eventId', 'events.id'])
		.count();
	await knex('events')
		.where({ deliveries: 0 })
		.update({ deliveries: knex.raw('(?)', [sent]) });
	await addIndexes(knex, { ...PRODUCTS, ...EVENTS });
	await dropIndexes(knex, OLD_PRODUCTS);
}

export async function down(knex: Knex): Promise<void> {
	if (await hasColumn(knex, 'products', 'offer')) await knex('products').whereNot({ offer: 'NEW' }).delete();
	await addIndexes(knex, OLD_PRODUCTS);
	await dropIndexes(knex, { ...PRODUCTS, ...EVENTS });
	for (const { table, name } of COLUMNS.toReversed()) {
		if (await hasColumn(knex, table, name)) await knex.raw(`alter table ${table} drop column ${name}`);
	}
}

interface Index {
	table: string;
	columns: readonly string[];
	unique?: boolean;
}

async function addIndexes(knex: Knex, indexes: Readonly<Record<string, Index>>): Promise<void> {
	for (const [name, { table, columns, unique }] of Object.entries(indexes)) {
		if (await hasIndex(knex, name)) continue;
		const listed = columns.map((column) => `\`${column}\``).join(', ');
		await knex.raw(`create ${unique ? 'unique ' : ''}index ${name} on ${table} (${listed})`);
	}
}

async function dropIndexes(knex: Knex, indexes: Readonly<Record<string, Index>>): Promise<void> {
	for (const [name, { table }] of Object.entries(indexes)) {
		if (!(await hasIndex(knex, name))) continue;
		await knex.raw(`drop index ${name}${isMysql(knex) ? ` on ${table}` : ''}`);
	}
}

/** MySQL commits every statement, so an interrupted run can have left any of them. */
async function hasIndex(knex: Knex, name: string): Promise<boolean> {
	const found = isMysql(knex)
		? knex('information_schema.statistics').whereRaw('table_schema = database()').where({ index_name: name })
		: knex('sqlite_master').where({ type: 'index', name });
	return (await found.first(knex.raw('1'))) !== undefined;
}

/** knex's `hasColumn` does not see SQLite's generated columns. */
async function hasColumn(knex: Knex, table: string, name: string): Promise<boolean> {
	const found = isMysql(knex)
		? knex('information_schema.columns')
				.whereRaw('table_schema = database()')
				.where({ table_name: table, column_name: name })
		: knex(knex.raw(`pragma_table_xinfo('${table}')`)).where({ name });
	return (await found.first(knex.raw('1'))) !== undefined;
}

function isMysql(knex: Knex): boolean {
	return knex.client.dialect === 'mysql';
}
