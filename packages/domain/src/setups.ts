import type { SubscriptionOptions } from './subscriptionOptions.ts';

/** A link of a server's setup as any server can load it: without ids, webhooks, mentioned roles and threads. */
export interface SetupLine {
	region: string;
	/** `Nike Shoes Active`. */
	topic: string;
	/** A channel's name, or `channel-2` where it is unknown: equal for links that post into the same channel. */
	channel: string;
	options: SubscriptionOptions;
}

/** A server's links as any server can load them. */
export function setupLines(
	links: readonly {
		region: string;
		toolsName: string;
		channelId: string | null;
		channelName: string | null;
		/** Its id at Discord. */
		webhookId: string;
		options: SubscriptionOptions;
	}[],
): SetupLine[] {
	const places = [...new Set(links.map(({ channelId, webhookId }) => channelId ?? webhookId))];
	return links.map(({ region, toolsName, channelId, channelName, webhookId, options }) => ({
		region,
		topic: toolsName,
		channel: channelName ?? `channel-${places.indexOf(channelId ?? webhookId) + 1}`,
		options: anywhere(options),
	}));
}

/** Options without roles, threads and a forum's tags, which belong to one server. */
export function anywhere({ thread, ...options }: SubscriptionOptions) {
	const others = { ...options };
	delete others.mentions;
	return { ...others, ...(thread && 'name' in thread && { thread: { name: thread.name } }) };
}
