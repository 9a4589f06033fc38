import { BRANDS, type SubscriptionOptions, TOPICS } from '@dropwire/contract';
import { ChannelFlags, type ForumChannel } from 'discord.js';
import { UserError } from '../userError.ts';
import { isForum, type LinkableChannel } from '../webhooks/linkable.ts';
import type { Topic } from './storeLink.ts';

/**
 * A link's place with the forum's tag of the topic's brand, by name in any letter case. In a forum without it, the place
 * keeps its tags. Only posts of a forum have tags.
 * @throws UserError if the forum requires a tag and has none for the brand
 */
export function withTags(
	channel: LinkableChannel,
	thread: SubscriptionOptions['thread'],
	{ region, toolsName }: Topic,
): SubscriptionOptions['thread'] {
	if (!thread || !('name' in thread) || !isForum(channel)) return thread;
	const topic = TOPICS.find((one) => one.region === region && one.toolsName === toolsName);
	const brand = topic ? BRANDS[topic.brand].name : '';
	const named = tagsNamed(channel, brand);
	const tags = named.length > 0 ? named : channel.availableTags.filter(({ id }) => thread.tags?.includes(id));
	if (tags.length === 0 && channel.flags.has(ChannelFlags.RequireTag)) {
		throw new UserError((t) => t('deny.tagRequired', { channel: channel.id, brands: `**${brand}**` }));
	}
	return { name: thread.name, ...(tags.length > 0 && { tags: tags.map(({ id }) => id) }) };
}

/** The names of the tags of a link's posts. */
export function tagNames(channel: LinkableChannel, { thread }: Pick<SubscriptionOptions, 'thread'>): string[] {
	if (!isForum(channel) || !thread || !('name' in thread)) return [];
	return channel.availableTags.filter(({ id }) => thread.tags?.includes(id)).map(({ name }) => name);
}

function tagsNamed(
	{ availableTags }: Pick<ForumChannel, 'availableTags'>,
	name: string,
): ForumChannel['availableTags'] {
	return availableTags.filter((tag) => tag.name.trim().toLowerCase() === name.toLowerCase()).slice(0, 1);
}
