import type { Knex, StoredRow } from '@dropwire/db';
import { type Filter, filterOf } from './filter.ts';

/** A subscription with its webhook and its owner. */
export type OwnerRow = Pick<StoredRow<'subscriptions'>, 'id' | 'webhookId' | 'options'> &
	Pick<StoredRow<'webhooks'>, 'discordId' | 'threadId' | 'active'> & {
		/** Null for the operators. */
		guildId: string | null;
	};

/** Subscriptions (`s`) with their webhooks (`w`) and channels (`c`), oldest first. */
export function ownerRows(knex: Knex): Knex.QueryBuilder {
	return knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.orderBy('s.id')
		.select('s.id', 's.webhookId', 's.options', 'c.guildId', 'w.discordId', 'w.threadId', 'w.active');
}

export function pausedGuilds(knex: Knex): Knex.QueryBuilder {
	return knex('guilds').whereNotNull('pausedAt').select('guildId');
}

/** What a subscription changes in its messages; null for nothing. */
export function lookOf({ options }: OwnerRow): Filter['look'] {
	return options === null ? null : filterOf(options).look;
}
