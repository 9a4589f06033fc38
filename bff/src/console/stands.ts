import { type Knex, Subscription } from '@dropwire/db';
import type { Overview } from '../../contract/console.ts';

export type Stands = Overview['dead'][number]['stands'];

/** Where each of these webhooks stands, by its id: operators' groups, guilds' channels, the broadcast list. */
export async function standsOf(knex: Knex, webhookIds: readonly number[]): Promise<(webhookId: number) => Stands> {
	const places = await Subscription.query(knex)
		.whereIn('webhookId', [...webhookIds])
		.orderBy('id')
		.withGraphFetched('[topic, channel.topic]');
	const guilds: { guildId: string; name: string }[] = await knex('guilds')
		.whereIn(
			'guildId',
			places.flatMap(({ channel }) => channel?.guildId ?? []),
		)
		.select('guildId', 'name');
	const names = new Map(guilds.map(({ guildId, name }) => [guildId, name]));
	const byWebhook = Map.groupBy(places, ({ webhookId }) => webhookId);
	return (webhookId) => (byWebhook.get(webhookId) ?? []).map(present);

	function present({ topic, channel, label }: Subscription): Stands[number] {
		const its = topic ?? channel?.topic;
		return {
			topic: its
				? {
						brand: its.brand,
						category: its.category,
						region: its.region,
						status: its.status,
						toolsName: its.toolsName,
					}
				: null,
			label,
			guild: channel
				? {
						guildId: channel.guildId,
						name: names.get(channel.guildId) ?? channel.guildId,
						channelId: String(channel.id),
					}
				: null,
		};
	}
}
