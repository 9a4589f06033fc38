import { type DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { BotContext } from '../context.ts';
import type { RequestTimeout } from '../server/api.ts';
import { retryUntilDone } from '../server/retry.ts';
import type { LinkableChannel } from './linkable.ts';

interface ChannelRef {
	id: string;
	guildId: string;
	name: string;
}

/** Maximum number of webhooks that the BFF accepts; Discord's own limit is 15. */
const MAX_REPORTED = 100;

/**
 * Reports the current webhooks of a channel to the BFF, which turns off links with a deleted webhook. Holds the
 * channel's lock, so that an older list never overwrites a newer one.
 */
export async function reportWebhooksOf(bot: BotContext, channel: LinkableChannel): Promise<void> {
	await retryUntilDone(`webhooks of channel ${channel.id}`, bot.log, bot.shutdown, () =>
		bot.locks.channel.run(channel.id, async () => {
			const webhookIds = await fetchWebhookIds(channel);
			if (webhookIds) await sendWebhooks(bot, channel, webhookIds);
		}),
	);
}

/** Reports that a channel and its webhooks were deleted. */
export async function reportChannelDeleted(bot: BotContext, channel: ChannelRef): Promise<void> {
	await retryUntilDone(`deletion of channel ${channel.id}`, bot.log, bot.shutdown, () =>
		bot.locks.channel.run(channel.id, () => sendWebhooks(bot, channel, [], { deleted: true })),
	);
}

/** Sends one report. The caller holds the channel's lock. */
export async function sendWebhooks(
	bot: BotContext,
	{ id, guildId, name }: ChannelRef,
	webhookIds: readonly string[],
	{ deleted = false, timeout = 'background' }: { deleted?: boolean; timeout?: RequestTimeout } = {},
): Promise<void> {
	const { data } = await bot.server
		.as(null, timeout)
		.botChannel({ guildId, channelId: id, channelName: deleted ? null : name, webhookIds: [...webhookIds] });
	if (data.off.length === 0) return;
	bot.links.delete(guildId);
	bot.log.info({ guildId, channelId: id, off: data.off }, 'links of deleted webhooks turned off');
}

/** Null if the bot lacks permission to list the webhooks: the next message shows whether they exist. */
async function fetchWebhookIds(channel: LinkableChannel): Promise<string[] | null> {
	try {
		return [...(await channel.fetchWebhooks()).keys()].slice(0, MAX_REPORTED);
	} catch (error) {
		const { code } = error as DiscordAPIError;
		if (code === RESTJSONErrorCodes.UnknownChannel) return [];
		if (code === RESTJSONErrorCodes.MissingPermissions || code === RESTJSONErrorCodes.MissingAccess) return null;
		throw error;
	}
}
