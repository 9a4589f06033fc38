import { ChannelType, type ForumChannel, type GuildBasedChannel, type NewsChannel, type TextChannel } from 'discord.js';

/** Channels that can have webhooks and show their messages. In a forum, a message is a post or belongs to one. */
export type LinkableChannel = TextChannel | NewsChannel | ForumChannel;

const LINKABLE_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum] as const;

/** The types that `/link` accepts: messages to a thread go through a webhook of its channel. */
export const TARGET_TYPES = [
	...LINKABLE_TYPES,
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
	ChannelType.AnnouncementThread,
] as const;

export function isLinkable(channel: { type: ChannelType }): channel is LinkableChannel & GuildBasedChannel {
	return LINKABLE_TYPES.some((type) => type === channel.type);
}
