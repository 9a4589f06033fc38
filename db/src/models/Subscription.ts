import { Model } from 'objection';
import { GuildChannel } from './GuildChannel.ts';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';
import { Webhook } from './Webhook.ts';

/** That a webhook gets a topic: by an operator's group, by a guild's channel, or everything (the broadcast list). */
export class Subscription extends Row {
	static override tableName = 'subscriptions';

	declare id: number;
	declare webhookId: number;
	/** Made by `operatorList`, `channelList` or `BROADCAST_LIST`. */
	declare list: string;
	declare topicId: number | null;
	declare guildChannelId: number | null;
	/** The row's name in an operator's group; null elsewhere. */
	declare label: string | null;
	declare createdAt: number;
	declare webhook?: Webhook;
	declare channel?: GuildChannel;
	declare topic?: TopicRow | null;

	static override relationMappings = () => ({
		webhook: {
			relation: Model.BelongsToOneRelation,
			modelClass: Webhook,
			join: { from: 'subscriptions.webhookId', to: 'webhooks.id' },
		},
		topic: {
			relation: Model.BelongsToOneRelation,
			modelClass: TopicRow,
			join: { from: 'subscriptions.topicId', to: 'topics.id' },
		},
		channel: {
			relation: Model.BelongsToOneRelation,
			modelClass: GuildChannel,
			join: { from: 'subscriptions.guildChannelId', to: 'guild_channels.id' },
		},
	});
}

/** The list of an operator's group. */
export function operatorList(topicId: number): string {
	return `topic:${topicId}`;
}

/** The list of a guild's channel. */
export function channelList(guildChannelId: number): string {
	return `channel:${guildChannelId}`;
}

/** Its webhooks get every notification. */
export const BROADCAST_LIST = 'broadcast';
