import { DELIVERY_INDEXES, type Knex, tableByIndex } from '@dropwire/db';
import { chunks, type DeliveryStatus } from '@dropwire/domain';

/** The deliveries of one message, counted. */
export interface MessageCounts {
	counts: Record<DeliveryStatus, number>;
	edits: number;
	/** Epoch ms; null if none was sent. */
	firstAt: number | null;
	lastAt: number | null;
}

/** Messages per statement. A message can have 10,000 deliveries, and other work runs between statements. */
const MESSAGES = 5;

/**
 * Counts the deliveries of messages. Reads every delivery of these messages, by the index that has them together.
 * @param guildIds the guilds whose deliveries are counted; null for all
 */
export async function countMessages(
	knex: Knex,
	messageIds: readonly number[],
	guildIds: readonly string[] | null,
): Promise<Map<number, MessageCounts>> {
	const found = new Map(messageIds.map((id) => [id, none()]));
	for (const some of chunks(messageIds, MESSAGES)) {
		const query = knex
			.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.message))
			.whereIn('messageId', some)
			.groupBy('messageId', 'status')
			.select('messageId', 'status')
			.count({ count: '*', edits: 'editOf' })
			.min({ firstAt: 'sentAt' })
			.max({ lastAt: 'sentAt' });
		if (guildIds) void query.whereIn('guildId', guildIds);
		const rows = (await query) as (Omit<MessageCounts, 'counts'> & {
			messageId: number;
			status: DeliveryStatus;
			count: number;
		})[];
		for (const { messageId, status, count, edits, firstAt, lastAt } of rows) {
			const one = found.get(messageId) as MessageCounts;
			one.counts[status] = count;
			one.edits += edits;
			if (firstAt !== null) one.firstAt = Math.min(one.firstAt ?? firstAt, firstAt);
			if (lastAt !== null) one.lastAt = Math.max(one.lastAt ?? lastAt, lastAt);
		}
	}
	return found;
}

function none(): MessageCounts {
	const counts = { pending: 0, retrying: 0, sent: 0, expired: 0, failed: 0 };
	return { counts, edits: 0, firstAt: null, lastAt: null };
}
