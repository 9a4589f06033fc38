import type { Contract, HandlerInput } from '@dropwire/contract';
import { columnContains } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import type { Call } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';
import type { GroupFilter } from './groups.ts';
import { visibleGuilds } from './visible.ts';

/** Fewer digits than these are no part of an id. */
const ID_END = /^…?(\d{4,20})$/;

type Facets = HandlerInput<Contract['deliveriesExport']>;

/**
 * The filter for a call's facets, limited to what the caller can see.
 * @throws CallError 403, or 400 if the text matches too many webhooks
 */
export async function searchOf(
	call: Pick<Call<'deliveries'>, 'knex' | 'caller' | 'managed'>,
	{ status, guildId, webhook, sku, brand, region, kind, since, until }: Facets,
): Promise<GroupFilter> {
	return {
		status: status ?? null,
		guildIds: await visibleGuilds(call, guildId),
		webhookIds: webhook === undefined ? null : await webhooksOf(call, webhook),
		sku: sku ?? null,
		brand: brand ?? null,
		region: region ?? null,
		kind: kind ?? null,
		since: since ?? null,
		until: until ?? null,
	};
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
