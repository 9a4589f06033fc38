import { databaseClock, type Knex, type Message } from '@dropwire/db';
import { FRESH_FOR, type WebhookBody } from '../message/body.ts';

/** Stores a message, whose deliveries `startFanout` inserts. */
export async function insertMessage(
	trx: Knex.Transaction,
	message: Pick<Message, 'kind' | 'seenAt'> & Partial<Message>,
	body: WebhookBody,
): Promise<{ messageId: number; queuedAt: number }> {
	const queuedAt = Date.now();
	// By the database's clock: those of the machines that queue and send differ.
	const expiresAt = trx.raw('? + ?', [databaseClock({ knex: trx }), FRESH_FOR[message.kind]]);
	const [id] = await trx('messages').insert({ ...message, body: JSON.stringify(body), queuedAt, expiresAt });
	return { messageId: id as number, queuedAt };
}
