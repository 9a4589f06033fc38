import { databaseClock, type Knex } from '@dropwire/db';
import { startFanout } from './fanout.ts';
import { composeList } from './messages/composeList.ts';
import { insertMessage } from './insertMessage.ts';
import { LATE_MS, type Reminded, subjectsOf } from './reminded.ts';

/**
 * Stores the message of reminders that are due in the same minute, and a delivery for each subscription of the topic that
 * wants one of them. The message lists those that it wants.
 * @param link the page with all releases of the region; null for none
 */
export async function queueReminder(
	trx: Knex.Transaction,
	{
		topicId,
		reminded,
		link,
		now,
	}: { topicId: number; reminded: readonly Reminded[]; link: string | null; now: number },
): Promise<void> {
	const subjects = await subjectsOf(trx, reminded);
	const dueAt = Math.min(...reminded.map((one) => one.dueAt));
	const stored = await insertMessage(trx, { kind: 'REMINDER', seenAt: dueAt }, composeList(subjects, link));
	const { messageId } = stored;
	const expiresAt = trx.raw('? + ?', [databaseClock({ knex: trx }), dueAt + LATE_MS - now]);
	await trx('messages').where({ id: messageId }).update({ expiresAt });
	await trx('release_reminders').insert(reminded.map((one) => ({ ...one, messageId })));
	const isComplete = await startFanout(trx, { ...stored, topicId, webhookIds: null, kind: 'REMINDER' });
	const isWanted = !isComplete || (await trx('deliveries').where({ messageId }).first('id')) !== undefined;
	if (!isWanted) await trx('messages').where({ id: messageId }).delete();
}
