import { type Knex, WebhookDeletion } from '@dropwire/db';
import { CallError } from '../http/errors.ts';

/**
 * How long an attempt to delete a webhook at Discord takes at most, and a call that links a webhook which it has read, ms.
 * Afterwards another server takes over.
 */
export const DELETION_MS = 60_000;

/**
 * Keeps a webhook from being saved while it is deleted at Discord, and by a call that read it before.
 * @throws CallError 409
 */
export async function mustNotBeDeleted(trx: Knex, field: string, discordId: string): Promise<void> {
	const row = await WebhookDeletion.query(trx)
		.findById(discordId)
		.where('startedAt', '>', Date.now() - DELETION_MS);
	if (!row) return;
	const text = 'was used by nothing, and is being deleted at Discord. Try again in a moment, with a new webhook';
	throw new CallError('conflict', `This webhook ${text}.`, { [field]: text });
}
