import { DELIVERY_INDEXES, type Knex, limitedPart, openDeliveries, tableByIndex } from '@dropwire/db';
import { chunks, type DeliveryStatus, OPEN_STATUSES } from '@dropwire/domain';

/** The filters of the log. A list matches any of its values; null matches every delivery. */
export interface DeliveryFilter {
	status: DeliveryStatus | null;
	topicIds: readonly number[] | null;
	guildIds: readonly string[] | null;
	messageIds: readonly number[] | null;
	/** Only together with `messageIds`. */
	webhookIds?: readonly number[] | null;
	/** Also the edits of messages that were sent; otherwise they are shown with their messages. */
	withEdits?: boolean;
	/** Only deliveries with smaller ids: the next page. */
	before: number | null;
}

/** All values of the column `failure`. */
const FAILURES = ['', 'failed', 'expired'];
/** Parts per statement: SQLite takes 500, and fewer let other work run in between. */
const PARTS = 100;

/**
 * The ids of the newest matching deliveries, newest first. Every combination of values is read from an index that has
 * exactly its rows in the order of their ids, so no more rows are read than found, whatever the size of the log. Only the
 * deliveries of one message and the open ones are sorted, of which there are few.
 */
export async function newestDeliveries(knex: Knex, filter: DeliveryFilter, max: number): Promise<number[]> {
	const ids: number[] = [];
	for (const query of queriesOf(knex, filter, max)) {
		const rows: { id: number }[] = await query;
		ids.push(...rows.map(({ id }) => id));
	}
	return ids.sort((a, b) => b - a).slice(0, max);
}

/** A message of the newest matching deliveries: the ids of the newest and the oldest of them, and their number. */
export interface NewestMessage {
	messageId: number;
	newest: number;
	oldest: number;
	count: number;
}

/** The messages of the newest `most` matching deliveries, grouped by the database: a message can have hundreds of them. */
export async function newestMessages(knex: Knex, filter: DeliveryFilter, max: number): Promise<NewestMessage[]> {
	const [only, ...others] = queriesOf(knex, filter, max);
	// Of nobody's servers.
	if (!only) return [];
	const newest =
		others.length === 0
			? only
			: knex('deliveries')
					.whereIn('id', await newestDeliveries(knex, filter, max))
					.select('id');
	return (
		knex
			.from(newest.as('n'))
			// Both databases keep the order of this join.
			.joinRaw(`${knex.client.dialect === 'mysql' ? 'straight_join' : 'cross join'} ?? as ?? on ?? = ??`, [
				'deliveries',
				'd',
				'd.id',
				'n.id',
			])
			.groupBy('d.messageId')
			.select('d.messageId')
			.max({ newest: 'd.id' })
			.min({ oldest: 'd.id' })
			.count({ count: '*' })
	);
}

/** Queries for the ids of the newest `most` matching deliveries, which are in their answers together. */
function queriesOf(knex: Knex, filter: DeliveryFilter, max: number): Knex.QueryBuilder[] {
	const { status, topicIds, guildIds, messageIds, webhookIds = null, withEdits = false, before } = filter;
	const from = (index: string) => knex.from(tableByIndex(knex, 'deliveries', index));
	// Edits are shown with their messages. Only a message that waits or failed may have none to be shown with.
	const withoutEdits = !withEdits && (status === null || status === 'sent');
	const newest = (query: Knex.QueryBuilder) => {
		if (withoutEdits) void query.whereNull('editOf');
		if (before !== null) void query.where('id', '<', before);
		return query.orderBy('id', 'desc').limit(max).select('id');
	};
	const isOpen = OPEN_STATUSES.some((open) => open === status);
	if (messageIds || isOpen) {
		const query = messageIds ? from(DELIVERY_INDEXES.message).whereIn('messageId', messageIds) : openDeliveries(knex);
		if (status) void query.where({ status });
		if (topicIds) void query.whereIn('topicId', topicIds);
		if (guildIds) void query.whereIn('guildId', guildIds);
		if (webhookIds) void query.whereIn('webhookId', webhookIds);
		return [newest(query)];
	}
	if (!status && !topicIds && !guildIds) return [newest(knex.from('deliveries'))];

	const parts: Part[] = [];
	for (const guildId of guildIds ?? [null]) {
		for (const topicId of topicIds ?? [null]) {
			const table = tableByIndex(knex, 'deliveries', indexFor(guildId, topicId)).toQuery();
			for (const failure of status ? [status === 'sent' ? '' : status] : FAILURES) {
				// `status` passes only open deliveries.
				const where = { failure, guildId, topicId, status: status === 'sent' ? status : null };
				parts.push(partOf(knex, table, { where, before, max, withoutEdits }));
			}
		}
	}
	return chunks(parts, PARTS).map((some) => {
		const union = some.map(({ sql }) => sql).join(' union all ');
		const values = some.flatMap(({ bindings }) => bindings);
		return knex
			.from(knex.raw(`(${union}) as found`, values))
			.orderBy('id', 'desc')
			.limit(max)
			.select('id');
	});
}

interface Part {
	sql: string;
	bindings: (string | number)[];
}

/** The newest rows with these values. As text: a filter can have fifty parts, for which knex needs 20 ms. */
function partOf(
	knex: Knex,
	table: string,
	{
		where,
		before,
		max,
		withoutEdits,
	}: { where: Record<string, string | number | null>; before: number | null; max: number; withoutEdits: boolean },
): Part {
	const conditions = before === null ? [] : ['id < ?'];
	if (withoutEdits) conditions.push('editOf is null');
	const bindings: (string | number)[] = before === null ? [] : [before];
	for (const [column, value] of Object.entries(where)) {
		if (value === null) continue;
		conditions.push(`${column} = ?`);
		bindings.push(value);
	}
	const rows = `select id from ${table} where ${conditions.join(' and ')} order by id desc limit ?`;
	return { sql: limitedPart(knex, rows, 'id'), bindings: [...bindings, max] };
}

function indexFor(guildId: string | null, topicId: number | null): string {
	if (guildId === null) return topicId === null ? DELIVERY_INDEXES.failure : DELIVERY_INDEXES.topic;
	return topicId === null ? DELIVERY_INDEXES.guild : DELIVERY_INDEXES.guildTopic;
}
