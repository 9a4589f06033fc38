import { BROADCAST_LIST, type Knex } from '@dropwire/db';
import type { FilterRule } from '@dropwire/domain';
import type { Overlay } from '../../message/body.ts';
import type { MessageSubject } from '../../product/event.ts';
import { composeList } from '../messages/composeList.ts';
import { decide, type EventFacts, factsOf, type Filter, filterOf, isRestock, mergeStyles } from './filter.ts';

/** A range of webhook IDs: above `after`, and up to and including `upTo`, if set. */
export interface WebhookRange {
	after: number;
	upTo: number | null;
}

/** The topics whose subscriptions get a message. */
export interface MessageTopics {
	/** Null for messages without a topic. */
	topicId: number | null;
	/**
	 * The topic of the product's restocks, for an event in which a state besides in stock was entered: of its subscriptions only
	 * those that have options get the message, and of those only the ones that count the state.
	 */
	restockTopicId: number | null;
	/** Whether it is a reminder, which the broadcast list does not get, and each subscription has at its own times. */
	isReminder?: boolean;
}

const ALL: WebhookRange = { after: 0, upTo: null };

/**
 * The webhooks that get a topic's messages: operator groups, guild channels, and the broadcast list. Each webhook
 * appears once, even if several lists contain it. Channels of a paused guild get nothing. Returns a query, so that the
 * outbox can insert from it without loading rows.
 * Columns: `webhookId`, `discordId`, `threadId`, `guildId` (a guild that subscribed the webhook, otherwise null), `active`,
 * `offReason`.
 * @param without subscriptions to leave out
 */
export function matchWebhooks(
	knex: Knex,
	topics: MessageTopics,
	range = ALL,
	without: readonly number[] = [],
): Knex.QueryBuilder {
	const [first, ...others] = listsOf(topics).map((list) =>
		notThese(inRange(subscriptionsOf(knex, list), range), without).select(
			'webhookId',
			list.kind === 'broadcast' ? knex.raw('null as ??', ['guildChannelId']) : 'guildChannelId',
		),
	);
	return knex
		.from((first as Knex.QueryBuilder).unionAll(others).as('s'))
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.where((served) => {
			// Reads the short list of paused guilds once; a join would look up the guild of every channel.
			const paused = knex('guilds').whereNotNull('pausedAt').select('guildId');
			void served.whereNull('c.guildId').orWhereNotIn('c.guildId', paused);
		})
		.groupBy('w.id', 'w.discordId', 'w.threadId', 'w.active', 'w.offReason')
		.select(
			'w.id as webhookId',
			'w.discordId',
			'w.threadId',
			knex.raw('min(c.??) as ??', ['guildId', 'guildId']),
			'w.active',
			'w.offReason',
		);
}

/**
 * The end of a slice of a message's webhooks: between `after` and this ID are at least `size` subscriptions and at most
 * as many for each list.
 * @returns null if fewer webhooks are left
 */
export async function sliceEnd(knex: Knex, topics: MessageTopics, after: number, size: number): Promise<number | null> {
	const ends = await Promise.all(
		listsOf(topics).map(async (list) => {
			const query = inRange(subscriptionsOf(knex, list), { after, upTo: null });
			const row: { webhookId: number } | undefined = await query
				.orderBy('webhookId')
				.offset(size - 1)
				.first('webhookId');
			return row?.webhookId ?? Number.POSITIVE_INFINITY;
		}),
	);
	const end = Math.min(...ends);
	return end === Number.POSITIVE_INFINITY ? null : end;
}

/**
 * The same columns for webhooks selected by ID, as in announcements.
 * @param ofGuilds the webhooks whose `guildId` is a guild that subscribed them; for the others it is null. With a topic,
 *   only its subscriptions count, except those in `without`
 */
export function matchThese(
	knex: Knex,
	webhookIds: readonly number[],
	ofGuilds: { webhookIds: readonly number[]; topicId?: number; without?: readonly number[] } = { webhookIds: [] },
): Knex.QueryBuilder {
	const { topicId, without = [] } = ofGuilds;
	const guild = knex('subscriptions as s')
		.join('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereRaw('?? = ??', ['s.webhookId', 'w.id'])
		.whereIn('s.webhookId', ofGuilds.webhookIds)
		.whereNotIn('s.id', without)
		.min('c.guildId');
	if (topicId !== undefined) void guild.where('s.topicId', topicId);
	return knex('webhooks as w')
		.whereIn('w.id', webhookIds)
		.select(
			'w.id as webhookId',
			'w.discordId',
			'w.threadId',
			knex.raw('(?) as ??', [ofGuilds.webhookIds.length > 0 ? guild : knex.raw('null'), 'guildId']),
			'w.active',
			'w.offReason',
		);
}

/** Subscriptions of a message. */
export interface MessageList {
	kind: 'topic' | 'restocks' | 'broadcast';
	where: Readonly<Record<string, number | string>>;
}

/** The subscriptions of a message, as separate conditions: each has an index that lists its webhooks in order. */
function listsOf({ topicId, restockTopicId, isReminder = false }: MessageTopics): MessageList[] {
	const lists: MessageList[] = [];
	if (topicId !== null) lists.push({ kind: 'topic', where: { topicId } });
	if (!isReminder) lists.push({ kind: 'broadcast', where: { list: BROADCAST_LIST } });
	if (restockTopicId !== null) lists.push({ kind: 'restocks', where: { topicId: restockTopicId } });
	return lists;
}

/** The subscriptions of a list: those of restocks must have options to count a state. */
function subscriptionsOf(knex: Knex, { kind, where }: MessageList): Knex.QueryBuilder {
	const query = knex('subscriptions').where(where);
	return kind === 'restocks' ? query.whereNotNull('options') : query;
}

/** The IDs are part of the text: binding thousands of them costs more than the statement itself. */
function notThese(query: Knex.QueryBuilder, ids: readonly number[]): Knex.QueryBuilder {
	return ids.length === 0 ? query : query.whereRaw(`?? not in (${ids.map(Number).join(',')})`, ['id']);
}

export function inRange(query: Knex.QueryBuilder, { after, upTo }: WebhookRange): Knex.QueryBuilder {
	void query.where('webhookId', '>', after);
	if (upTo !== null) void query.where('webhookId', '<=', upTo);
	return query;
}

/** A subscription with its webhook and its owner. */
export interface OwnerRow {
	id: number;
	webhookId: number;
	options: string | null;
	/** Null for the operators. */
	guildId: string | null;
	discordId: string;
	threadId: string | null;
	active: number;
}

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
export function styleOf({ options }: OwnerRow): Filter['style'] {
	return options === null ? null : filterOf(options).style;
}

/** The operators as the owner of a message; a guild is its id. */
export const OPERATORS_OWN = 'operators';

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
	active: number;
	overlay: Overlay;
}

const NOTHING: Choice = { without: [], own: [], held: new Map() };

/** What a message lists, and the page with all of it; null for none. */
export interface Listed {
	events: readonly MessageSubject[];
	link: string | null;
}

/** The events that the filter of a subscription lets through, by its ID; all for one without options. */
type Passing = Map<number, readonly MessageSubject[]>;

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

/** Groups the subscriptions of these webhooks by owner, and joins those of owners who change the message. */
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
		const listed = new Set(group.flatMap(({ id }) => passing.get(id) ?? events));
		const style = mergeStyles(group.map(styleOf), events);
		const isPart = listed.size < events.length;
		if (!style && !isPart) return [];
		const overlay = {
			...style,
			...(isPart && {
				embed: composeList(
					events.filter((one) => listed.has(one)),
					link,
				).embeds[0],
			}),
		};
		const { webhookId, discordId, threadId, guildId, active } = group[0] as OwnerRow;
		const owner = guildId ?? OPERATORS_OWN;
		const message = { webhookId, discordId, threadId, guildId, owner, active, overlay };
		return [{ ids: group.map(({ id }) => id), message }];
	});
}
