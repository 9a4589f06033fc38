import { type BotNotice, GuildManager, type Knex } from '@dropwire/db';

/** How many channels the bot tries. */
const MOST_CHANNELS = 5;

/**
 * Where else a notice goes, the best first: for a person, channels with links in the guilds that they manage; for a guild,
 * its channels with links that work, then the others.
 */
export async function fallbackChannels(knex: Knex, { discordId, guildId }: BotNotice): Promise<string[]> {
	const guildIds = guildId !== null ? [guildId] : await guildsOf(knex, discordId ?? '');
	if (guildIds.length === 0) return [];
	const rows: { channelId: string }[] = await knex('webhooks as w')
		.join('subscriptions as s', 's.webhookId', 'w.id')
		.join('guild_channels as c', 'c.id', 's.guildChannelId')
		.join('guilds as g', 'g.guildId', 'c.guildId')
		.whereIn('c.guildId', guildIds)
		// Not channels of another server, which do not concern it.
		.where('w.guildId', knex.ref('c.guildId'))
		.whereNull('g.botLeftAt')
		.whereNotNull('w.channelId')
		.groupBy('w.channelId')
		.orderByRaw('max(??) desc, min(??)', ['w.active', 'w.id'])
		.limit(MOST_CHANNELS)
		.select('w.channelId');
	return rows.map(({ channelId }) => channelId);
}

async function guildsOf(knex: Knex, discordId: string): Promise<string[]> {
	const rows = await GuildManager.query(knex).where({ discordId }).select('guildId');
	return rows.map(({ guildId }) => guildId);
}
