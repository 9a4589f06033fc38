import { type Create, SNOWFLAKE } from '../../createTable.ts';

/** What is watched, what shops and monitors report about it, and the events that follow. */
export async function createProducts(create: Create): Promise<void> {
	await create('watch_entries', (t, { onlyWhere }) => {
		t.bigIncrements('id');
		t.string('list', 16).notNullable();
		// A SKU, or a product link on the lists of links.
		t.string('sku', 2048).notNullable();
		t.string('skuHash', 64).notNullable();
		t.string('productLink', 2048);
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
		// The only regions in which the entry is watched, separated by commas; null for all that somebody subscribes to.
		t.string('regions', 64);
		// The SKU of a link's product (`products.sku`), which can be provisional; null for an entry that is a SKU.
		t.string('productSku', 64);
		// The format in which the link was read first; null before that.
		t.string('adapter', 16);
		t.unique(['list', 'skuHash']);
		t.index(['skuHash']);
		// The entries of a product: when a link is read first, when a list changes, and for known links. Most entries are no
		// links; without those, SQLite's statistics say how few entries a product has.
		t.index(['productSku', 'list'], 'watch_entries_productsku_list_index', onlyWhere('productSku is not null'));
		// Each source counts the entries of its lists that have a format, every two seconds.
		t.index(['list', 'adapter']);
	});

	// The latest check of a product in a region. The first answer, the baseline, creates the row.
	await create('products', (t) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		// `unseen` (only blocked answers so far), `read` or `gone`.
		t.string('state', 8).notNullable();
		t.text('snapshot', 'mediumtext');
		// Incremented with every change: if two processes find the same change, only one stores it.
		t.integer('version').notNullable().defaultTo(1);
		t.bigInteger('checkedAt').notNullable();
		t.bigInteger('changedAt');
		t.bigInteger('stockToldAt');
		t.bigInteger('blockedSince');
		t.string('blockedReason', 255);
		// When a check last found that the product had become buyable; null for never.
		t.bigInteger('buyableSince');
		// `NEW` or `REFURBISHED`: the offers of a SKU are different products.
		t.string('offer', 16).notNullable().defaultTo('NEW');
		// The external monitor that reported the product last, empty for one without a name.
		t.string('reportedBy', 64);
		t.index(['sku']);
		// For the overview: the state of each source and region, without reading the rows with the snapshots.
		t.index(['source', 'region', 'blockedSince', 'checkedAt', 'blockedReason'], 'products_states_index');
		t.unique(['source', 'sku', 'region', 'offer']);
	});

	// When a batch of products, which are checked in one call, was last checked. Several thousand of these small rows
	// are written per round instead of 100,000 rows with snapshots.
	await create('check_batches', (t) => {
		// A random number that the engine chooses.
		t.bigInteger('id').unsigned().primary();
		t.string('source', 16).notNullable();
		t.string('region', 8).notNullable();
		t.bigInteger('checkedAt').notNullable();
		t.index(['source', 'region']);
	});

	// The batch of each product. Rows change only when batches do.
	await create('product_batches', (t) => {
		t.bigInteger('productId').unsigned().primary().references('products.id').onDelete('CASCADE');
		t.bigInteger('batchId').unsigned().notNullable().references('check_batches.id').onDelete('CASCADE');
		t.index(['batchId']);
	});

	await create('events', (t, { mysql }) => {
		t.bigIncrements('id');
		t.string('source', 16).notNullable();
		t.string('sku', 64).notNullable();
		t.string('region', 8).notNullable();
		t.string('kind', 16).notNullable();
		t.integer('topicId').unsigned().references('topics.id').onDelete('SET NULL');
		t.text('before', 'mediumtext');
		t.text('after', 'mediumtext');
		t.bigInteger('at').notNullable();
		t.string('offer', 16).notNullable().defaultTo('NEW');
		// The number of webhooks that the event's message was queued for; grows with each slice of the fan-out.
		t.integer('deliveries').notNullable().defaultTo(0);
		// Whether there are any, for the indexes. On the server stored: MariaDB's purge has had faults with indexes on
		// virtual columns.
		t.specificType('reached', `integer as (deliveries > 0) ${mysql ? 'stored' : 'virtual'}`);
		// The event whose message lists this one; null if it has a message of its own.
		t.bigInteger('digestOf');
		t.index(['sku', 'id']);
		t.index(['at']);
		t.index(['topicId']);
		// The list of events, newest first, by each of its filters; and the latest events of one product.
		t.index(['kind', 'reached'], 'events_kind_index');
		t.index(['region', 'kind', 'reached'], 'events_region_kind_index');
		t.index(['source', 'kind', 'reached'], 'events_source_kind_index');
		t.index(['source', 'region', 'kind', 'reached'], 'events_source_region_kind_index');
		t.index(['source', 'sku', 'region', 'offer', 'at'], 'events_product_index');
		t.index(['digestOf'], 'events_digest_index');
	});

	// The short URLs in messages, one for each event that begins a message. They end with their events.
	await create('event_links', (t) => {
		t.string('slug', 16).primary();
		t.bigInteger('eventId').unsigned().notNullable().references('events.id').onDelete('CASCADE');
		t.string('url', 2048).notNullable();
		t.bigInteger('clicks').notNullable().defaultTo(0);
		t.index(['eventId']);
	});

	// What to look for in the lists of shops.
	await create('keyword_watches', (t) => {
		t.bigIncrements('id');
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// The phrases as JSON.
		t.text('include').notNullable();
		t.text('exclude').notNullable();
		t.integer('minPrice');
		t.integer('maxPrice');
		// The last search, and why it failed.
		t.bigInteger('checkedAt');
		t.string('problem');
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
		// The origin of the shop, for a source that searches any shop.
		t.string('shop');
		// The first search that the shop answered: what it found is no news.
		t.bigInteger('baselineAt');
		// The last time that it found many new products at once.
		t.string('notice', 255);
	});

	// Every product that a search has found.
	await create('found_products', (t) => {
		t.bigIncrements('id');
		t.bigInteger('watchId').unsigned().notNullable().references('keyword_watches.id').onDelete('CASCADE');
		t.string('sku', 64).notNullable();
		t.string('title', 255).notNullable();
		t.string('link', 2048);
		t.string('image', 2048);
		// In minor units; null without a currency.
		t.bigInteger('price');
		t.string('currency', 3);
		t.boolean('isNew').notNullable();
		t.bigInteger('foundAt').notNullable();
		t.unique(['watchId', 'sku']);
		t.index(['isNew', 'id']);
	});

	// External monitors that announced how often they call.
	await create('monitors', (t) => {
		t.string('name', 64).primary();
		t.bigInteger('everyMs').notNullable();
		// The brands that its events were about, as JSON.
		t.text('sources').notNullable();
		// Whose API token made its last call.
		t.string('reportedBy', SNOWFLAKE).notNullable();
		t.bigInteger('lastAt').notNullable();
		t.bigInteger('lastEvents').notNullable();
	});

	// The sources that cannot be read in a region, or at a host, and whether servers were notified.
	await create('source_outages', (t) => {
		t.string('source', 32).notNullable();
		t.string('region', 8).notNullable();
		// Empty for a source that is one shop.
		t.string('host', 253).notNullable();
		t.bigInteger('since').notNullable();
		t.string('reason').notNullable();
		// When servers were notified; null before that.
		t.bigInteger('notifiedAt');
		// Since when it can be read again; null while it cannot.
		t.bigInteger('overSince');
		t.primary(['source', 'region', 'host']);
	});
}
