import type { DiscordPlace, Link } from '@dropwire/contract';
import { loadOptions } from '@dropwire/engine';
import { type ListedState, presentHealth } from '../webhooks/present.ts';

/** A link as lists show it. */
export interface ListedLink extends ListedState {
	id: number;
	region: string;
	toolsName: string;
	/** The guild that the link belongs to; its webhook may be in another one, `guildId`. */
	ownerId: string;
	/** The webhook's id at Discord. */
	discordId: string;
	byBot: boolean | number;
	threadId: string | null;
	/** As stored, without the thread. */
	options: string | null;
}

/** A link as the bot shows it: its target, but never the URL that can post there. */
export function presentLink(link: ListedLink, place: DiscordPlace | null): Link {
	// If the webhook is in another server, people of this server do not know its channel.
	const here = link.guildId === link.ownerId;
	return {
		id: String(link.id),
		region: link.region,
		toolsName: link.toolsName,
		webhookId: link.discordId,
		channelId: here ? link.channelId : null,
		channelName: here ? link.channelName : null,
		byBot: Boolean(link.byBot),
		health: presentHealth(link),
		place,
		options: loadOptions(link, link),
	};
}
