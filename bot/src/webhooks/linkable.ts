import {
	ChannelType,
	type ForumChannel,
	type GuildBasedChannel,
	type MediaChannel,
	type NewsChannel,
	type TextChannel,
} from 'discord.js';

/** A forum, or a media channel, which is the same for webhooks (Discord's documentation, "Execute Webhook"). */
type Forum = ForumChannel | MediaChannel;
/** Channels that can have webhooks and show their messages. In a forum, a message is a post or belongs to one. */
export type LinkableChannel = TextChannel | NewsChannel | Forum;

const FORUM_TYPES = [ChannelType.GuildForum, ChannelType.GuildMedia] as const;
const LINKABLE_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ...FORUM_TYPES] as const;

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

export function isForum<C extends { type: ChannelType }>(channel: C): channel is C & Forum {
	return FORUM_TYPES.some((type) => type === channel.type);
}
