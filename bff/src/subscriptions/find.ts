import { type GuildChannel, type Knex, Subscription, type TopicRow, type Webhook } from '@dropwire/db';
import { isActing, isBot } from '../http/auth.ts';
import type { Call } from '../http/context.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { mayManage } from '../http/guilds.ts';

/** A subscription with its webhook, its topic (none on the broadcast list) and, for a guild's, its channel. */
export type FoundSubscription = Subscription & { webhook: Webhook; topic: TopicRow | null; channel?: GuildChannel };

/**
 * Finds a subscription that the caller can edit: operators every row, others those of guilds that they manage, and the
 * bot those of the guild that it names.
 * @throws CallError 403, the same whether it exists or not; 404 for an admin
 */
export async function findEditable(
	call: Pick<Call<'subscription'>, 'caller' | 'managed'>,
	knex: Knex,
	{ id, guildId }: { id: string; guildId?: string | undefined },
): Promise<FoundSubscription> {
	const row = await Subscription.query(knex).findById(Number(id)).withGraphFetched('[webhook, topic, channel]');
	const owner = row?.channel?.guildId ?? null;
	const inGuild = guildId === undefined ? !isBot(call.caller) : owner === guildId;
	const may = owner === null ? call.caller.access?.admin === true : isActing(call.caller) || mayManage(call, owner);
	if (row && inGuild && may) return row as FoundSubscription;
	if (call.caller.access?.admin && !isBot(call.caller)) throw notFound(`The subscription ${id}`);
	throw forbidden('You may not manage this subscription.');
}
