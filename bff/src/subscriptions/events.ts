import { BROADCAST_LIST, EventRow, type Knex } from '@dropwire/db';
import type { SubscriptionOptions } from '@dropwire/domain';
import { newestEvents } from '../events/newest.ts';
import type { FoundSubscription } from './find.ts';
import { isCounted } from './reasons.ts';

/** The most events that options are tried on. */
export const TRIED = 500;

/** The newest events that a subscription with these options could get, newest first; of the broadcast list, all events. */
export async function newestEventsOf(
	knex: Knex,
	row: FoundSubscription,
	options: SubscriptionOptions,
	max: number,
): Promise<EventRow[]> {
	const { list, topicId } = row;
	const query = EventRow.query(knex).orderBy('id', 'desc').limit(max);
	if (list !== BROADCAST_LIST) void query.where({ topicId });
	const events = [...(await query), ...(await countedEvents(knex, row, options))];
	return events.sort((a, b) => b.id - a.id).slice(0, max);
}

/** The newest events of another topic that the options count as restocks of the subscription's topic. */
async function countedEvents(
	knex: Knex,
	{ topic }: FoundSubscription,
	options: SubscriptionOptions,
): Promise<EventRow[]> {
	if (topic === null || !options.states?.length) return [];
	const { brand: source, region } = topic;
	const filter = { skus: null, source, region, kind: 'STOCK' as const, reachedNobody: false, before: null };
	const rows = await EventRow.query(knex).findByIds(await newestEvents(knex, filter, TRIED));
	return rows.filter((event) => event.topicId !== topic.id && isCounted(topic, options, event));
}
