import type { Knex } from 'knex';
import { creator } from '../createTable.ts';

/** Lists a topic's webhooks in order, from the index alone. */
const INDEX = 'subscriptions_topicid_webhookid_guildchannelid_index';

export async function up(knex: Knex): Promise<void> {
	// The rest of a message's deliveries, which are inserted in slices by the webhooks' IDs. One row per message while
	// deliveries are missing; it changes in the transaction that inserts a slice.
	await creator(knex)('fanouts', (t) => {
		t.bigIncrements('id');
		t.bigInteger('messageId').unsigned().notNullable().unique().references('messages.id').onDelete('CASCADE');
		// The topic whose webhooks get the message; also the topic of the deliveries.
		t.integer('topicId').unsigned().references('topics.id').onDelete('SET NULL');
		// JSON: the webhooks of an announcement in ascending order; null for an event.
		t.text('webhookIds', 'mediumtext');
		// Webhooks up to this ID have their deliveries.
		t.bigInteger('lastWebhookId').unsigned().notNullable();
	});
	if (!(await hasIndex(knex))) {
		await knex.schema.alterTable('subscriptions', (t) => t.index(['topicId', 'webhookId', 'guildChannelId'], INDEX));
	}
}

export async function down(knex: Knex): Promise<void> {
	if (await hasIndex(knex)) await knex.schema.alterTable('subscriptions', (t) => t.dropIndex([], INDEX));
	await knex.schema.dropTableIfExists('fanouts');
}

/** MySQL commits every statement, so an interrupted run can have left the index. */
async function hasIndex(knex: Knex): Promise<boolean> {
	if (knex.client.dialect !== 'mysql') {
		return (await knex('sqlite_master').where({ type: 'index', name: INDEX }).first()) !== undefined;
	}
	const found = await knex('information_schema.statistics')
		.whereRaw('?? = database()', ['table_schema'])
		.where('index_name', INDEX)
		.first('index_name');
	return found !== undefined;
}
