import type { Knex } from 'knex';

const INDEXES = {
	// The entries of a product: when a link is read first, when a list changes, and for known links.
	watch_entries_productsku_list_index: ['productSku', 'list'],
	// Each source counts the entries of its lists that have a format, every two seconds.
	watch_entries_list_adapter_index: ['list', 'adapter'],
};
/** Most entries are no links. Without them, SQLite's statistics say how few entries a product has. */
const ONLY_LINKS = 'where productSku is not null';

/** Links of several shops that got the same SKU are read as new ones again: from now on, only one link has it. */
export async function up(knex: Knex): Promise<void> {
	for (const [index, columns] of Object.entries(INDEXES)) {
		if (knex.client.dialect !== 'mysql') {
			const only = columns[0] === 'productSku' ? ONLY_LINKS : '';
			await knex.raw(`create index if not exists ${index} on watch_entries (${columns.join(', ')}) ${only}`);
		} else if (!(await hasIndex(knex, index))) {
			await knex.schema.alterTable('watch_entries', (t) => void t.index(columns, index));
		}
	}
	const read = knex('watch_entries').where({ list: 'LINKS' }).whereNotNull('adapter');
	const first = read.clone().groupBy('productSku').min({ id: 'id' }).as('first');
	await read.whereNotIn('id', knex.select('first.id').from(first)).update({ adapter: null, productSku: null });
}

export async function down(knex: Knex): Promise<void> {
	for (const index of Object.keys(INDEXES)) {
		if (knex.client.dialect !== 'mysql') await knex.raw(`drop index if exists ${index}`);
		else if (await hasIndex(knex, index)) {
			await knex.schema.alterTable('watch_entries', (t) => void t.dropIndex([], index));
		}
	}
}

async function hasIndex(knex: Knex, index: string): Promise<boolean> {
	const found = await knex('information_schema.statistics')
		.whereRaw('?? = database()', ['table_schema'])
		.where({ table_name: 'watch_entries', index_name: index })
		.first('index_name');
	return found !== undefined;
}
