import { type Create, SNOWFLAKE } from '../../createTable.ts';

/** The tools of clients, and the posts on X. */
export async function createTools(create: Create): Promise<void> {
	await create('retailer_tokens', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.text('sealed').notNullable();
		t.bigInteger('savedAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
	});

	// Two rows per shortened URL, with separate counts.
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

	// `wordKey`: the word as used in title searches, without case and accents.
	await create('blacklist_words', (t) => {
		t.bigIncrements('id');
		t.string('category', 8).notNullable();
		t.string('blacklistword', 100).notNullable();
		t.string('wordKey', 200).notNullable();
		t.unique(['category', 'wordKey']);
	});

	// One row per category. Every migration adds missing rows (vocabulary.ts).
	await create('social_groups', (t) => {
		t.increments('id');
		t.string('category', 8).notNullable().unique();
		t.boolean('enabled').notNullable().defaultTo(false);
	});

	await create('social_keywords', (t) => {
		t.bigIncrements('id');
		t.integer('groupId').unsigned().notNullable().references('social_groups.id').onDelete('CASCADE');
		t.string('title', 100).notNullable();
		t.string('titleKey', 200).notNullable();
		t.string('changeType', 8).notNullable();
		t.integer('cooldown').notNullable().defaultTo(0);
		// When the keyword last led to a post: the start of the cooldown.
		t.bigInteger('usedAt').notNullable().defaultTo(0);
		t.unique(['groupId', 'titleKey']);
	});

	// At most one post per event, even after a crash.
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
