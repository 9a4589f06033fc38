import type { GuildActivity } from '@dropwire/contract';
import { DELIVERY_INDEXES, type Knex, tableByIndex } from '@dropwire/db';
import type { DeliveryStatus } from '@dropwire/domain';
import { createMemo, type Memo } from '../http/memo.ts';
import { firstDeliverySince, ofGuild } from './statistics.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 24 * 3_600_000];
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
/** The most deliveries that are counted, per value of the column `failure`. */
const MAX_COUNTED = { '': 100_000, failed: 10_000, expired: 10_000 } as const;
/** Deliveries per statement: other work runs between two. */
const CHUNK = 10_000;

/** How long the numbers are shared, ms, and of how many guilds. */
const TTL_MS = 60_000;
const GUILDS = 200;

export function createActivityCache(): Memo<GuildActivity> {
	return createMemo({ ttl: TTL_MS, max: GUILDS });
}

interface Reach {
	/** Epoch ms. */
	now: number;
	/** Minutes after the whole hours of UTC at which an hour begins. */
	offset: number;
}
/** The deliveries of one hour, topic and status. */
interface Cell {
	at: number;
	topicId: number;
	status: DeliveryStatus;
	count: number;
}

/** A guild's messages by hour and topic. Reads the guild's own index, newest first, up to the most that is counted. */
export async function readActivity(knex: Knex, guildId: string, { now, offset }: Reach): Promise<GuildActivity> {
	const start = now - MONTH_MS;
	const first = await firstDeliverySince(knex, start);
	const cells: Cell[] = [];
	const oldest = await knex('messages').orderBy('queuedAt').first('queuedAt');
	let since = Math.max(start, oldest?.queuedAt ?? now);
	// Deliveries are deleted a day at most after they are 30 days old, or earlier by the settings.
	const isMonth = since < start + DAY_MS;
	if (first !== null) {
		for (const [failure, max] of Object.entries(MAX_COUNTED)) {
			const counted = await count(knex, ofGuild(knex, guildId, failure), { first, max, offset });
			cells.push(...counted.cells);
			since = Math.max(since, counted.since ?? since);
		}
	}
	const added: { id: number; topicId: number; createdAt: number; region: string; toolsName: string }[] = await knex(
		'guild_channels as c',
	)
		.join('topics as t', 't.id', 'c.topicId')
		.where('c.guildId', guildId)
		.select('c.id', 'c.topicId', 'c.createdAt', 't.region', 't.toolsName');
	const active = new Set(cells.map(({ topicId }) => topicId));
	const silent = added.filter(({ topicId, createdAt }) => isMonth && createdAt <= start && !active.has(topicId));
	const used = await withDeliveries(knex, { guildId, topicIds: silent.map(({ topicId }) => topicId), first });
	return {
		since,
		hours: hoursOf(cells),
		topics: await topicsOf(knex, cells, { added, weekStart: now - WEEK_MS }),
		unused: silent
			.filter(({ topicId }) => !used.has(topicId))
			.map(({ id, region, toolsName, createdAt }) => ({
				channelId: String(id),
				region,
				toolsName,
				addedAt: createdAt,
			})),
	};
}

/**
 * Counts the newest deliveries of a query, in statements of a bounded size.
 * @param first the id of the first delivery that counts
 * @returns `since` only if there are more than `max`: the time of the oldest one that is counted
 */
async function count(
	knex: Knex,
	query: Knex.QueryBuilder,
	{ first, max, offset }: { first: number; max: number; offset: number },
): Promise<{ cells: Cell[]; since: number | null }> {
	const cells: Cell[] = [];
	const shift = offset * 60_000;
	let since: number | null = null;
	let before = Number.MAX_SAFE_INTEGER;
	for (let left = max; left > 0;) {
		const size = Math.min(CHUNK, left);
		const newest = query
			.clone()
			.whereBetween('id', [first, before - 1])
			// Edits belong to their messages, and test messages to no topic.
			.whereNull('editOf')
			.whereNotNull('topicId')
			.orderBy('id', 'desc')
			.limit(size)
			.select('id', 'topicId', 'status', 'queuedAt');
		const rows: (Cell & { oldest: number; oldestAt: number })[] = await knex
			.from(newest.as('d'))
			.groupBy('at', 'd.topicId', 'd.status')
			.select(
				knex.raw('d.queuedAt - (d.queuedAt - ?) % ? as ??', [shift, HOUR_MS, 'at']),
				'd.topicId',
				'd.status',
				knex.raw('min(d.queuedAt) as ??', ['oldestAt']),
			)
			.count({ count: '*' })
			.min({ oldest: 'd.id' });
		cells.push(...rows);
		const found = rows.reduce((sum, row) => sum + row.count, 0);
		if (found < size) return { cells, since: null };
		left -= found;
		before = Math.min(...rows.map(({ oldest }) => oldest));
		since = Math.min(...rows.map(({ oldestAt }) => oldestAt));
	}
	return { cells, since };
}

/** Those of a guild's topics that have a delivery since the first one that counts, from the index alone. */
async function withDeliveries(
	knex: Knex,
	{ guildId, topicIds, first }: { guildId: string; topicIds: readonly number[]; first: number | null },
): Promise<Set<number>> {
	if (first === null || topicIds.length === 0) return new Set();
	const ids: number[] = await knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.guildTopic))
		.where({ guildId })
		.whereIn('topicId', [...topicIds])
		.whereIn('failure', Object.keys(MAX_COUNTED))
		.where('id', '>=', first)
		.distinct('topicId')
		.pluck('topicId');
	return new Set(ids);
}

interface Outcomes {
	sent: number;
	failed: number;
}

/** Open deliveries are neither sent nor failed. */
function outcomesOf(cells: readonly Cell[]): Outcomes {
	const sum = (some: readonly Cell[]) => some.reduce((total, cell) => total + cell.count, 0);
	return {
		sent: sum(cells.filter(({ status }) => status === 'sent')),
		failed: sum(cells.filter(({ status }) => status === 'failed' || status === 'expired')),
	};
}

function hoursOf(cells: readonly Cell[]): GuildActivity['hours'] {
	return [...Map.groupBy(cells, ({ at }) => at)]
		.toSorted(([a], [b]) => a - b)
		.map(([at, some]) => ({ at, ...outcomesOf(some) }));
}

async function topicsOf(
	knex: Knex,
	cells: readonly Cell[],
	{ added, weekStart }: { added: readonly { id: number; topicId: number }[]; weekStart: number },
): Promise<GuildActivity['topics']> {
	const byTopic = Map.groupBy(cells, ({ topicId }) => topicId);
	const topics = await knex('topics')
		.whereIn('id', [...byTopic.keys()])
		.select('id', 'region', 'toolsName');
	return topics
		.map(({ id, region, toolsName }) => {
			const own = byTopic.get(id) ?? [];
			const channel = added.find(({ topicId }) => topicId === id);
			return {
				region,
				toolsName,
				channelId: channel ? String(channel.id) : null,
				week: outcomesOf(own.filter(({ at }) => at >= weekStart)),
				month: outcomesOf(own),
			};
		})
		.toSorted((a, b) => b.month.sent - a.month.sent || a.toolsName.localeCompare(b.toolsName));
}
