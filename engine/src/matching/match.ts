import { BROADCAST_LIST, type Knex } from '@dropwire/db';

/**
 * The webhooks that get a message of a topic: operator groups, guild channels, and the broadcast list; each once,
 * whatever the number of lists that name it. A query, not rows: the outbox inserts from it without fetching.
 * Columns: `webhookId`, `discordId`, `guildId` (of a guild that subscribed it, else null), `active`, `offReason`.
 * @param topicId null for what belongs to no topic: the broadcast list alone
 */
export function matchWebhooks(knex: Knex, topicId: number | null): Knex.QueryBuilder {
	return knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.where((list) => {
			void list.where('s.list', BROADCAST_LIST);
			if (topicId !== null) void list.orWhere('s.topicId', topicId);
		})
		.groupBy('w.id', 'w.discordId', 'w.active', 'w.offReason')
		.select(
			'w.id as webhookId',
			'w.discordId',
			knex.raw('min(c.??) as ??', ['guildId', 'guildId']),
			'w.active',
			'w.offReason',
		);
}

/** The same columns for webhooks that are named by their ids, as an announcement names them. */
export function matchThese(knex: Knex, webhookIds: readonly number[]): Knex.QueryBuilder {
	return knex('webhooks as w')
		.whereIn('w.id', webhookIds)
		.select('w.id as webhookId', 'w.discordId', knex.raw('null as ??', ['guildId']), 'w.active', 'w.offReason');
}
