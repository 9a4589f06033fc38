import type { Knex } from '@dropwire/db';
import { composeEvents, MAX_ROWS, readRows } from './compose.ts';
import { frame, join, RESET, type Watermark } from './frames.ts';
import type { View } from './listener.ts';

/** Limit of deliveries that a reader can have missed; the streams with all rows have a higher one (MAX_ROWS). */
const MAX_MISSED = 100;
/** Limit of the ids among which a reader's deliveries are searched. */
const MAX_IDS = 10_000;

/**
 * What a reader missed between two moments.
 * @returns the text of its messages; `reset` if it is too much
 */
export async function catchUp(knex: Knex, view: View, from: Watermark, to: Watermark): Promise<string> {
	const max = view.allRows ? MAX_ROWS : MAX_MISSED;
	const reset = join([RESET], to);
	if (to.event - from.event > MAX_IDS || to.delivery - from.delivery > MAX_IDS) return reset;
	const eventIds: number[] = await knex('events')
		.whereBetween('id', [from.event + 1, to.event])
		.orderBy('id')
		.limit(max + 1)
		.pluck('id');
	const deliveries = knex('deliveries').whereBetween('id', [from.delivery + 1, to.delivery]);
	if (view.guilds) void deliveries.whereIn('guildId', view.guilds);
	const deliveryIds: number[] = await deliveries
		.orderBy('id')
		.limit(max + 1)
		.pluck('id');
	if (deliveryIds.length > max) return reset;
	const events = await composeEvents(knex, eventIds);
	if (!events) return reset;
	const { byId } = await readRows(knex, deliveryIds);
	return join([...events, ...byId.values().map((row) => frame('delivery', row))], to);
}
