import { type DiscordAPIError, type NewsChannel, RESTJSONErrorCodes, type TextChannel } from 'discord.js';
import type { Bot } from '../bot.ts';
import { untilDone } from '../server/untilDone.ts';

interface Place {
	id: string;
	guildId: string;
	name: string;
}

/**
 * Tells the server which webhooks stand in a channel now, so that links whose webhook is gone say so at once. In turn
 * with whoever makes a webhook there: a list of before that must not arrive after it.
 */
export async function tellStanding(bot: Bot, channel: TextChannel | NewsChannel): Promise<void> {
	await untilDone(`webhooks of channel ${channel.id}`, bot.log, bot.ends, () =>
		bot.inTurn.channel.run(channel.id, async () => {
			const webhookIds = await standingIn(channel);
			if (webhookIds) await tellWebhooks(bot, channel, webhookIds);
		}),
	);
}

/** Tells the server that a channel was deleted, and its webhooks with it. */
export async function tellChannelGone(bot: Bot, channel: Place): Promise<void> {
	await untilDone(`channel ${channel.id} is gone`, bot.log, bot.ends, () =>
		bot.inTurn.channel.run(channel.id, () => tellWebhooks(bot, channel, [], { gone: true })),
	);
}

/** The same once: whoever calls has the channel's turn. `gone`: the channel was deleted. */
export async function tellWebhooks(
	bot: Bot,
	{ id, guildId, name }: Place,
	webhookIds: readonly string[],
	{ gone = false, patience = 'background' }: { gone?: boolean; patience?: 'background' | 'command' } = {},
): Promise<void> {
	const { data } = await bot.server
		.as(null, patience)
		.botChannel({ guildId, channelId: id, channelName: gone ? null : name, webhookIds: [...webhookIds] });
	bot.links.forget(guildId);
	if (data.off.length > 0) bot.log.info({ guildId, channelId: id, off: data.off }, 'webhooks are gone');
}

/** Null when Discord does not let us look: then nobody knows, and the next message will tell. */
async function standingIn(channel: TextChannel | NewsChannel): Promise<string[] | null> {
	try {
		return [...(await channel.fetchWebhooks()).keys()].slice(0, 100);
	} catch (error) {
		const { code } = error as DiscordAPIError;
		if (code === RESTJSONErrorCodes.UnknownChannel) return [];
		if (code === RESTJSONErrorCodes.MissingPermissions || code === RESTJSONErrorCodes.MissingAccess) return null;
		throw error;
	}
}
