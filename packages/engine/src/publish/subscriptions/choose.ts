import type { Knex } from '@dropwire/db';
import type { ProductEvent } from '../event.ts';
import { joinLooks, type Overlay } from '../messages/overlay.ts';
import { factsOf } from './facts.ts';
import { decide, filterOf, isRestock } from './filter.ts';
import { inRange, listsOf, type MessageTopics, subscriptionsOf, type WebhookRange } from './match.ts';
import { lookOf, type OwnerRow, ownerRows, pausedGuilds } from './ownerRows.ts';

/** The operators as the owner of a message; a guild is its id. */
export const OPERATORS_OWN = 'operators';

/** What the options of the subscriptions in a range make of an event. */
export interface Choice {
	/** Subscriptions that do not take part in the common message: filtered out, or with a message of their own. */
	without: readonly number[];
	own: readonly OwnMessage[];
}

/** A message that the options of one owner's subscriptions change. */
export interface OwnMessage {
	webhookId: number;
	discordId: string;
	threadId: string | null;
	/** Null for the operators. */
	guildId: string | null;
	/** `OPERATORS_OWN`, or the guild's id. */
	owner: string;
	active: number;
	overlay: Overlay;
}

const NOTHING: Choice = { without: [], own: [] };

/**
 * Applies the options of the topics' subscriptions and of the broadcast list to an event. Reads only subscriptions that
 * have options; the event is read only if there are any.
 */
export async function chooseSubscriptions(
	trx: Knex,
	topics: MessageTopics,
	range: WebhookRange,
	event: () => Promise<ProductEvent | null>,
): Promise<Choice> {
	const rows = await withOptions(trx, topics, range);
	const product = rows.length > 0 ? await event() : null;
	if (!product) return NOTHING;
	const facts = factsOf(product);
	const failing = new Set<number>();
	const looks = new Set<number>();
	for (const { id, webhookId, options, isOfRestocks } of rows) {
		const filter = filterOf(options);
		const isHeld = decide(filter, facts) !== null || (isOfRestocks && !isRestock(filter, facts));
		if (isHeld) failing.add(id);
		else if (filter.look) looks.add(webhookId);
	}
	const own = looks.size > 0 ? await ownMessages(trx, topics, [...looks], failing, product) : [];
	return { without: [...failing, ...own.flatMap(({ ids }) => ids)], own: own.map(({ message }) => message) };
}

/** The subscriptions of a range that have options, without those of the webhooks' other topics. */
async function withOptions(trx: Knex, topics: MessageTopics, range: WebhookRange) {
	const found: { id: number; webhookId: number; options: string; isOfRestocks: boolean }[] = [];
	for (const list of listsOf(topics)) {
		const isOfRestocks = list.kind === 'restocks';
		const rows = await inRange(subscriptionsOf(trx, list), range)
			.whereNotNull('options')
			.select('id', 'webhookId', 'options');
		for (const row of rows) found.push({ ...row, isOfRestocks });
	}
	return found;
}

/** Groups the subscriptions of these webhooks by owner, and joins those of owners who change the message. */
async function ownMessages(
	trx: Knex,
	topics: MessageTopics,
	webhookIds: readonly number[],
	failing: ReadonlySet<number>,
	event: ProductEvent,
): Promise<{ ids: number[]; message: OwnMessage }[]> {
	const rows: OwnerRow[] = await ownerRows(trx)
		.whereIn('s.webhookId', [...webhookIds])
		.where((own) => {
			for (const { kind, where } of listsOf(topics)) {
				void own.orWhere((list) => {
					for (const [column, value] of Object.entries(where)) void list.where(`s.${column}`, value);
					if (kind === 'restocks') void list.whereNotNull('s.options');
				});
			}
		})
		.where((served) => void served.whereNull('c.guildId').orWhereNotIn('c.guildId', pausedGuilds(trx)));
	const passing = rows.filter(({ id }) => !failing.has(id));
	const groups = Map.groupBy(passing, ({ webhookId, guildId }) => `${webhookId} ${guildId ?? OPERATORS_OWN}`);
	return [...groups.values()].flatMap((group) => {
		const overlay = joinLooks(group.map(lookOf), event);
		if (!overlay) return [];
		const { webhookId, discordId, threadId, guildId, active } = group[0] as OwnerRow;
		const owner = guildId ?? OPERATORS_OWN;
		const message = { webhookId, discordId, threadId, guildId, owner, active, overlay };
		return [{ ids: group.map(({ id }) => id), message }];
	});
}
