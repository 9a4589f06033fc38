import { SOCIAL_CATEGORIES, type Topic, TOPICS } from '@dropwire/domain';
import type { Knex } from 'knex';
import type { StoredRow } from './models/tables.ts';

type StoredTopic = StoredRow<'topics'>;

/**
 * Makes the tables `topics` and `social_groups` equal to the vocabulary. A renamed topic keeps its id and therefore its
 * webhooks. A topic that the vocabulary does not have is deleted; its events and deliveries stay, without a topic.
 * @param topics the vocabulary's topics
 * @throws Error in one line, naming the topics, when a topic to delete still has webhooks or channels: either this
 *   version of the code is older than the database, or it removes a topic without a migration for its webhooks and
 *   channels
 */
export async function syncVocabulary(trx: Knex.Transaction, topics: readonly Topic[] = TOPICS): Promise<void> {
	const stored = new Map((await storedTopics(trx)).map((row) => [keyOf(row), row]));
	const wanted = new Map(topics.map((topic) => [keyOf(topic), topic]));
	await deleteTopics(
		trx,
		[...stored].flatMap(([key, row]) => (wanted.has(key) ? [] : [row])),
	);
	const renamed = [...wanted].flatMap(([key, { toolsName }]) => {
		const row = stored.get(key);
		return row && row.toolsName !== toolsName ? [{ id: row.id, toolsName }] : [];
	});
	// Names are unique within a region, so topics that swap names must first release them.
	for (const { id } of renamed)
		await trx('topics')
			.where({ id })
			.update({ toolsName: `renaming ${id}` });
	for (const { id, toolsName } of renamed) await trx('topics').where({ id }).update({ toolsName });
	const missing = [...wanted].flatMap(([key, topic]) => (stored.has(key) ? [] : [topic]));
	if (missing.length > 0) await trx('topics').insert(missing);
	await trx('social_groups')
		.insert(SOCIAL_CATEGORIES.map((category) => ({ category, enabled: false })))
		.onConflict('category')
		.ignore();
}

/** False when a migration was interrupted before its last step. A newer version may have stored more topics. */
export async function hasVocabulary(knex: Knex): Promise<boolean> {
	const stored = new Set((await storedTopics(knex)).map(keyOf));
	const categories = await knex('social_groups').pluck('category');
	return TOPICS.every((topic) => stored.has(keyOf(topic))) && categories.length >= SOCIAL_CATEGORIES.length;
}

async function deleteTopics(trx: Knex.Transaction, rows: readonly StoredTopic[]): Promise<void> {
	const used = [];
	for (const row of rows) {
		const reference = { topicId: row.id };
		const user =
			(await trx('subscriptions').where(reference).first('id')) ??
			(await trx('guild_channels').where(reference).first('id'));
		if (user) used.push(`${row.toolsName} (${row.region})`);
	}
	if (used.length > 0) {
		throw new Error(
			`The database has webhooks or channels for topics that this version of Dropwire does not have: ${used.join(', ')}. ` +
				'Use the version that has them, and delete them there before this one is started.',
		);
	}
	for (const { id } of rows) await trx('topics').where({ id }).delete();
}

function storedTopics(knex: Knex): Promise<StoredTopic[]> {
	return knex('topics').select('id', 'brand', 'category', 'region', 'status', 'toolsName');
}

function keyOf({ brand, category, region, status }: Omit<StoredTopic, 'id' | 'toolsName'>): string {
	return [brand, category, region, status].join(' ');
}
