import { BROADCAST_LIST, type Knex } from '@dropwire/db';

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
 * Columns: `webhookId`, `discordId`, `threadId`, `guildId` (a guild that subscribed the webhook, otherwise null), `topicId`,
 * `active`, `offReason`.
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
			knex.raw('? as ??', [list.where['topicId'] ?? null, 'topicId']),
		),
	);
	const { topicId } = topics;
	return knex
		.from((first as Knex.QueryBuilder).unionAll(others).as('s'))
		.join('webhooks as w', 'w.id', 's.webhookId')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.where((served) => {
			void served.whereNull('c.guildId').orWhereNotIn('c.guildId', pausedGuilds(knex));
		})
		.groupBy('w.id', 'w.discordId', 'w.threadId', 'w.active', 'w.offReason')
		.select(
			'w.id as webhookId',
			'w.discordId',
			'w.threadId',
			knex.raw('min(c.??) as ??', ['guildId', 'guildId']),
			// As `topicOf`.
			knex.raw('coalesce(max(case when s.?? = ? then ? end), max(s.??), ?) as ??', [
				'topicId',
				topicId,
				topicId,
				'topicId',
				topicId,
				'topicId',
			]),
			'w.active',
			'w.offReason',
		);
}

/**
 * The topic of a message that an owner gets through some subscriptions: the event's, unless they got it as a restock only.
 * The owner's pauses act on its edits by this topic.
 */
export function topicOf(
	{ topicId }: MessageTopics,
	subscriptions: readonly Pick<OwnerRow, 'topicId'>[],
): number | null {
	const own = subscriptions.flatMap((row) => row.topicId ?? []);
	return topicId !== null && own.includes(topicId) ? topicId : (own[0] ?? topicId);
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
 * The same columns except `topicId` for webhooks selected by ID, as in announcements.
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
export function listsOf({ topicId, restockTopicId, isReminder = false }: MessageTopics): MessageList[] {
	const lists: MessageList[] = [];
	if (topicId !== null) lists.push({ kind: 'topic', where: { topicId } });
	if (!isReminder) lists.push({ kind: 'broadcast', where: { list: BROADCAST_LIST } });
	if (restockTopicId !== null) lists.push({ kind: 'restocks', where: { topicId: restockTopicId } });
	return lists;
}

/** The subscriptions of a list: those of restocks must have options to count a state. */
export function subscriptionsOf(knex: Knex, { kind, where }: MessageList): Knex.QueryBuilder {
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
	/** Null for the broadcast list. */
	topicId: number | null;
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
		.select('s.id', 's.webhookId', 's.topicId', 's.options', 'c.guildId', 'w.discordId', 'w.threadId', 'w.active');
}

/** The paused guilds: a short list that is read once, while a join would look up the guild of every channel. */
export function pausedGuilds(knex: Knex): Knex.QueryBuilder {
	return knex('guilds').whereNotNull('pausedAt').select('guildId');
}

/** The operators as the owner of a message; a guild is its id. */
export const OPERATORS_OWN = 'operators';
