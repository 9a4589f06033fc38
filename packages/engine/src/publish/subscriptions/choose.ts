import type { Knex } from '@dropwire/db';
import type { FilterRule } from '@dropwire/domain';
import { type Overlay, shownInstead } from '../../message/body.ts';
import type { MessageSubject } from '../../product/event.ts';
import { MAX_SINGLE } from '../../product/publisher.ts';
import { composeList } from '../messages/composeList.ts';
import { decide, type EventFacts, factsOf, type Filter, filterOf, isRestock, mergeStyles } from './filter.ts';
import {
	inRange,
	listsOf,
	type MessageTopics,
	OPERATORS_OWN,
	type OwnerRow,
	ownerRows,
	pausedGuilds,
	subscriptionsOf,
	topicOf,
	type WebhookRange,
} from './match.ts';

/** What the options of the subscriptions in a range make of an event. */
export interface Choice {
	/** Subscriptions that do not take part in the common message: filtered out, or with a message of their own. */
	without: readonly number[];
	own: readonly OwnMessage[];
	/** The first rule of a subscription's options that holds back each of the message's events, null for none; by its ID. */
	held: ReadonlyMap<number, readonly (FilterRule | null)[]>;
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
	/** The topic of the subscriptions through which the owner gets it; null for a message without one. */
	topicId: number | null;
	active: number;
	overlay: Overlay;
	/** The event of a list of which it is a message of its own; undefined for the common message. */
	about?: ListedEvent;
}

const NOTHING: Choice = { without: [], own: [], held: new Map() };

/** What a message is about. Reminders are no events, and have no ID. */
export type ListedEvent = MessageSubject & { id?: number };

/** What a message lists, and the page with all of it; null for none. */
export interface Listed {
	events: readonly ListedEvent[];
	link: string | null;
}

/** The events that the filter of a subscription lets through, by its ID; all for one without options. */
type Passing = Map<number, readonly ListedEvent[]>;

/**
 * Applies the options of the topics' subscriptions and of the broadcast list to the events of a message: one, or those that
 * it lists. Reads only subscriptions that have options; the events are read only if there are any.
 */
export async function chooseSubscriptions(
	trx: Knex,
	topics: MessageTopics,
	range: WebhookRange,
	read: () => Promise<Listed>,
): Promise<Choice> {
	const rows = await withOptions(trx, topics, range);
	const { events, link } = rows.length > 0 ? await read() : { events: [], link: null };
	if (events.length === 0) return NOTHING;
	const facts = events.map((event) => factsOf(event));
	const passing: Passing = new Map();
	const changed = new Set<number>();
	const held = new Map<number, (FilterRule | null)[]>();
	for (const { id, webhookId, options, isOfRestocks, since } of rows) {
		const filter = filterOf(options);
		// Of the restocks' topic, a subscription that does not count the event as one is not concerned.
		const isOfTopic = (one: EventFacts) => !isOfRestocks || isRestock(filter, one);
		const rules = facts.map((one) => (isOfTopic(one) ? decide(filter, one) : null));
		const passes = events.filter(
			(event, index) =>
				rules[index] === null && isOfTopic(facts[index] as EventFacts) && isDue(filter, event.reminder, since),
		);
		passing.set(id, passes);
		if (rules.some((rule) => rule !== null)) held.set(id, rules);
		if (passes.length > 0 && (filter.style || passes.length < events.length)) changed.add(webhookId);
	}
	const own = changed.size > 0 ? await ownMessages(trx, topics, [...changed], passing, { events, link }) : [];
	const failing = [...passing].flatMap(([id, passes]) => (passes.length === 0 ? [id] : []));
	return { without: [...failing, ...own.flatMap(({ ids }) => ids)], own: own.map(({ message }) => message), held };
}

/** A subscription that gets no message about some of its events, or none at all. */
export interface HeldRow {
	id: number;
	/** Null for the operators. */
	guildId: string | null;
	active: number;
	/** When the sending to the server was paused. */
	pausedAt: number | null;
}

/** The subscriptions of a range whose options hold something back, whose webhook is off, or whose server is paused. */
export async function heldRows(
	trx: Knex,
	topics: MessageTopics,
	range: WebhookRange,
	{ held }: Pick<Choice, 'held'>,
): Promise<HeldRow[]> {
	const ids = [...held.keys()];
	const rows = await Promise.all(
		listsOf(topics).map((list): Promise<HeldRow[]> => {
			const own = inRange(subscriptionsOf(trx, list), range).select('id', 'webhookId', 'guildChannelId');
			const query = trx
				.from(own.as('s'))
				.join('webhooks as w', 'w.id', 's.webhookId')
				.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
				.leftJoin('guilds as g', 'g.guildId', 'c.guildId')
				.select('s.id', 'c.guildId', 'w.active', 'g.pausedAt');
			const byOptions = `?? in (${ids.length > 0 ? ids.map(Number).join(',') : 'null'})`;
			if (list.kind === 'restocks') return query.whereRaw(byOptions, ['s.id']);
			return query.where((out) => {
				void out.where('w.active', 0).orWhereNotNull('g.pausedAt').orWhereRaw(byOptions, ['s.id']);
			});
		}),
	);
	return rows.flat();
}

/** Whether a subscription wants a reminder that was due after it, or its reminders, became known. */
function isDue({ reminders }: Filter, reminder: MessageSubject['reminder'], since: number): boolean {
	return reminder === undefined || (reminders.includes(reminder.minutes) && reminder.dueAt > since);
}

/** The subscriptions of a range that have options, without those of the webhooks' other topics; all of them for a reminder. */
async function withOptions(trx: Knex, topics: MessageTopics, range: WebhookRange) {
	const found: { id: number; webhookId: number; options: string; isOfRestocks: boolean; since: number }[] = [];
	for (const list of listsOf(topics)) {
		const isOfRestocks = list.kind === 'restocks';
		const query = inRange(subscriptionsOf(trx, list), range);
		if (!topics.isReminder) void query.whereNotNull('options');
		const rows = await query.select('id', 'webhookId', 'options', 'createdAt', 'remindersAt');
		for (const { options, createdAt, remindersAt, ...row } of rows) {
			found.push({ ...row, options: options ?? '{}', isOfRestocks, since: Math.max(createdAt, remindersAt ?? 0) });
		}
	}
	return found;
}

/**
 * Groups the subscriptions of these webhooks by owner, and joins those of owners who change the message. Announced releases
 * of which filters leave no more than `MAX_SINGLE` are a message each.
 */
async function ownMessages(
	trx: Knex,
	topics: MessageTopics,
	webhookIds: readonly number[],
	passing: Passing,
	{ events, link }: Listed,
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
		const passes = new Set(group.flatMap(({ id }) => passing.get(id) ?? events));
		const listed = events.filter((one) => passes.has(one));
		const isPart = listed.length < events.length;
		const { webhookId, discordId, threadId, guildId, active } = group[0] as OwnerRow;
		const owner = guildId ?? OPERATORS_OWN;
		const common = { webhookId, discordId, threadId, guildId, owner, topicId: topicOf(topics, group), active };
		const ids = group.map(({ id }) => id);
		const styleFor = (about: readonly MessageSubject[]) => mergeStyles(group.map(styleOf), about);
		if (isPart && listed.length <= MAX_SINGLE && listed[0]?.kind === 'ANNOUNCED')
			return listed.map((about) => ({ ids, message: { ...common, overlay: styleFor([about]) ?? {}, about } }));
		const style = styleFor(listed);
		if (!style && !isPart) return [];
		const overlay = { ...style, ...(isPart && shownInstead(composeList(listed, link))) };
		return [{ ids, message: { ...common, overlay } }];
	});
}

/** What a subscription changes in its messages; null for nothing. */
export function styleOf({ options }: OwnerRow): Filter['style'] {
	return options === null ? null : filterOf(options).style;
}
