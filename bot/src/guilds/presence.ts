import type { Guild } from 'discord.js';
import type { Bot } from '../bot.ts';
import { untilDone } from '../server/untilDone.ts';
import { restore } from './restore.ts';

/** Tells the server all guilds of a shard: what happened while the bot was away is told so. */
export async function tellGuilds(bot: Bot, shard: number): Promise<void> {
	const { client } = bot;
	const answer = await untilDone(`guilds of shard ${shard}`, bot.log, bot.ends, () => {
		const guilds = [...client.guilds.cache.values()]
			.filter((guild) => guild.shardId === shard)
			.map(({ id, name, icon, available }) => ({ guildId: id, name: available ? name : null, icon: icon ?? null }));
		return bot.server.as(null, 'background').botGuilds({ shard, shards: client.options.shardCount ?? 1, guilds });
	});
	if (!answer) return;
	const { left, returned } = answer.data;
	bot.log.info(
		{ shard, guilds: client.guilds.cache.size, left: left.length, returned: returned.length },
		'guilds told',
	);
	for (const guildId of returned) {
		const guild = client.guilds.cache.get(guildId);
		if (guild) await restore(bot, guild);
	}
}

/** Tells the server that the bot came into a guild or is gone from it: what is true when it is told, not when it began. */
export async function tellGuild(bot: Bot, guild: Guild): Promise<void> {
	await bot.inTurn.guild.run(guild.id, async () => {
		const answer = await untilDone(`guild ${guild.id}`, bot.log, bot.ends, () =>
			bot.server.as(null, 'background').botGuild({
				guildId: guild.id,
				name: guild.name,
				icon: guild.icon,
				present: bot.client.guilds.cache.has(guild.id),
			}),
		);
		bot.links.forget(guild.id);
		if (answer?.data.left) bot.log.info({ guildId: guild.id }, 'removed from a guild; its links are off');
		if (answer?.data.returned) await restore(bot, guild);
	});
}
