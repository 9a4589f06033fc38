import type { Database, Knex } from '@dropwire/db';
import type { WebhookFacts } from '../../discord/readWebhook.ts';
import { switchOff } from '../../webhooks/switchOff.ts';

/**
 * Stores Discord's information about a webhook. The channel's name comes from the bot and is kept while the channel is
 * the same.
 */
export async function storeFacts(db: Database, id: number, facts: WebhookFacts, now = Date.now()): Promise<void> {
	await db.transaction(async (trx) => {
		const channelName = await channelNameOf(trx, facts.channelId);
		await trx('webhooks')
			.where({ id })
			.update({ ...facts, channelName, verifiedAt: now });
	});
}

/** Disables a webhook that Discord rejected, unless it is already disabled. */
export async function storeRejection(db: Database, id: number, reason: string, now = Date.now()): Promise<void> {
	await db.transaction(async (trx) => {
		const changed = await trx('webhooks').where({ id, active: 1 }).update({ verifiedAt: now });
		if (changed > 0) await switchOff(trx, [id], reason, now);
	});
}

/** Marks a webhook as verified after a check without a clear result: sending will show whether it works. */
export async function storeUnclear(db: Database, id: number, now = Date.now()): Promise<void> {
	await db.transaction((trx) => trx('webhooks').where({ id }).update({ verifiedAt: now }));
}

async function channelNameOf(knex: Knex, channelId: string): Promise<string | null> {
	const row = await knex('webhooks').where({ channelId }).whereNotNull('channelName').first('channelName');
	return (row?.channelName as string | undefined) ?? null;
}
