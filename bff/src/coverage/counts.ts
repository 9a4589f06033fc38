import { BROADCAST_LIST, type Knex } from '@dropwire/db';
import type { Region } from '@dropwire/domain';

/** The subscriptions of a topic. */
export interface TopicCount {
	brand: string;
	category: string;
	region: string;
	status: string;
	all: number;
	/** Those whose webhook is off or whose guild is paused. */
	off: number;
}

/**
 * The subscriptions of every topic that has some, in two statements.
 * @param guildId counts only this guild's
 */
export async function countSubscriptions(knex: Knex, guildId?: string): Promise<TopicCount[]> {
	const [all, off] = await Promise.all([countAll(knex, guildId), countOff(knex, guildId)]);
	const offByTopic = new Map(off.map(({ topicId, count }) => [topicId, count]));
	return all.map(({ id, count, ...topic }) => ({ ...topic, all: count, off: offByTopic.get(id) ?? 0 }));
}

function countAll(
	knex: Knex,
	guildId: string | undefined,
): Promise<(Omit<TopicCount, 'all' | 'off'> & { id: number; count: number })[]> {
	const counted = knex('subscriptions as s').whereNotNull('s.topicId').groupBy('s.topicId').select('s.topicId');
	if (guildId !== undefined) ofGuild(counted, guildId);
	return knex
		.from(counted.count({ count: '*' }).as('n'))
		.join('topics as t', 't.id', 'n.topicId')
		.select('t.id', 't.brand', 't.category', 't.region', 't.status', 'n.count');
}

/** The subscriptions that get nothing: those of webhooks that are off and of guilds that are paused, and paused ones. All are few. */
function countOff(knex: Knex, guildId: string | undefined): Promise<{ topicId: number; count: number }[]> {
	const dead = knex('webhooks as w').join('subscriptions as s', 's.webhookId', 'w.id').where('w.active', false);
	const paused = knex('guilds as g')
		.join('guild_channels as gc', 'gc.guildId', 'g.guildId')
		.join('subscriptions as s', 's.guildChannelId', 'gc.id')
		.whereNotNull('g.pausedAt');
	const own = knex('subscriptions as s').where('s.paused', true);
	const parts = [dead, paused, own].map((part) => part.whereNotNull('s.topicId').select('s.id', 's.topicId'));
	if (guildId !== undefined) for (const part of parts) ofGuild(part, guildId);
	const [first, ...others] = parts as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
	// `union` counts a subscription once whose webhook is off in a paused guild.
	return knex.from(first.union(others).as('o')).groupBy('o.topicId').select('o.topicId').count({ count: '*' });
}

function ofGuild(query: Knex.QueryBuilder, guildId: string): void {
	void query.whereIn('s.guildChannelId', (channels) => {
		void channels.from('guild_channels').where({ guildId }).select('id');
	});
}

/** Whether a webhook of the broadcast list is on. */
export async function isBroadcasting(knex: Knex): Promise<boolean> {
	const found = await knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.where({ 's.list': BROADCAST_LIST, 's.paused': false, 'w.active': true })
		.first('s.id');
	return found !== undefined;
}

/** The entries of the watch lists. */
export interface EntryCounts {
	/** Entries of one list with the same regions; null for those that are watched wherever somebody subscribes. */
	groups: readonly { list: string; regions: readonly Region[] | null; skus: number }[];
	/** By list, the entries that neither are a link nor have one of their own. Only of lists that are read by link. */
	unlinked: ReadonlyMap<string, number>;
}

/**
 * The entries of all lists, in three statements: the first reads an index only, and the second the entries with regions
 * of their own, which are few.
 * @param byLink the lists whose entries need a link
 */
export async function countEntries(knex: Knex, byLink: readonly string[]): Promise<EntryCounts> {
	const [all, named, unlinked] = await Promise.all([
		knex('watch_entries').groupBy('list').select('list').count({ skus: '*' }) as Promise<ListCount[]>,
		knex('watch_entries')
			.whereNotNull('regions')
			.groupBy('list', 'regions')
			.select('list', 'regions')
			.count({ skus: '*' }) as Promise<(ListCount & { regions: string })[]>,
		knex('watch_entries')
			.whereIn('list', [...byLink])
			.whereNull('productSku')
			.whereNull('productLink')
			.whereNot('sku', 'like', 'http%')
			.groupBy('list')
			.select('list')
			.count({ skus: '*' }) as Promise<ListCount[]>,
	]);
	const namedOf = Map.groupBy(named, ({ list }) => list);
	const groups = all.flatMap(({ list, skus }) => {
		const own = namedOf.get(list) ?? [];
		return [
			{ list, regions: null, skus: skus - own.reduce((sum, one) => sum + one.skus, 0) },
			...own.map((one) => ({ ...one, regions: one.regions.split(',') as Region[] })),
		];
	});
	return { groups, unlinked: new Map(unlinked.map(({ list, skus }) => [list, skus])) };
}

interface ListCount {
	list: string;
	skus: number;
}
