import type { Contract, HandlerInput } from '@dropwire/contract';
import { columnContains, type Knex, TopicRow } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import type { Call } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import { storedSpellings } from '../skus/storedSkus.ts';
import type { GroupFilter } from './groups.ts';
import { visibleGuilds } from './visible.ts';

/** Fewer digits than these are no part of an id. */
const ID_END = /^…?(\d{4,20})$/;

type Facets = HandlerInput<Contract['deliveriesExport']>;

/**
 * The filter for a call's facets, limited to what the caller can see.
 * @throws CallError 403, or 400 if the text matches too many webhooks, or for a channel without its guild
 */
export async function searchOf(
	call: Pick<Call<'deliveries'>, 'knex' | 'caller' | 'managed'>,
	{ status, topic, guildId, channel, webhook, sku, brand, region, kind, since, until }: Facets,
): Promise<GroupFilter> {
	if (channel !== undefined && guildId === undefined) throw invalidInput({ channel: 'needs guildId' });
	const guildIds = await visibleGuilds(call, guildId);
	const named = webhook === undefined ? null : await webhooksOf(call, webhook);
	const here = channel === undefined ? null : await webhooksIn(call.knex, { guildId, channelId: channel });
	return {
		status: status ?? null,
		topicIds: topic === undefined ? null : await topicIdsOf(call.knex, topic),
		guildIds,
		webhookIds: named && here ? named.filter((id) => here.includes(id)) : (named ?? here),
		skus: sku === undefined ? null : await storedSpellings(call.knex, sku, brand),
		brand: brand ?? null,
		region: region ?? null,
		kind: kind ?? null,
		since: since ?? null,
		until: until ?? null,
	};
}

/** @param topic a topic's id, or its name, which it has in several regions */
export async function topicIdsOf(knex: Knex, topic: string): Promise<number[]> {
	if (/^\d+$/.test(topic)) return [Number(topic)];
	const rows = await TopicRow.query(knex).where('toolsName', topic).select('id');
	return rows.map(({ id }) => id);
}

/** The webhooks of a Discord channel: Discord allows 15 of them, and each of their threads has a row of its own. */
async function webhooksIn(knex: Knex, place: { guildId: string | undefined; channelId: string }): Promise<number[]> {
	const rows: { id: number }[] = await knex('webhooks').where(place).limit(LIMITS.webhooksPerSearch).select('id');
	return rows.map(({ id }) => id);
}

/**
 * The webhooks whose id at Discord ends with these digits, and those with the text in a label of the operators, for admins.
 * @throws CallError 400 if there are too many: those that were left out would be missing in the list
 */
export async function webhooksOf(
	{ knex, caller }: Pick<Call<'deliveries'>, 'knex' | 'caller'>,
	text: string,
): Promise<number[]> {
	const digits = ID_END.exec(text)?.[1];
	const byId = knex('webhooks').where('discordId', 'like', `%${digits}`).select('id');
	const byLabel = knex('subscriptions')
		.whereNotNull('label')
		.where(columnContains(knex, 'label', text))
		// Not distinct: for that, MariaDB walks the index on webhookId and looks up every row, which takes five times as long.
		.select({ id: 'webhookId' });
	const parts = [...(digits === undefined ? [] : [byId]), ...(caller.access?.admin ? [byLabel] : [])];
	const rows: { id: number }[][] = await Promise.all(parts);
	const ids = [...new Set(rows.flat().map(({ id }) => id))];
	if (ids.length <= LIMITS.webhooksPerSearch) return ids;
	const found = ids.length.toLocaleString('en');
	throw invalidInput({
		webhook: `matches ${found} webhooks, and at most ${LIMITS.webhooksPerSearch} can be searched at once; enter more of the label, or the last digits of the webhook`,
	});
}
