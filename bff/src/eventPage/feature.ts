import type { WithoutMessage } from '@dropwire/contract';
import { BROADCAST_LIST, EventRow, Guild, type Knex, Message, Subscription } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import { factsOf, OPERATORS_OWN, storedEvent } from '@dropwire/engine';
import { countMessages, type MessageCounts } from '../deliveries/counts.ts';
import { presentEvents } from '../events/present.ts';
import type { Call } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { seenGuilds } from '../http/guilds.ts';
import { readPage } from '../http/page.ts';
import type { FoundSubscription } from '../subscriptions/find.ts';
import { filterReasons, NOTHING_QUEUED, topicReason, webhookReason } from '../subscriptions/reasons.ts';
import { placesOf } from '../webhooks/places.ts';

const PAGE = 50;

/** One event: what changed, its message, and which subscriptions did not get it. */
export const eventPageFeature = {
	handlers: {
		event: async (call) => {
			const { knex, input } = call;
			const event = await findEvent(knex, input.id);
			const guildIds = seenGuilds(call);
			const [row] = await presentEvents(knex, [event], guildIds);
			const message = await Message.query(knex)
				.findOne({ eventId: event.digestOf ?? event.id })
				.orderBy('id');
			if (!row || !message) return { data: { ...(row as NonNullable<typeof row>), message: null } };
			const { counts, edits } = (await countMessages(knex, [message.id], guildIds)).get(message.id) as MessageCounts;
			const body = shownBody(message);
			return {
				data: {
					...row,
					message: { id: String(message.id), body, continues: message.continues !== null, counts, edits },
				},
			};
		},

		eventSubscriptions: async (call) => {
			const { knex, input } = call;
			const event = await findEvent(knex, input.id);
			const guildIds = seenGuilds(call);
			const query = withoutMessage(knex, event, guildIds, Number(input.cursor ?? 0));
			const limited = { limit: async (max: number): Promise<{ id: number }[]> => query.limit(max) };
			const { rows, nextCursor } = await readPage(limited, PAGE);
			const ids = rows.map(({ id }) => id);
			return { data: await presentWithout(call, event, ids), nextCursor };
		},
	},
} satisfies Feature;

/** What most webhooks got: the edit, if it continues an earlier message. */
function shownBody({ body, edits, continues }: Message): unknown {
	const ofEdits = edits === null ? {} : (JSON.parse(edits) as Record<string, unknown>);
	return ofEdits[String(continues)] ?? (JSON.parse(body) as unknown);
}

/** @throws CallError 404 */
async function findEvent(knex: Knex, id: string): Promise<EventRow> {
	const event = await EventRow.query(knex).findById(Number(id)).withGraphFetched('topic');
	if (!event) throw notFound(`The event ${id}`);
	return event;
}

/**
 * The subscriptions of the event's topic and of the broadcast list whose webhook has no delivery of the event's message,
 * by id. Looks up one index entry per subscription.
 * @param guildIds only the subscriptions of these guilds; null for all
 */
function withoutMessage(
	knex: Knex,
	{ id, digestOf, topicId }: EventRow,
	guildIds: readonly string[] | null,
	after: number,
): Knex.QueryBuilder {
	const owner = knex.raw('coalesce(??, ?)', ['c.guildId', OPERATORS_OWN]);
	const query = knex('subscriptions as s')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.where((ofEvent) => {
			if (topicId !== null) void ofEvent.where('s.topicId', topicId);
			if (guildIds === null) void ofEvent.orWhere('s.list', BROADCAST_LIST);
		})
		.where('s.id', '>', after)
		.whereNotExists(
			knex('deliveries as d')
				.whereIn(
					'd.messageId',
					(ids) =>
						void ids
							.from('messages')
							.whereIn('eventId', [id, digestOf ?? id])
							.select('id'),
				)
				.whereRaw('?? = ??', ['d.webhookId', 's.webhookId'])
				.where((own) => void own.where('d.variant', '').orWhere('d.variant', owner)),
		)
		.orderBy('s.id')
		.select('s.id');
	if (guildIds) void query.whereIn('c.guildId', [...guildIds]);
	// A client sees no recipient of an event without a topic.
	if (guildIds && topicId === null) void query.whereRaw('1 = 0');
	return query;
}

async function presentWithout(
	call: Pick<Call<'eventSubscriptions'>, 'knex' | 'caller' | 'managed'>,
	event: EventRow,
	ids: readonly number[],
): Promise<WithoutMessage[]> {
	const { knex } = call;
	const rows = (await Subscription.query(knex)
		.findByIds([...ids])
		.withGraphJoined('[webhook, topic, channel]')
		.orderBy('subscriptions.id')) as FoundSubscription[];
	const placeOf = await placesOf(
		knex,
		rows.map(({ webhook }) => webhook),
		seenGuilds(call),
	);
	const guildIds = [...new Set(rows.flatMap(({ channel }) => channel?.guildId ?? []))];
	const pausedGuilds = await Guild.query(knex).findByIds(guildIds).whereNotNull('pausedAt').select('guildId');
	const paused = new Set(pausedGuilds.map(({ guildId }) => guildId));
	const facts = factsOf(storedEvent(event));
	return rows.map((row) => {
		const { id, label, list, webhook, channel } = row;
		const reasons = [
			topicReason(row, event),
			webhookReason(row, Boolean(channel && paused.has(channel.guildId))),
			...filterReasons(row, facts),
		];
		const { rule, detail } = reasons.find(({ passed }) => passed === false) ?? NOTHING_QUEUED;
		return {
			id: String(id),
			label,
			webhookId: call.caller.access?.admin ? String(webhook.id) : null,
			list: list === BROADCAST_LIST ? 'broadcast' : channel ? 'server' : 'operators',
			place: placeOf(webhook),
			target: maskWebhook(webhook.discordId, webhook.threadId),
			rule,
			detail,
		};
	});
}
