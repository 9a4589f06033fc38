import { Model } from 'objection';
import { GuildChannel } from './GuildChannel.ts';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';
import { Webhook } from './Webhook.ts';

/**
 * Subscribes a webhook to a topic for an operator group or a guild channel, or puts it on the broadcast list, which
 * gets every event.
 */
export class Subscription extends Row {
	static override tableName = 'subscriptions';
	static override booleans = ['paused'];

	declare id: number;
	declare webhookId: number;
	/** The value of `operatorList`, `channelList` or `BROADCAST_LIST`. */
	declare list: string;
	declare topicId: number | null;
	declare guildChannelId: number | null;
	/** The row's name in an operator group; null elsewhere. */
	declare label: string | null;
	/** JSON of `SubscriptionOptions` without the thread's id, which the webhook has; null for none. */
	declare options: string | null;
	/** Grows with every change of the options. */
	declare version: number;
	/** The option of the same name, for queries. */
	declare paused: boolean;
	declare createdAt: number;
	/** When the option `reminders` was last changed; null if it never was set. */
	declare remindersAt: number | null;
	/** When the next digest of the option `digest` is due; null without it. */
	declare digestAt: number | null;
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

/** The list of an operator group. */
export function operatorList(topicId: number): string {
	return `topic:${topicId}`;
}

/** The list of a guild channel. */
export function channelList(guildChannelId: number): string {
	return `channel:${guildChannelId}`;
}

/** The list whose webhooks get every event. */
export const BROADCAST_LIST = 'broadcast';

/** The owner of a subscription: its list, and the topic or guild channel of that list. */
export type Place = Pick<Subscription, 'list' | 'topicId' | 'guildChannelId' | 'label'>;
export const Place = {
	/** A row of a topic's operator group. */
	operator: (topicId: number, label: string): Place => ({
		list: operatorList(topicId),
		topicId,
		guildChannelId: null,
		label,
	}),
	/** A webhook of a guild channel. */
	channel: ({ id, topicId }: Pick<GuildChannel, 'id' | 'topicId'>): Place => ({
		list: channelList(id),
		topicId,
		guildChannelId: id,
		label: null,
	}),
	/** A webhook of the broadcast list. */
	broadcast: { list: BROADCAST_LIST, topicId: null, guildChannelId: null, label: null } satisfies Place,
} as const;
