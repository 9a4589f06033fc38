import { ChannelType, type GuildBasedChannel } from 'discord.js';
import type { LinkableChannel } from './ourWebhook.ts';

/** Text and announcement channels: where messages of a webhook are read. */
export const LINKABLE_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

export function isLinkable(channel: { type: ChannelType }): channel is LinkableChannel & GuildBasedChannel {
	return LINKABLE_TYPES.some((type) => type === channel.type);
}
