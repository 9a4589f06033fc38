import { type Knex, Subscription } from '@dropwire/db';
import { forbidden } from '../http/errors.ts';
import type { LinkRow } from './present.ts';

/** Everything that a guild gets, oldest first. */
export async function linksOf(knex: Knex, guildId: string): Promise<LinkRow[]> {
	const rows = await Subscription.query(knex)
		.joinRelated('channel')
		.where('channel.guildId', guildId)
		.withGraphFetched('[webhook, channel.topic]')
		.orderBy('subscriptions.id')
		.select('subscriptions.*');
	return rows as LinkRow[];
}

/** @throws CallError 403 when the link is not this guild's, whether it exists or not */
export async function findLink(knex: Knex, { guildId, id }: { guildId: string; id: string }): Promise<LinkRow> {
	const row = await Subscription.query(knex).findById(Number(id)).withGraphFetched('[webhook, channel.topic]');
	if (row?.channel?.guildId !== guildId) throw forbidden('This server has no such link.');
	return row as LinkRow;
}
