import { BROADCAST_LIST, type Knex } from '@dropwire/db';
import { type Brand, offerOf, type Region, sourceNameOf } from '@dropwire/domain';
import { type Source, SOURCES } from '@dropwire/retailers';
import { placeOf } from './readSources.ts';

/** The regions in which each source is polled, by its name, in the source's order; empty without an active subscription. */
export type PolledRegions = ReadonlyMap<string, readonly Region[]>;

/**
 * Finds the regions in which somebody gets a source's messages (contract: "Where a product is polled"): those with a
 * subscription to a topic of its brand and offer whose webhook is not off and whose guild is not paused, and all of them
 * while a webhook on the broadcast list is not off. The cost depends on the number of topics, not of webhooks.
 */
export async function polledRegions(
	knex: Knex,
	sources: readonly Pick<Source, 'name' | 'offer' | 'regions'>[] = SOURCES,
): Promise<PolledRegions> {
	const [broadcast, topics] = await Promise.all([
		knex('subscriptions as s')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.where({ 's.list': BROADCAST_LIST, 's.paused': false, 'w.active': true })
			.first('s.id'),
		subscribedTopics(
			knex,
			sources.map(({ name }) => name),
		),
	]);
	const subscribed = new Set(
		topics.map(({ brand, category, region }) => placeOf({ source: nameOf(brand, category), region })),
	);
	return new Map(
		sources.map((source) => {
			const name = sourceNameOf(source);
			const isPolled = (region: Region) => broadcast !== undefined || subscribed.has(placeOf({ source: name, region }));
			return [name, source.regions.filter(isPolled)];
		}),
	);
}

function nameOf(brand: Brand, category: string): string {
	return sourceNameOf({ name: brand, offer: offerOf(category) });
}

interface Subscribed {
	brand: Brand;
	category: string;
	region: Region;
}

/** The topics of brands that have at least one subscription which gets messages. */
function subscribedTopics(knex: Knex, brands: readonly Brand[]): Promise<Subscribed[]> {
	const paused = knex('guilds').whereNotNull('pausedAt').select('guildId');
	const subscription = knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereRaw('?? = ??', ['s.topicId', 't.id'])
		.where({ 'w.active': true, 's.paused': false })
		.where((served) => void served.whereNull('c.guildId').orWhereNotIn('c.guildId', paused))
		.limit(1)
		.select(knex.raw('1'));
	// A scalar subquery stops at the first subscription of each topic. MariaDB may turn `exists` into a join that reads
	// all subscriptions.
	return knex('topics as t')
		.whereIn('t.brand', [...brands])
		.whereRaw('? = 1', [subscription])
		.distinct('t.brand', 't.category', 't.region');
}
