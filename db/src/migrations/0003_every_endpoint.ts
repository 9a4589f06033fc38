import type { Knex } from 'knex';
import { creator, SNOWFLAKE } from '../createTable.ts';

const TABLES = [
	'social_posts',
	'social_keywords',
	'social_groups',
	'blacklist_words',
	'promo_codes',
	'short_urls',
	'retailer_tokens',
];

/** Retailer tokens, the URL shortener and social posting; API tokens for operators of the settings, too. */
export async function up(knex: Knex): Promise<void> {
	const create = creator(knex);

	await rebuildTokens(knex, null);

	await create('retailer_tokens', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.text('sealed').notNullable();
		t.bigInteger('savedAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
	});

	// Two rows per address that was shortened, counted apart.
	await create('short_urls', (t) => {
		t.string('slug', 16).primary();
		t.string('url', 2048).notNullable();
		t.bigInteger('clicks').notNullable().defaultTo(0);
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE).notNullable();
		t.index(['createdAt', 'slug']);
	});

	await create('promo_codes', (t) => {
		t.bigIncrements('id');
		t.string('promocode', 100).notNullable().unique();
		t.string('description', 256).notNullable();
	});

	// `wordKey` is the word as titles are searched: without case and accents.
	await create('blacklist_words', (t) => {
		t.bigIncrements('id');
		t.string('category', 8).notNullable();
		t.string('blacklistword', 100).notNullable();
		t.string('wordKey', 200).notNullable();
		t.unique(['category', 'wordKey']);
	});

	// One per category; both always stand.
	await create('social_groups', (t) => {
		t.increments('id');
		t.string('category', 8).notNullable().unique();
		t.boolean('enabled').notNullable().defaultTo(false);
	});
	await knex('social_groups').insert(['shoe', 'other'].map((category) => ({ category, enabled: false })));

	await create('social_keywords', (t) => {
		t.bigIncrements('id');
		t.integer('groupId').unsigned().notNullable().references('social_groups.id').onDelete('CASCADE');
		t.string('title', 100).notNullable();
		t.string('titleKey', 200).notNullable();
		t.string('changeType', 8).notNullable();
		t.integer('cooldown').notNullable().defaultTo(0);
		// When it last led to a post: the cooldown counts from here.
		t.bigInteger('usedAt').notNullable().defaultTo(0);
		t.unique(['groupId', 'titleKey']);
	});

	// At most one post per event, whatever dies in between.
	await create('social_posts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('eventId').unsigned().notNullable().unique().references('events.id').onDelete('CASCADE');
		t.string('keyword', 100).notNullable();
		t.text('text').notNullable();
		// `kept` (not connected), `pending`, `posted`, `failed` or `expired`.
		t.string('status', 10).notNullable();
		t.integer('attempts').notNullable().defaultTo(0);
		t.string('reason', 255);
		t.string('postId', 32);
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('postedAt');
		t.bigInteger('nextAt').notNullable().defaultTo(0);
		t.bigInteger('leaseUntil').notNullable().defaultTo(0);
		t.index(['status', 'nextAt']);
	});
}

export async function down(knex: Knex): Promise<void> {
	for (const table of TABLES) await knex.schema.dropTableIfExists(table);
	await rebuildTokens(knex, 'users.discordId');
}

/** Operators of the settings stand on no access list and have tokens all the same, so theirs cannot refer to it. */
async function rebuildTokens(knex: Knex, owner: string | null): Promise<void> {
	// Indexes keep their names when the table is renamed, so there and back again they differ.
	const index = (name: string) => `api_tokens_${name}_${owner ? 'by_user' : 'by_anyone'}`;
	await creator(knex)('api_tokens_next', (t) => {
		t.bigIncrements('id');
		const discordId = t.string('discordId', SNOWFLAKE).notNullable();
		if (owner) void discordId.references(owner).onDelete('CASCADE');
		t.string('name', 100).notNullable();
		t.string('tokenHash', 64)
			.notNullable()
			.unique({ indexName: index('hash') });
		t.string('scopes', 100).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt');
		t.bigInteger('lastUsedAt');
		t.index(['discordId'], index('owner'));
	});
	const columns = ['id', 'discordId', 'name', 'tokenHash', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'];
	const kept = knex('api_tokens').select(columns);
	if (owner) void kept.whereIn('discordId', knex('users').select('discordId'));
	const names = columns.map(() => '??').join(', ');
	await knex(knex.raw(`?? (${names})`, ['api_tokens_next', ...columns])).insert(kept);
	await knex.schema.dropTable('api_tokens');
	await knex.schema.renameTable('api_tokens_next', 'api_tokens');
}
