import type { GuildState } from '@dropwire/contract';
import { Guild, type Knex } from '@dropwire/db';
import { guildsWithBot } from './botGuilds.ts';

/**
 * The state of guilds, in as many statements for one as for all.
 * @param managed the guilds that the person manages at Discord, also those that do not use Dropwire yet
 * @param all also all guilds that use Dropwire
 */
export async function readStates(
	knex: Knex,
	managed: readonly string[],
	{ all }: { all: boolean },
): Promise<GuildState[]> {
	const others = all ? await Guild.query(knex).orderBy('name').select('guildId') : [];
	const ids = [...new Set([...managed, ...others.map(({ guildId }) => guildId)])];
	// A database limits the values of a statement, so one about all guilds does not name them.
	const named = all ? null : ids;
	const [counts, here] = await Promise.all([countLinks(knex, named), guildsWithBot(knex, ids, named)]);
	const states = new Map(counts.map((row) => [row.guildId, row]));
	return ids.map((guildId) => {
		const {
			topics = 0,
			links = 0,
			webhooks = 0,
			off = 0,
			failing = 0,
			paused = 0,
			lastAt = null,
			lastSentAt = null,
		} = states.get(guildId) ?? {};
		return {
			guildId,
			bot: here.get(guildId) ?? null,
			topics,
			links,
			webhooks,
			off,
			failing,
			paused,
			lastAt,
			lastSentAt,
		};
	});
}

/** The links of these guilds, and the state of their webhooks. @param ids null for all guilds */
async function countLinks(knex: Knex, ids: readonly string[] | null): Promise<Omit<GuildState, 'bot'>[]> {
	const webhooksThat = (condition: string, name: string) =>
		knex.raw(`count(distinct case when ${condition} then w.id end) as ??`, [name]);
	return knex('guild_channels as c')
		.leftJoin('subscriptions as s', 's.guildChannelId', 'c.id')
		.leftJoin('webhooks as w', 'w.id', 's.webhookId')
		.modify((query) => void (ids && query.whereIn('c.guildId', [...ids])))
		.groupBy('c.guildId')
		.select(
			'c.guildId',
			knex.raw('count(distinct c.id) as ??', ['topics']),
			knex.raw('count(s.id) as ??', ['links']),
			knex.raw('count(distinct w.id) as ??', ['webhooks']),
			webhooksThat('w.active = 0', 'off'),
			webhooksThat(`w.active = 1 and w.lastStatus in ('failed', 'expired')`, 'failing'),
			knex.raw('count(case when s.paused = 1 then 1 end) as ??', ['paused']),
			knex.raw('max(??) as ??', ['w.lastAt', 'lastAt']),
			knex.raw(`max(case when ?? = 'sent' then ?? end) as ??`, ['w.lastStatus', 'w.lastAt', 'lastSentAt']),
		);
}
