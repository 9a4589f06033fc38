import type { GatewayReadyDispatchData, Guild } from 'discord.js';
import type { BotContext } from '../context.ts';
import { retryUntilDone } from '../server/retry.ts';
import { restoreLinks } from './restoreLinks.ts';

/**
 * Forgets the guilds of a shard that a new session does not name. They removed the bot between two sessions; discord.js would keep them,
 * and would not notice when they add it again.
 */
export function forgetLeftGuilds(
	{ client, links }: BotContext,
	{ guilds }: Pick<GatewayReadyDispatchData, 'guilds'>,
	shard: number,
): void {
	const named = new Set(guilds.map(({ id }) => id));
	for (const guild of client.guilds.cache.filter(({ id, shardId }) => shardId === shard && !named.has(id)).values()) {
		for (const id of guild.channels.cache.keys()) client.channels.cache.delete(id);
		client.guilds.cache.delete(guild.id);
		links.delete(guild.id);
	}
}

/** Reports all guilds of a shard to the BFF, which thereby learns of joins and removals while the bot was offline. */
export async function reportGuilds(bot: BotContext, shard: number): Promise<void> {
	const { client } = bot;
	const answer = await retryUntilDone(`guilds of shard ${shard}`, bot.log, bot.shutdown, () => {
		const guilds = [...client.guilds.cache.values()]
			.filter((guild) => guild.shardId === shard)
			.map(({ id, name, icon, available }) => ({ guildId: id, name: available ? name : null, icon: icon ?? null }));
		return bot.server.as(null, 'background').botGuilds({ shard, shards: client.options.shardCount ?? 1, guilds });
	});
	if (!answer) return;
	const { left, returned } = answer.data;
	bot.log.info(
		{ shard, guilds: client.guilds.cache.size, left: left.length, returned: returned.length },
		'guilds reported',
	);
	for (const guildId of returned) {
		const guild = client.guilds.cache.get(guildId);
		if (guild) await restoreLinks(bot, guild);
	}
}

/** Reports that the bot joined or left a guild. Every attempt sends the current state, not the state at the first one. */
export async function reportGuild(bot: BotContext, guild: Guild): Promise<void> {
	await bot.locks.guild.run(guild.id, async () => {
		const answer = await retryUntilDone(`guild ${guild.id}`, bot.log, bot.shutdown, () =>
			bot.server.as(null, 'background').botGuild({
				guildId: guild.id,
				name: guild.name,
				icon: guild.icon,
				present: bot.client.guilds.cache.has(guild.id),
			}),
		);
		bot.links.delete(guild.id);
		if (answer?.data.left) bot.log.info({ guildId: guild.id }, 'removed from a guild; its links are off');
		if (answer?.data.returned) await restoreLinks(bot, guild);
	});
}
