import type { TestDatabase } from '@dropwire/db/testing';
import { chunks } from '@dropwire/domain';
import { composeEvent } from '@dropwire/engine';
import { anEvent, topicOfEvent } from '../setup.ts';

/** Events per transaction, with all their deliveries. */
const EVENTS = 250;

/**
 * Writes a log of sent messages at an even rate.
 * @param from when the first message was queued, epoch ms
 * @param webhooks how many deliveries a message has, divided evenly among all webhooks
 */
export async function writeOldLog(
	{ knex }: Pick<TestDatabase, 'knex'>,
	{ from, perSecond, seconds, webhooks }: { from: number; perSecond: number; seconds: number; webhooks: number },
): Promise<void> {
	const body = JSON.stringify(composeEvent(anEvent()));
	const { source, sku, region, kind, after } = anEvent();
	const topic = await topicOfEvent(knex);
	const [all] = await knex('webhooks').count<{ rows: number }[]>({ rows: '*' });
	const groups = Math.floor(Number(all?.rows) / webhooks);
	const numbers = Array.from({ length: Math.round(perSecond * seconds) }, (_, n) => n + 1);
	for (const ids of chunks(numbers, EVENTS)) {
		const rows = ids.map((id) => ({ id, at: Math.round(from + ((id - 1) * 1000) / perSecond) }));
		const snapshot = JSON.stringify(after);
		await knex.transaction(async (trx) => {
			await trx('events').insert(rows.map((row) => ({ ...row, source, sku, region, kind, after: snapshot })));
			const messages = rows.map(({ id, at }) => ({
				id,
				kind: 'EVENT',
				eventId: id,
				body,
				seenAt: at,
				queuedAt: at,
				expiresAt: at + 1_800_000,
			}));
			await trx('messages').insert(messages);
			await trx.raw(
				`insert into deliveries (messageId, webhookId, topicId, target, status, attempts, queuedAt, sentAt, discordMessageId)
				select m.id, w.id, ?, '…/webhooks/1300…/••••', 'sent', 1, m.queuedAt, m.queuedAt, '1300000000000000000'
				from messages m join webhooks w on w.id % ? = m.id % ? where m.id between ? and ?`,
				[topic.id, groups, groups, ids[0] ?? 0, ids.at(-1) ?? 0],
			);
		});
	}
}
