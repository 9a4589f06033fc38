import type { Knex } from '@dropwire/db';
import type { Brand } from '@dropwire/domain';

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

/** Counts only the subscriptions of this guild, or only those to topics of this brand. */
interface Only {
	guildId?: string | undefined;
	brand?: Brand;
}

/** The subscriptions of every topic that has some, in two statements. */
export async function countSubscriptions(knex: Knex, { guildId, brand }: Only = {}): Promise<TopicCount[]> {
	const [all, off] = await Promise.all([countAll(knex, { guildId, ...(brand && { brand }) }), countOff(knex, guildId)]);
	const offByTopic = new Map(off.map(({ topicId, count }) => [topicId, count]));
	return all.map(({ id, count, ...topic }) => ({ ...topic, all: count, off: offByTopic.get(id) ?? 0 }));
}

function countAll(
	knex: Knex,
	{ guildId, brand }: Only,
): Promise<(Omit<TopicCount, 'all' | 'off'> & { id: number; count: number })[]> {
	const counted = knex('subscriptions as s').whereNotNull('s.topicId').groupBy('s.topicId').select('s.topicId');
	if (guildId !== undefined) ofGuild(counted, guildId);
	if (brand !== undefined) void counted.whereIn('s.topicId', knex('topics').where({ brand }).select('id'));
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
