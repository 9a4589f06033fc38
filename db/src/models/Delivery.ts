import { Model } from 'objection';
import type { DeliveryStatus } from '@dropwire/domain';
import { Message } from './Message.ts';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';

/** One message to one webhook. An open delivery is in the outbox; a finished delivery is in the delivery log. */
export class Delivery extends Row {
	static override tableName = 'deliveries';

	declare id: number;
	declare messageId: number;
	/** Null after the webhook was removed from its last list. */
	declare webhookId: number | null;
	declare topicId: number | null;
	/** The guild whose channel subscribed; null for operator groups. */
	declare guildId: string | null;
	/** The masked URL of the webhook. */
	declare target: string;
	declare status: DeliveryStatus;
	declare attempts: number;
	declare reason: string | null;
	declare queuedAt: number;
	declare sentAt: number | null;
	declare discordMessageId: string | null;
	/** When the first attempt failed; null if no attempt has failed. */
	declare failingSince: number | null;
	/** The time of the next attempt of a delivery that keeps failing. Later deliveries are sent before it. */
	declare notBefore: number;
	/** The delivery whose message this one edits in Discord; null for a message of its own. */
	declare editOf: number | null;
	/** JSON: what the options of an owner's subscriptions change in the message; null for nothing. */
	declare overlay: string | null;
	/** Empty, or the owner whose options make it a message of its own: a guild's id, or `operators`. */
	declare variant: string;
	/** The forum post that the message is in; null for a channel and for the webhook's own thread. */
	declare threadId: string | null;
	declare message?: Message;
	declare topic?: TopicRow | null;

	static override relationMappings = () => ({
		message: {
			relation: Model.BelongsToOneRelation,
			modelClass: Message,
			join: { from: 'deliveries.messageId', to: 'messages.id' },
		},
		topic: {
			relation: Model.BelongsToOneRelation,
			modelClass: TopicRow,
			join: { from: 'deliveries.topicId', to: 'topics.id' },
		},
	});
}
