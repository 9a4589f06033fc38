import type { Knex } from '@dropwire/db';
import type { ProductEvent } from '../../product/event.ts';
import { composeDigest } from '../messages/composeDigest.ts';
import { joinLooks, type Overlay } from '../messages/overlay.ts';
import { type EventFacts, factsOf } from './facts.ts';
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

/** The events that the filter of a subscription lets through, by its ID; all for one without options. */
type Passing = Map<number, readonly ProductEvent[]>;

/**
 * Applies the options of the topics' subscriptions and of the broadcast list to the events of a message: one, or those that
 * it lists. Reads only subscriptions that have options; the events are read only if there are any.
 */
export async function chooseSubscriptions(
	trx: Knex,
	topics: MessageTopics,
	range: WebhookRange,
	read: () => Promise<readonly ProductEvent[]>,
): Promise<Choice> {
	const rows = await withOptions(trx, topics, range);
	const events = rows.length > 0 ? await read() : [];
	if (events.length === 0) return NOTHING;
	const facts = events.map((event) => factsOf(event));
	const passing: Passing = new Map();
	const changed = new Set<number>();
	for (const { id, webhookId, options, isOfRestocks } of rows) {
		const filter = filterOf(options);
		const isWanted = (one: EventFacts) => decide(filter, one) === null && (!isOfRestocks || isRestock(filter, one));
		const passes = events.filter((_, index) => isWanted(facts[index] as EventFacts));
		passing.set(id, passes);
		if (passes.length > 0 && (filter.look || passes.length < events.length)) changed.add(webhookId);
	}
	const own = changed.size > 0 ? await ownMessages(trx, topics, [...changed], passing, events) : [];
	const failing = [...passing].flatMap(([id, passes]) => (passes.length === 0 ? [id] : []));
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
	passing: Passing,
	events: readonly ProductEvent[],
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
	const wanted = rows.filter(({ id }) => passing.get(id)?.length !== 0);
	const groups = Map.groupBy(wanted, ({ webhookId, guildId }) => `${webhookId} ${guildId ?? OPERATORS_OWN}`);
	return [...groups.values()].flatMap((group) => {
		const listed = new Set(group.flatMap(({ id }) => passing.get(id) ?? events));
		const look = joinLooks(group.map(lookOf), events);
		const isPart = listed.size < events.length;
		if (!look && !isPart) return [];
		const overlay = {
			...look,
			...(isPart && { embed: composeDigest(events.filter((one) => listed.has(one))).embeds[0] }),
		};
		const { webhookId, discordId, threadId, guildId, active } = group[0] as OwnerRow;
		const owner = guildId ?? OPERATORS_OWN;
		const message = { webhookId, discordId, threadId, guildId, owner, active, overlay };
		return [{ ids: group.map(({ id }) => id), message }];
	});
}
