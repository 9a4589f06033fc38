import type { Knex, MessageKind } from '@dropwire/db';
import { chunks, maskWebhook } from '@dropwire/domain';
import { shownInstead } from '../message/body.ts';
import { countOutcomes } from '../webhooks/countOutcomes.ts';
import { insertMessage } from './insertMessage.ts';
import { composeRelease } from './messages/composeReleases.ts';
import type { ListedEvent, OwnMessage } from './subscriptions/choose.ts';
import { OPERATORS_OWN } from './subscriptions/match.ts';
import { targetSql } from './targets.ts';

/** Rows with an overlay per statement. */
const OWN_CHUNK = 200;

/** A message and the webhooks that get it. */
export interface Audience {
	messageId: number;
	/** The event's topic. Its webhooks get the message, unless `webhookIds` is set. */
	topicId: number | null;
	/** See `MessageTopics`. */
	restockTopicId: number | null;
	/** The webhooks of an announcement or a notice. */
	webhookIds: readonly number[] | null;
	/** The webhooks that get an announcement because servers link its topic. */
	linked: readonly number[];
	/** The deliveries of a notice belong to the guilds of its webhooks. */
	kind: MessageKind;
	/** Epoch ms. */
	queuedAt: number;
	/** Messages of the same product: their webhooks get an edit of theirs instead. */
	earlier: readonly number[];
	/** See `EditPolicy`. */
	gapsMs: readonly number[];
}

/**
 * Inserts one row per matching webhook, within the database. A webhook that is off gets no row for an event: its state
 * says why. In an announcement, which names its webhooks, its row says why.
 */
export async function insertDeliveries(
	trx: Knex.Transaction,
	{ messageId, topicId, webhookIds, queuedAt, earlier }: Audience,
	matched: Knex.QueryBuilder,
	removed: ReadonlySet<string>,
): Promise<void> {
	const webhooks = () => {
		const query = trx.from(matched.clone().as('m'));
		if (removed.size > 0) {
			const marks = Array.from(removed, () => '?').join(', ');
			void query.whereRaw(`? not in (${marks})`, [targetSql(trx), ...removed]);
		}
		if (webhookIds === null) void query.where('active', 1);
		// Webhooks that got an edit have a delivery of this message.
		const edit = () =>
			trx('deliveries as e')
				.where('e.messageId', messageId)
				.whereRaw('?? = ??', ['e.webhookId', 'm.webhookId'])
				.whereRaw(`?? in ('', coalesce(??, ?))`, ['e.variant', 'm.guildId', OPERATORS_OWN]);
		return earlier.length === 0 ? query : query.whereNotExists(edit());
	};
	const rows = webhooks()
		.orderBy('webhookId')
		.select(
			trx.raw('?', [messageId]),
			'webhookId',
			webhookIds === null ? 'topicId' : trx.raw('?', [topicId]),
			'guildId',
			targetSql(trx),
			trx.raw(`case when active = 1 then 'pending' else 'failed' end`),
			trx.raw(`case when active = 1 then null else concat('Webhook is off: ', coalesce(??, '')) end`, ['offReason']),
			trx.raw('?', [queuedAt]),
		);
	await trx(
		trx.raw('?? (??, ??, ??, ??, ??, ??, ??, ??)', [
			'deliveries',
			'messageId',
			'webhookId',
			'topicId',
			'guildId',
			'target',
			'status',
			'reason',
			'queuedAt',
		]),
	).insert(rows);
	if (webhookIds === null) return;
	const off = await webhooks().where('active', 0).count({ count: '*' }).first();
	await countOutcomes(trx, { failed: Number(off?.['count'] ?? 0) });
}

/**
 * Inserts the messages that options change. An owner whose message at the webhook is edited gets no second one.
 * @returns the number of deliveries
 */
export async function insertOwn(
	trx: Knex.Transaction,
	{ messageId, queuedAt, earlier }: Pick<Audience, 'messageId' | 'queuedAt' | 'earlier'>,
	own: readonly OwnMessage[],
	removed: ReadonlySet<string>,
): Promise<number> {
	const edited = earlier.length === 0 ? new Set<string>() : await editedOwners(trx, messageId, own);
	const rows = own
		.filter(
			({ webhookId, owner, active }) => active && !edited.has(`${webhookId} ${owner}`) && !edited.has(`${webhookId} `),
		)
		.map(({ webhookId, discordId, threadId, guildId, owner, topicId, overlay }) => ({
			messageId,
			webhookId,
			topicId,
			guildId,
			target: maskWebhook(discordId, threadId),
			status: 'pending',
			queuedAt,
			overlay: JSON.stringify(overlay),
			variant: owner,
		}))
		.filter(({ target }) => !removed.has(target));
	for (const some of chunks(rows, OWN_CHUNK)) await trx('deliveries').insert(some);
	return rows.length;
}

/**
 * Inserts deliveries of a listed event's message, which is stored when a subscription first wants it apart from the list. An
 * event has one message, and that of the first listed event is the list: its deliveries replace what it shows.
 */
export async function insertSingle(
	trx: Knex.Transaction,
	audience: Audience,
	{ id, ...event }: ListedEvent,
	own: readonly OwnMessage[],
	removed: ReadonlySet<string>,
): Promise<void> {
	const eventId = id as number;
	const stored = await trx('messages').where({ eventId }).first('id');
	const message = { kind: 'EVENT', eventId, seenAt: event.at } as const;
	const body = composeRelease(event);
	const messageId = stored?.id ?? (await insertMessage(trx, message, body)).messageId;
	const isList = messageId === audience.messageId;
	const deliveries = isList ? own.map((one) => ({ ...one, overlay: { ...one.overlay, ...shownInstead(body) } })) : own;
	const count = await insertOwn(trx, { ...audience, messageId }, deliveries, removed);
	await trx('events').where({ id: eventId }).increment('deliveries', count);
}

/** Which owners' messages this message edits, as `{webhook} {owner}`; without an owner for a common message. */
async function editedOwners(
	trx: Knex.Transaction,
	messageId: number,
	own: readonly OwnMessage[],
): Promise<Set<string>> {
	const webhookIds = own.map(({ webhookId }) => webhookId);
	const rows: { webhookId: number; variant: string }[] = await trx('deliveries')
		.where({ messageId })
		.whereIn('webhookId', webhookIds)
		.whereNotNull('editOf')
		.select('webhookId', 'variant');
	return new Set(rows.map(({ webhookId, variant }) => `${webhookId} ${variant}`));
}
