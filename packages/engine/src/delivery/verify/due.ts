import type { Database, Knex } from '@dropwire/db';
import { OPERATORS } from '../../discord/budget.ts';
import { openAddress } from '../../webhooks/subscriptions.ts';

/** A webhook to verify with Discord. */
export interface Due {
	id: number;
	discordId: string;
	/** The server whose lists contain it, or `OPERATORS`. */
	owner: string;
	/** Null if the saved URL can no longer be decrypted, or is not a webhook URL of the configured Discord. */
	token: string | null;
}

/**
 * The next webhooks to verify. Owners take turns, each with its most recently saved webhooks first, so that nobody
 * waits for another owner's import.
 * @param not owners and webhooks to skip for now
 */
export async function dueWebhooks(
	{ knex, vault }: Database,
	discordUrl: string,
	max: number,
	not: { owners: readonly string[]; webhooks: readonly number[] },
): Promise<Due[]> {
	const places = await nextOf(knex, max, not);
	const owners = new Map(places.map(({ id, owner }) => [id, owner]));
	const rows = await knex('webhooks')
		.whereIn('id', [...owners.keys()])
		.select('id', 'discordId', 'urlSealed');
	const byId = new Map(rows.map((row) => [row.id, row]));
	return [...owners].flatMap(([id, owner]) => {
		const row = byId.get(id);
		if (!row) return [];
		const address = openAddress(vault, id, row.urlSealed, discordUrl);
		return [{ id, owner, discordId: row.discordId, token: address?.token ?? null }];
	});
}

async function nextOf(
	knex: Knex,
	max: number,
	not: { owners: readonly string[]; webhooks: readonly number[] },
): Promise<{ id: number; owner: string }[]> {
	const due = knex('webhooks as w')
		.join('subscriptions as s', 's.webhookId', 'w.id')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereNull('w.verifiedAt')
		.where('w.active', true)
		.whereNotIn('w.id', [...not.webhooks])
		.groupBy('w.id', 'c.guildId')
		.select('w.id', knex.raw('coalesce(??, ?) as ??', ['c.guildId', OPERATORS, 'owner']));
	const ranked = knex
		.from(due.as('due'))
		.whereNotIn('owner', [...not.owners])
		.select('id', 'owner')
		.rowNumber('place', (over) => void over.partitionBy('owner').orderBy('id', 'desc'));
	return knex
		.from(ranked.as('ranked'))
		.where('place', '<=', max)
		.orderBy([{ column: 'place' }, { column: 'id', order: 'desc' }])
		.limit(max)
		.select('id', 'owner');
}
