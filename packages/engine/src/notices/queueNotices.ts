import type { Knex } from '@dropwire/db';

/** Locks the row of a person's place until the transaction ends; makes it if there is none. */
export async function lockPlace(trx: Knex, discordId: string): Promise<void> {
	await trx('watch_places').insert({ discordId }).onConflict('discordId').ignore();
	await trx('watch_places').where({ discordId }).forUpdate().first('discordId');
}

/**
 * Queues the message that opens the direct messages of a person, so that no event has to: with their first watch, unless
 * they are open, or their notices go to a thread. Call it with the person's place locked.
 */
export async function queueConfirmation(trx: Knex, discordId: string): Promise<void> {
	const place = await trx('watch_places').where({ discordId }).first('guildId', 'directId');
	if (!place || place.guildId !== null || place.directId !== null) return;
	const waiting = await trx('watch_notices').where({ discordId, status: 'queued' }).whereNull('eventId').first('id');
	if (waiting) return;
	await trx('watch_notices').insert({ discordId, status: 'queued', queuedAt: Date.now() });
}
