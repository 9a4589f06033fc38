import { randomUUID } from 'node:crypto';
import { DiscordAPIError, type Guild, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Link, Region } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import { missingIn } from '../discord/permissions.ts';
import { orDeleteWebhook } from '../links/linkChannel.ts';
import { storeLink } from '../links/storeLink.ts';
import { UserError } from '../userError.ts';
import { retryUntilDone } from '../server/retry.ts';
import { isLinkable, type LinkableChannel } from '../webhooks/linkable.ts';
import { ourWebhook } from '../webhooks/ourWebhook.ts';
import { reportChannelDeleted, sendWebhooks } from '../webhooks/report.ts';

/**
 * Restores the webhooks of a guild that the bot has rejoined. The BFF has already turned the links on; webhooks that were
 * deleted in the meantime are created again wherever the channel exists and the bot has permission.
 */
export async function restoreLinks(bot: BotContext, guild: Guild): Promise<void> {
	const list = await retryUntilDone(`links of guild ${guild.id}`, bot.log, bot.shutdown, () =>
		bot.server.as(null, 'background').linkList({ guildId: guild.id }),
	);
	const ours = (list?.data ?? []).filter(({ byBot, channelId }) => byBot && channelId !== null);
	for (const [channelId, links] of Map.groupBy(ours, (link) => link.channelId as string)) {
		const channel = guild.channels.cache.get(channelId);
		if (!channel) {
			const deleted = await retryUntilDone(`channel ${channelId}`, bot.log, bot.shutdown, () =>
				isDeleted(bot, channelId),
			);
			if (deleted) await reportChannelDeleted(bot, { id: channelId, guildId: guild.id, name: '' });
		} else if (isLinkable(channel) && missingIn(channel).length === 0) {
			await retryUntilDone(`webhook of channel ${channelId}`, bot.log, bot.shutdown, () =>
				bot.locks.channel.run(channelId, () => restoreChannel(bot, channel, links)),
			);
		}
	}
}

/** Creates the webhook of a channel again if its links have lost it. The caller holds the channel's lock. */
async function restoreChannel(bot: BotContext, channel: LinkableChannel, links: readonly Link[]): Promise<void> {
	const { guild } = channel;
	const webhook = await ourWebhook(bot, channel, 'The bot was added to this server again').catch((error: unknown) => {
		if (error instanceof DiscordAPIError || error instanceof UserError) return null;
		throw error;
	});
	// Storing one link with the new webhook repairs all broken links of the channel.
	const broken = webhook && links.find(({ webhookId }) => !webhook.inChannel.includes(webhookId));
	if (!broken) return;
	await sendWebhooks(bot, channel, webhook.inChannel);
	const topic = { region: broken.region as Region, toolsName: broken.toolsName };
	await orDeleteWebhook(bot, guild.id, webhook, () =>
		storeLink(bot, { guild, channel, topic, webhook, actor: null, key: randomUUID(), options: broken.options }),
	);
}

/** Asks Discord, because the cache of a guild is empty once the guild has removed the bot again. */
async function isDeleted({ client }: BotContext, channelId: string): Promise<boolean> {
	try {
		await client.rest.get(Routes.channel(channelId));
		return false;
	} catch (error) {
		if (!(error instanceof DiscordAPIError)) throw error;
		return error.code === RESTJSONErrorCodes.UnknownChannel;
	}
}
