import type { WhyRow } from '@dropwire/contract';
import { BROADCAST_LIST, EventRow, type Knex, type Watch } from '@dropwire/db';
import { durationText, OFFER_IDS, WHY_CODES } from '@dropwire/domain';
import { type Hold, isUnreachable, OPERATORS_ID, OPERATORS_OWN, readHolds } from '@dropwire/engine';
import type { Asked } from './checkSteps.ts';
import { rowOf } from './rows.ts';

/** Whose messages are asked about: those of a server, of a personal watch, or of the operators. */
export type Owner = { guildId: string } | { watch: Watch } | 'operators';

/** Events of one answer, with the path of each. */
export interface EventPath {
	at: number;
	rows: WhyRow[];
}

/** Events whose paths are answered: the nearest to the moment, of those that are read. */
const MAX_EVENTS = 50;
const MAX_READ = 500;
/** Webhooks of several owners that are read. */
const MAX_SHARED = 1000;

/** The events of a product in a time, and what became of each for an owner. */
export async function eventPaths(knex: Knex, asked: Asked, owner: Owner): Promise<EventPath[]> {
	const { brand: source, skus, region, at, from, to } = asked;
	const found = await EventRow.query(knex)
		.where({ source, region })
		.whereIn('sku', [...skus])
		.whereIn('offer', [...OFFER_IDS])
		.whereBetween('at', [from, to])
		.limit(MAX_READ)
		.select('id', 'kind', 'topicId', 'at', 'digestOf')
		.withGraphFetched('topic');
	const distance = (event: EventRow) => Math.abs(event.at - at);
	const events = found.sort((a, b) => distance(a) - distance(b) || b.id - a.id).slice(0, MAX_EVENTS);
	if (events.length === 0) return [];
	const steps = typeof owner === 'object' && 'watch' in owner ? watchSteps : subscriptionSteps;
	const rest = await steps(knex, events, owner);
	return events.map((event) => {
		const facts = factsOf(event);
		return { at: event.at, rows: [rowOf('event', event.kind, facts), ...(rest.get(event.id) ?? [])] };
	});
}

function factsOf({ id, at }: EventRow) {
	return { at, eventId: String(id) };
}

type Steps = Map<number, WhyRow[]>;

/** Messages to a server or to the operators. */
async function subscriptionSteps(knex: Knex, events: readonly EventRow[], owner: Owner): Promise<Steps> {
	const guildId = typeof owner === 'object' && 'guildId' in owner ? owner.guildId : null;
	const ids = events.map(({ id }) => id);
	const messages = await knex('messages as m')
		.leftJoin('fanouts as f', 'f.messageId', 'm.id')
		.whereIn('m.eventId', unique(events.map(({ id, digestOf }) => digestOf ?? id)))
		.select('m.id', 'm.eventId', 'm.continues', 'f.id as fanoutId');
	const [holds, groups, since] = await Promise.all([
		readHolds(knex, ids, 'server', guildId ?? OPERATORS_ID),
		deliveryGroups(
			knex,
			messages.map(({ id }) => id as number),
			unique(events.flatMap(({ topicId }) => topicId ?? [])),
			guildId,
		),
		keptSince(knex),
	]);
	return new Map(
		events.map((event) => {
			const message = messages.find(({ eventId }) => eventId === (event.digestOf ?? event.id));
			const own = groups.filter(({ messageId }) => messageId === message?.id);
			const hold = holds.get(event.id);
			// A message of an owner about some events of a list leaves out those that were held back.
			const sent = event.digestOf !== null && hold ? own.filter(({ isOwn }) => !isOwn) : own;
			const topic = topicStep(event);
			if (sent.length > 0) {
				const yes = rowOf('subscription', 'yes', factsOf(event));
				return [event.id, [topic, yes, ...sendingSteps(sent, event)]];
			}
			// A message that waits for its recipients, or an edit that a later one replaced, holds nothing back.
			const isOpen = message?.fanoutId != null || message?.continues != null || event.at < since;
			if (hold) return [event.id, [topic, holdStep(hold, event)]];
			return [
				event.id,
				[topic, ...(isOpen || event.topicId === null ? [] : [rowOf('subscription', 'none', factsOf(event))])],
			];
		}),
	);
}

function topicStep(event: EventRow): WhyRow {
	const { topic } = event;
	if (!topic) return rowOf('topic', 'none', factsOf(event));
	return rowOf('topic', 'yes', { ...factsOf(event), detail: `${topic.toolsName} · ${topic.region}` });
}

/** Before, nothing was kept of what held events back, epoch ms. */
async function keptSince(knex: Knex): Promise<number> {
	const first = await knex('check_spans').orderBy('day').first('day');
	return (first?.day ?? 0) * 86_400_000;
}

function holdStep(hold: Hold, event: EventRow): WhyRow {
	const isPause = hold === 'subscription' || hold === 'server' || hold === 'muted' || hold === 'snoozed';
	return rowOf('subscription', isPause ? 'paused' : hold === 'webhook' ? 'off' : 'held back', {
		...factsOf(event),
		code: hold,
		detail: isPause || hold === 'webhook' ? null : hold,
	});
}

/** Deliveries of one message with one outcome. */
interface Group {
	messageId: number;
	status: string;
	reason: string | null;
	/** Whether it is a message that the owner's options changed. */
	isOwn: boolean;
	count: number;
	queuedAt: number;
	/** The first and the last. */
	sentAt: number | null;
	lastSentAt: number | null;
}

async function deliveryGroups(
	knex: Knex,
	messageIds: readonly number[],
	topicIds: readonly number[],
	guildId: string | null,
): Promise<Group[]> {
	const shared = await sharedWebhooks(knex, topicIds, guildId);
	const rows: (Omit<Group, 'isOwn'> & { variant: string })[] = await knex('deliveries')
		.whereIn('messageId', [...messageIds])
		.whereIn('variant', ['', guildId ?? OPERATORS_OWN])
		.where((own) => void own.where({ guildId }).orWhereIn('webhookId', shared))
		.groupBy('messageId', 'status', 'reason', 'variant')
		.select('messageId', 'status', 'reason', 'variant')
		.count({ count: '*' })
		.min({ queuedAt: 'queuedAt', sentAt: 'sentAt' })
		.max({ lastSentAt: 'sentAt' });
	return rows.map(({ variant, ...row }) => ({ ...row, isOwn: variant !== '' }));
}

/** The owner's webhooks that another owner saved, too: they get one message, whose delivery only one of the owners has. */
async function sharedWebhooks(knex: Knex, topicIds: readonly number[], guildId: string | null): Promise<number[]> {
	const others =
		guildId === null ? 'o.guildChannelId is not null' : 'coalesce(o.guildChannelId, 0) <> s.guildChannelId';
	const shared = knex('subscriptions as s')
		.join('subscriptions as o', 'o.webhookId', 's.webhookId')
		.where((own) => void own.whereIn('s.topicId', [...topicIds]).orWhere('s.list', BROADCAST_LIST))
		.whereRaw(others)
		.distinct()
		.limit(MAX_SHARED);
	if (guildId === null) void shared.whereNull('s.guildChannelId');
	else void shared.join('guild_channels as c', 'c.id', 's.guildChannelId').where('c.guildId', guildId);
	return shared.pluck('s.webhookId');
}

/** When messages were queued, and what became of them. */
function sendingSteps(groups: readonly Group[], event: EventRow): WhyRow[] {
	const facts = factsOf(event);
	const queuedAt = Math.min(...groups.map((group) => group.queuedAt));
	const count = groups.reduce((sum, group) => sum + group.count, 0);
	const finished = groups.flatMap(({ status, reason, count, sentAt, lastSentAt, queuedAt }): WhyRow[] => {
		if (status === 'sent') {
			const at = sentAt ?? queuedAt;
			const detail = delaysText(event.at, queuedAt, at);
			return [rowOf('sent', 'yes', { ...facts, at, until: lastSentAt, count, detail })];
		}
		if (status === 'expired') return [rowOf('failed', 'expired', { ...facts, at: queuedAt, count })];
		if (status !== 'failed') return [];
		const outcome = isUnreachable(reason) ? 'unreachable' : 'refused';
		return [rowOf('failed', outcome, { ...facts, at: queuedAt, count, detail: reason })];
	});
	return [rowOf('queued', 'yes', { ...facts, at: queuedAt, count }), ...finished];
}

function delaysText(seenAt: number, queuedAt: number, sentAt: number): string {
	const [queued, sent] = [queuedAt - seenAt, sentAt - queuedAt].map((ms) => durationText(Math.max(0, ms)));
	return `${durationText(Math.max(0, sentAt - seenAt))} after the check: queued after ${queued}, at Discord ${sent} later`;
}

/** Notices of a watch. */
async function watchSteps(knex: Knex, events: readonly EventRow[], owner: Owner): Promise<Steps> {
	const { watch } = owner as Extract<Owner, { watch: Watch }>;
	const ids = events.map(({ id }) => id);
	const [holds, notices, matching] = await Promise.all([
		readHolds(knex, ids, 'watch', watch.id),
		knex('watch_notices')
			.whereIn('eventId', ids)
			.where({ watchId: watch.id })
			.select('eventId', 'status', 'reason', 'queuedAt', 'sentAt'),
		knex('watch_fanouts').whereIn('eventId', ids).pluck('eventId') as Promise<number[]>,
	]);
	return new Map(
		events.map((event) => {
			const hold = holds.get(event.id);
			if (hold) return [event.id, [holdStep(hold, event)]];
			const notice = notices.find(({ eventId }) => eventId === event.id);
			const code = notice?.status === 'dropped' ? WHY_CODES.find((one) => one === notice.reason) : undefined;
			if (code)
				return [
					event.id,
					[rowOf('subscription', code === 'over_limit' ? 'off' : 'paused', { ...factsOf(event), code })],
				];
			if (notice && notice.status !== 'dropped') {
				const yes = rowOf('subscription', 'yes', factsOf(event));
				const group = { ...notice, messageId: 0, isOwn: true, count: 1, lastSentAt: null };
				return [event.id, [yes, ...sendingSteps([group], event)]];
			}
			const isLater = watch.createdAt > event.at && !matching.includes(event.id);
			return [event.id, isLater ? [rowOf('subscription', 'none', factsOf(event))] : []];
		}),
	);
}

function unique(ids: readonly number[]): number[] {
	return [...new Set(ids)];
}
