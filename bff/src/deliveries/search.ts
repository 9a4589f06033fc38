import { type Knex, Webhook } from '@dropwire/db';
import type { HandlerInput, Contract } from '@dropwire/contract';
import type { Call } from '../http/context.ts';
import type { GroupFilter } from './groups.ts';
import { visibleGuilds } from './visible.ts';

/** The most webhooks that a text can find. */
const MOST_WEBHOOKS = 50;
/** Fewer digits than these are no part of an id. */
const ID_END = /^…?(\d{4,20})$/;

type Facets = HandlerInput<Contract['deliveriesExport']>;

/**
 * The filter for a call's facets, limited to what the caller can see.
 * @throws CallError 403
 */
export async function searchOf(
	call: Pick<Call<'deliveries'>, 'knex' | 'caller' | 'managed'>,
	{ status, guildId, webhook, sku, brand, region, kind, since, until }: Facets,
): Promise<GroupFilter> {
	const admin = call.caller.access?.admin === true;
	return {
		status: status ?? null,
		guildIds: await visibleGuilds(call, guildId),
		webhookIds: webhook === undefined ? null : await webhooksOf(call.knex, webhook, admin),
		sku: sku ?? null,
		brand: brand ?? null,
		region: region ?? null,
		kind: kind ?? null,
		since: since ?? null,
		until: until ?? null,
	};
}

/** The webhooks whose id at Discord ends with these digits, and those with the text in a label of the operators. */
async function webhooksOf(knex: Knex, text: string, withLabels: boolean): Promise<number[]> {
	const digits = ID_END.exec(text)?.[1];
	const byId =
		digits === undefined
			? []
			: await Webhook.query(knex).where('discordId', 'like', `%${digits}`).limit(MOST_WEBHOOKS).select('id');
	const like = `%${text.replace(/[|%_]/g, '|$&')}%`;
	const byLabel: number[] = withLabels
		? await knex('subscriptions')
				.whereNotNull('label')
				.whereRaw(`lower(??) like lower(?) escape '|'`, ['label', like])
				.distinct()
				.limit(MOST_WEBHOOKS)
				.pluck('webhookId')
		: [];
	return [...new Set([...byId.map(({ id }) => id), ...byLabel])].slice(0, MOST_WEBHOOKS);
}
