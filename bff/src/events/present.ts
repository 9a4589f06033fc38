import type { LiveEvent, ProductEventRow } from '@dropwire/contract';
import { DELIVERY_INDEXES, EventRow, type Knex, tableByIndex } from '@dropwire/db';

/** Reads events with their topics, in the order of their ids. */
export function readEvents(knex: Knex, ids: readonly number[], order: 'asc' | 'desc') {
	return EventRow.query(knex)
		.findByIds([...ids])
		.withGraphFetched('topic')
		.orderBy('id', order);
}

/** An event as the live stream shows it: nothing that differs between its readers. Its `topic` must be fetched. */
export function presentLiveEvent({
	id,
	kind,
	source,
	sku,
	region,
	offer,
	before,
	after,
	at,
	topic,
}: EventRow): LiveEvent {
	return {
		id: String(id),
		kind,
		source,
		sku,
		region,
		offer,
		before: before === null ? null : (JSON.parse(before) as unknown),
		after: after === null ? null : (JSON.parse(after) as unknown),
		at,
		topic: topic ? `${topic.toolsName} · ${topic.region}` : null,
	};
}

/**
 * Events as the API shows them.
 * @param guildIds the guilds whose webhooks are counted, without clicks; null for all webhooks
 */
export async function presentEvents(
	knex: Knex,
	events: readonly EventRow[],
	guildIds: readonly string[] | null,
): Promise<ProductEventRow[]> {
	if (guildIds === null) {
		const clicks = await clicksOf(knex, events);
		return events.map((event) => ({
			...presentLiveEvent(event),
			deliveries: event.deliveries,
			clicks: clicks.get(event.id) ?? 0,
		}));
	}
	const own = await countOfGuilds(knex, events, guildIds);
	return events.map((event) => ({ ...presentLiveEvent(event), deliveries: own.get(event.id) ?? 0, clicks: null }));
}

/** The clicks on the Buy links of events that began a message, by event. */
async function clicksOf(knex: Knex, events: readonly EventRow[]): Promise<Map<number, number>> {
	const ids = events.map(({ id }) => id);
	const rows = await knex('event_links').whereIn('eventId', ids).select('eventId', 'clicks');
	return new Map(rows.map(({ eventId, clicks }) => [eventId, clicks]));
}

/**
 * The number of deliveries to the webhooks of these guilds, by event. Reads one index entry per message and webhook of
 * theirs, however many others got the event.
 */
async function countOfGuilds(
	knex: Knex,
	events: readonly EventRow[],
	guildIds: readonly string[],
): Promise<Map<number, number>> {
	const sent = events.filter(({ deliveries }) => deliveries > 0);
	if (guildIds.length === 0 || sent.length === 0) return new Map();
	const webhookIds: number[] = await knex('subscriptions as s')
		.join('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereIn('c.guildId', guildIds)
		.distinct()
		.pluck('s.webhookId');
	const messages: { id: number; eventId: number }[] = await knex('messages')
		.whereIn(
			'eventId',
			sent.flatMap(({ id, digestOf }) => [id, digestOf ?? id]),
		)
		.select('id', 'eventId');
	const rows: { messageId: number; count: number }[] = await knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.message))
		.whereIn(
			'messageId',
			messages.map(({ id }) => id),
		)
		.whereIn('webhookId', webhookIds)
		.groupBy('messageId')
		.select('messageId')
		.count({ count: '*' });
	const counts = new Map(rows.map(({ messageId, count }) => [messageId, count]));
	const ofEvent = new Map<number, number>();
	for (const { id, eventId } of messages) ofEvent.set(eventId, (ofEvent.get(eventId) ?? 0) + (counts.get(id) ?? 0));
	const countOf = (id: number | null) => (id === null ? 0 : (ofEvent.get(id) ?? 0));
	return new Map(sent.map(({ id, digestOf }) => [id, countOf(id) + countOf(digestOf)]));
}
