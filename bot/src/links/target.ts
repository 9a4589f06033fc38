import type { SubscriptionOptions } from '@dropwire/contract';
import type { GuildBasedChannel } from 'discord.js';
import type { GuildCommand } from '../interactions/command.ts';
import { UserError } from '../userError.ts';
import { isForum, isLinkable, type LinkableChannel } from '../webhooks/linkable.ts';

/** Where messages go: a channel, a thread of it, or a post per product in a forum. */
export interface Target {
	channel: LinkableChannel;
	/** The link's option; undefined for the channel itself, or a forum whose posts have no chosen name. */
	thread: SubscriptionOptions['thread'];
}

/**
 * The channel or thread in the option `channel`, or the one in which the command was run.
 * @throws UserError for a locked thread, or a channel that the bot cannot link
 */
export async function chosenTarget(interaction: GuildCommand, postName: string | null): Promise<Target> {
	// Threads are not cached, so the one of the command is fetched.
	const chosen =
		interaction.options.getChannel('channel') ??
		interaction.channel ??
		((await interaction.client.channels.fetch(interaction.channelId)) as GuildBasedChannel | null);
	if (postName !== null && !(chosen && isForum(chosen))) {
		throw new UserError((t) => t('deny.postName'));
	}
	if (chosen?.isThread()) {
		const { id, parent, locked } = chosen;
		if (locked) throw new UserError((t) => t('deny.locked', { channel: id }));
		if (parent && isLinkable(parent)) return { channel: parent, thread: { id: chosen.id } };
	}
	if (chosen && isLinkable(chosen)) {
		return { channel: chosen, thread: postName === null ? undefined : { name: postName } };
	}
	throw new UserError((t) => t('deny.channelType'));
}
