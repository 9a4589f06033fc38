import { DiscordAPIError, type Guild, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Region } from '@dropwire/bff/contract';
import type { Bot } from '../bot.ts';
import { missingIn } from '../discord/permissions.ts';
import { orTakenBack, store } from '../links/linkChannel.ts';
import { Refused } from '../refused.ts';
import { untilDone } from '../server/untilDone.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import { ourWebhook } from '../webhooks/ourWebhook.ts';
import { tellChannelGone, tellWebhooks } from '../webhooks/standing.ts';

/**
 * Gives a guild that took the bot back the links that it had: they are on again already, but their webhooks may have
 * gone with the bot. One that is missing is made anew, where the channel stands and the bot may.
 */
export async function restore(bot: Bot, guild: Guild): Promise<void> {
	const list = await untilDone(`links of guild ${guild.id}`, bot.log, bot.ends, () =>
		bot.server.as(null, 'background').linkList({ guildId: guild.id }),
	);
	const ours = (list?.data ?? []).filter(({ byBot, channelId }) => byBot && channelId !== null);
	const user = bot.client.user;
	for (const [channelId, links] of Map.groupBy(ours, (link) => link.channelId as string)) {
		const channel = guild.channels.cache.get(channelId);
		const [first] = links;
		if (!first || !user) continue;
		if (!channel) {
			const gone = await untilDone(`channel ${channelId}`, bot.log, bot.ends, () => isGone(bot, channelId));
			if (gone) await tellChannelGone(bot, { id: channelId, guildId: guild.id, name: '' });
		} else if (isLinkable(channel) && missingIn(channel).length === 0) {
			await untilDone(`webhook of channel ${channelId}`, bot.log, bot.ends, () =>
				bot.inTurn.channel.run(channelId, async () => {
					const webhook = await ourWebhook(bot, channel, 'Back in this server').catch((error: unknown) => {
						if (error instanceof DiscordAPIError || error instanceof Refused) return null;
						throw error;
					});
					if (!webhook || links.every(({ webhookId }) => webhook.standing.includes(webhookId))) return;
					await tellWebhooks(bot, channel, webhook.standing);
					// Of a channel's dead links the first one stored anew revives all.
					const dead = links.find(({ webhookId }) => !webhook.standing.includes(webhookId));
					if (!dead) return;
					const topic = { region: dead.region as Region, toolsName: dead.toolsName };
					await orTakenBack(bot, webhook, () =>
						store(bot, { guild, channel, user }, topic, { ...webhook, byBot: true }),
					);
				}),
			);
		}
	}
}

/** Asked of Discord: what we know of a guild is empty when it has just removed the bot once more. */
async function isGone({ client }: Bot, channelId: string): Promise<boolean> {
	try {
		await client.rest.get(Routes.channel(channelId));
		return false;
	} catch (error) {
		if (!(error instanceof DiscordAPIError)) throw error;
		return error.code === RESTJSONErrorCodes.UnknownChannel;
	}
}
