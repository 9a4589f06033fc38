import type { GuildChannel, Subscription, TopicRow, Webhook } from '@dropwire/db';
import type { HandlerOutput } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { presentHealth } from '../webhooks/present.ts';

/** A guild's subscription with what it hangs on: `[webhook, channel.topic]` fetched. */
export type LinkRow = Subscription & { webhook: Webhook; channel: GuildChannel & { topic: TopicRow } };

/** A link as the bot shows it: where it goes, never the way to post there. */
export function presentLink({ id, webhook, channel }: LinkRow): HandlerOutput<Contract['linkList']>['data'][number] {
	return {
		id: String(id),
		region: channel.topic.region,
		toolsName: channel.topic.toolsName,
		webhookId: webhook.discordId,
		channelId: webhook.channelId,
		channelName: webhook.channelName,
		byBot: webhook.byBot,
		health: presentHealth(webhook),
	};
}
