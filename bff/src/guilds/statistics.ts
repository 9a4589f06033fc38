import type { GuildStatistics } from '@dropwire/contract';
import { DELIVERY_INDEXES, type Knex, tableByIndex } from '@dropwire/db';
import type { DeliveryStatus } from '@dropwire/domain';
import { seenAt } from '../health/seenAt.ts';
import { createMemo, type Memo } from '../http/memo.ts';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** The most deliveries that are counted, per value of the column `failure`. */
const MAX_COUNTED = { '': 20_000, failed: 5000, expired: 5000 } as const;
/** The newest messages of which the delay is computed. */
const SAMPLE = 500;

/** How long the numbers of messages are shared, ms, and of how many guilds. */
const TTL_MS = 5000;
const GUILDS = 1000;

export type MessageStatistics = Omit<GuildStatistics, 'links'>;

export function createStatisticsCache(): Memo<MessageStatistics> {
	return createMemo({ ttl: TTL_MS, max: GUILDS });
}

/** A guild's messages in numbers: four statements that read its own index, newest first, for a week or the most that is counted. */
export async function messageStatistics(knex: Knex, guildId: string, now: number): Promise<MessageStatistics> {
	const [counts, newest] = await Promise.all([countMessages(knex, guildId, now), newestSent(knex, guildId)]);
	const recent = newest.filter(({ sentAt }) => sentAt > now - WEEK_MS);
	return {
		...counts,
		medianDelayMs: median(recent.map(({ seenAt, sentAt }) => Math.max(0, sentAt - seenAt))),
		lastMessageAt: newest.length === 0 ? null : Math.max(...newest.map(({ sentAt }) => sentAt)),
	};
}

/** A guild's links by the state of their webhooks, in one statement. */
export async function countLinks(knex: Knex, guildId: string): Promise<GuildStatistics['links']> {
	const rows: { active: number | boolean; paused: number | boolean; lastStatus: string | null; count: number }[] =
		await knex('guild_channels as c')
			.join('subscriptions as s', 's.guildChannelId', 'c.id')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.where('c.guildId', guildId)
			.groupBy('w.active', 's.paused', 'w.lastStatus')
			.select('w.active', 's.paused', 'w.lastStatus')
			.count({ count: '*' });
	const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
	const on = rows.filter(({ active }) => active);
	return {
		all: sum(rows),
		off: sum(rows.filter(({ active }) => !active)),
		failing: sum(on.filter(({ lastStatus }) => lastStatus !== null && lastStatus !== 'sent')),
		paused: sum(on.filter(({ paused }) => paused)),
	};
}

type Counts = Pick<GuildStatistics, 'day' | 'week' | 'isComplete'>;

async function countMessages(knex: Knex, guildId: string, now: number): Promise<Counts> {
	const since = { day: now - DAY_MS, week: now - WEEK_MS };
	const counts: Counts = { day: { sent: 0, failed: 0 }, week: { sent: 0, failed: 0 }, isComplete: true };
	const first = await firstDeliverySince(knex, since.week);
	if (first === null) return counts;
	const parts = Object.entries(MAX_COUNTED).map(([failure, max]) => {
		const newest = ofGuild(knex, guildId, failure)
			.where('id', '>=', first)
			// Edits belong to their messages, and test messages to no topic.
			.whereNull('editOf')
			.whereNotNull('topicId')
			.orderBy('id', 'desc')
			.limit(max)
			.select('status', 'queuedAt');
		// SQLite takes a limit only in a query of its own.
		return knex.from(newest.as('newest')).select('status', 'queuedAt');
	});
	const [one, ...others] = parts as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
	const rows: { status: DeliveryStatus; day: number; week: number }[] = await knex
		.from(one.unionAll(others).as('d'))
		.where('d.queuedAt', '>=', since.week)
		.groupBy('d.status')
		.select('d.status', knex.raw('count(case when d.queuedAt >= ? then 1 end) as day', [since.day]))
		.count({ week: '*' });
	for (const { status, day, week } of rows) {
		// Open ones are neither.
		const outcome = status === 'sent' ? 'sent' : status === 'failed' || status === 'expired' ? 'failed' : null;
		if (outcome === null) continue;
		counts.day[outcome] += day;
		counts.week[outcome] += week;
	}
	const { sent, failed } = counts.week;
	counts.isComplete = sent < MAX_COUNTED[''] && failed < MAX_COUNTED.failed;
	return counts;
}

/**
 * The id of the first delivery of the messages queued since then; null without any. Ids grow with time, so it bounds the
 * walk through the guild's deliveries.
 */
export async function firstDeliverySince(knex: Knex, since: number): Promise<number | null> {
	const message = await knex('messages').where('queuedAt', '>=', since).orderBy('queuedAt').first('id');
	if (!message) return null;
	const delivery: { id: number } | undefined = await knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.message))
		.where('messageId', '>=', message.id)
		.orderBy('messageId')
		.first('id');
	return delivery?.id ?? null;
}

/** The newest messages of a guild. Edits wait on purpose, so their times say nothing about the delay. */
async function newestSent(knex: Knex, guildId: string): Promise<{ seenAt: number; sentAt: number }[]> {
	const newest = ofGuild(knex, guildId, '')
		// Passes only deliveries that are open.
		.where({ status: 'sent' })
		.whereNull('editOf')
		.whereNotNull('topicId')
		.orderBy('id', 'desc')
		.limit(SAMPLE)
		.select('id', 'messageId', 'queuedAt', 'sentAt');
	return knex.from(newest.as('d')).join('messages as m', 'm.id', 'd.messageId').select(seenAt(knex), 'd.sentAt');
}

/** Reads deliveries of a guild by its index. */
export function ofGuild(knex: Knex, guildId: string, failure: string): Knex.QueryBuilder {
	return knex.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.guild)).where({ guildId, failure });
}

function median(values: readonly number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? null;
}
