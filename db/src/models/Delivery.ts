import { Model } from 'objection';
import type { DeliveryStatus } from '../topics/index.ts';
import { Message } from './Message.ts';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';

/** One message to one webhook: part of the outbox while open, of the delivery log for good. */
export class Delivery extends Row {
	static override tableName = 'deliveries';

	declare id: number;
	declare messageId: number;
	/** Null once the webhook was removed from its last list. */
	declare webhookId: number | null;
	declare topicId: number | null;
	/** The guild whose channel subscribed; null for operator groups. */
	declare guildId: string | null;
	/** The webhook as people may see it. */
	declare target: string;
	declare status: DeliveryStatus;
	declare attempts: number;
	declare reason: string | null;
	declare queuedAt: number;
	declare sentAt: number | null;
	declare discordMessageId: string | null;
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
