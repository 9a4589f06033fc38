import type { Knex, StoredRow } from '@dropwire/db';
import type { Overview } from '@dropwire/contract';

type Subscriptions = Overview['dead'][number]['subscriptions'];

/** A subscription with its topic and guild channel, each null where it has none. */
type Row = Pick<StoredRow<'subscriptions'>, 'webhookId' | 'label' | 'topicId'> &
	Omit<StoredRow<'topics'>, 'id'> & { channelId: number | null; guildId: string; guildName: string | null };

/** The subscriptions of these webhooks, by webhook id: operator groups, guild channels and the broadcast list. */
export async function subscriptionsOf(
	knex: Knex,
	webhookIds: readonly number[],
): Promise<(webhookId: number) => Subscriptions> {
	const rows: Row[] = await knex('subscriptions as s')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.leftJoin('topics as t', 't.id', 's.topicId')
		.leftJoin('guilds as g', 'g.guildId', 'c.guildId')
		.whereIn('s.webhookId', webhookIds)
		.orderBy('s.id')
		.select('s.webhookId', 's.label', 't.brand', 't.category', 't.region', 't.status', 't.toolsName', 'c.guildId')
		.select({ topicId: 't.id', channelId: 'c.id', guildName: 'g.name' });
	const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId);
	return (webhookId) => (byWebhook.get(webhookId) ?? []).map(present);
}

function present(row: Row): Subscriptions[number] {
	const { label, topicId, brand, category, region, status, toolsName, channelId, guildId, guildName } = row;
	return {
		topic: topicId === null ? null : { brand, category, region, status, toolsName },
		label,
		guild: channelId === null ? null : { guildId, name: guildName ?? guildId, channelId: String(channelId) },
	};
}
