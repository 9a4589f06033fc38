import { Account, type BotNotice, type Knex } from '@dropwire/db';

/** How many channels the bot tries. */
const MAX_CHANNELS = 5;

/** Where a notice goes besides the person's direct messages, and whose language it has. */
export async function placesOf(knex: Knex, { discordId, guildId }: BotNotice) {
	const guildIds = guildId !== null ? [guildId] : await guildsOf(knex, discordId ?? '');
	const [channelIds, account] = await Promise.all([
		fallbackChannels(knex, guildIds),
		discordId === null ? undefined : Account.query(knex).findById(discordId),
	]);
	return { channelIds, locale: account?.locale ?? null, localeGuildId: guildIds[0] ?? null };
}

/**
 * Channels, the best first: for a person, those with links in the guilds that they manage; for a guild, its channels with
 * links that work, then the others.
 */
async function fallbackChannels(knex: Knex, guildIds: readonly string[]): Promise<string[]> {
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
		.limit(MAX_CHANNELS)
		.select('w.channelId');
	return rows.map(({ channelId }) => channelId);
}

/** The guilds that a person manages, those where the bot is first. */
async function guildsOf(knex: Knex, discordId: string): Promise<string[]> {
	const rows: { guildId: string }[] = await knex('guild_managers as m')
		.leftJoin('guilds as g', 'g.guildId', 'm.guildId')
		.where('m.discordId', discordId)
		.orderByRaw('case when ?? is null then 0 else 1 end, ??', ['g.botLeftAt', 'm.guildId'])
		.select('m.guildId');
	return rows.map(({ guildId }) => guildId);
}
