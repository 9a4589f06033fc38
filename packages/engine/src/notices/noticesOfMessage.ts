import type { Knex, StoredRow } from '@dropwire/db';

/** A notice in a message that was sent. */
export type SentNotice = Pick<
	StoredRow<'watch_notices'>,
	'id' | 'watchId' | 'eventId' | 'sentWith' | 'channelId' | 'messageId'
>;

/** Sent notices of a person that are searched for those of a message: more than wait for a person when one is composed. */
const MAX_SEARCHED = 1000;

/**
 * The notices that a person got in one message, in the order of their events.
 * @param first the id of its first notice, which the notices of a message have as `sentWith`
 */
export async function noticesOfMessage(knex: Knex, discordId: string, first: number): Promise<SentNotice[]> {
	const sent: (SentNotice & { editOf: number | null })[] = await knex('watch_notices')
		.where({ discordId, status: 'sent' })
		.where('id', '>=', first)
		.orderBy('id')
		.limit(MAX_SEARCHED)
		.select('id', 'watchId', 'eventId', 'editOf', 'sentWith', 'channelId', 'messageId');
	return sent.filter(({ editOf, sentWith }) => editOf === null && sentWith === first);
}
