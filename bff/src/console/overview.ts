import { type Knex, Webhook } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { maskWebhook } from '@dropwire/engine';
import type { Overview } from '../../contract/console.ts';
import { readPulse } from '../health/pulse.ts';
import type { Handlers } from '../http/call.ts';
import { standsOf } from './stands.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Sent deliveries that the figures of the last hour are taken from, the newest. */
const SAMPLE = 5000;
const MOST_FAILING = 20;
const SLOWEST = 5;

/** How everything fares, read in a handful of queries that grow with the last hour, not with the log. */
export const overviewHandlers = {
	overview: async ({ input, knex }) => {
		const now = Date.now();
		const [pulse, minutes, sent, failing, dead, sources] = await Promise.all([
			readPulse(knex, now),
			minutesOf(knex, now),
			sentOf(knex, now - HOUR),
			failingOf(knex, now - HOUR),
			deadOf(knex, input.dead),
			sourcesOf(knex),
		]);
		const slowest = grouped(
			sent,
			({ target }) => target,
			(row) => row.sentAt - row.queuedAt,
		)
			.sort((a, b) => b.p50 - a.p50)
			.slice(0, SLOWEST);
		const shown = [...slowest.map(({ first }) => first.webhookId), ...failing.map(({ webhookId }) => webhookId)];
		const stands = await standsOf(
			knex,
			[...shown, ...dead.map(({ id }) => id)].filter((id) => id !== null),
		);
		return {
			data: {
				pulse,
				minutes,
				latency: grouped(
					sent,
					({ brand }) => brand ?? 'OTHER',
					(row) => row.sentAt - row.seenAt,
				).map(({ key, p50, p99, count }) => ({ brand: key, p50, p99, count })),
				slowest: slowest.map(({ key, first: { webhookId }, ...figures }) => ({
					target: key,
					...figures,
					stands: webhookId === null ? [] : stands(webhookId),
				})),
				failing: failing.map(({ webhookId, ...row }) => ({ ...row, stands: stands(webhookId) })),
				dead: dead.map(({ id, discordId, offReason, offAt }) => ({
					id: String(id),
					target: maskWebhook(discordId),
					reason: offReason,
					offAt,
					stands: stands(id),
				})),
				sources,
			},
		};
	},
} satisfies Partial<Handlers>;

/** Counted by the minute in which they fell; a minute without any is there too. */
async function minutesOf(knex: Knex, now: number): Promise<Overview['minutes']> {
	const first = now - (now % MINUTE) - HOUR + MINUTE;
	const perMinute = async (rows: Knex.QueryBuilder, column: string) => {
		const minute = knex.raw('?? - ?? % ?', [column, column, MINUTE]);
		const counted: { minute: number; count: number }[] = await rows
			.where(column, '>=', first)
			.groupBy('minute')
			.select({ minute })
			.count({ count: '*' });
		return new Map(counted.map((row) => [row.minute, row.count]));
	};
	const [events, messages] = await Promise.all([
		perMinute(knex('events'), 'at'),
		perMinute(knex('messages as m').join('deliveries as d', 'd.messageId', 'm.id'), 'm.queuedAt'),
	]);
	return Array.from({ length: HOUR / MINUTE }, (_, n) => {
		const at = first + n * MINUTE;
		return { at, events: events.get(at) ?? 0, messages: messages.get(at) ?? 0 };
	});
}

interface Sent {
	brand: string | null;
	/** Null once it was removed. */
	webhookId: number | null;
	target: string;
	seenAt: number;
	queuedAt: number;
	sentAt: number;
}

async function sentOf(knex: Knex, since: number): Promise<Sent[]> {
	return knex('messages as m')
		.join('deliveries as d', 'd.messageId', 'm.id')
		.leftJoin('topics as t', 't.id', 'd.topicId')
		.where('m.queuedAt', '>', since)
		.where('d.status', 'sent')
		.orderBy('d.id', 'desc')
		.limit(SAMPLE)
		.select('t.brand', 'd.webhookId', 'd.target', 'm.seenAt', 'd.queuedAt', 'd.sentAt');
}

/** Figures of the times of each group, with its first row. */
function grouped<K>(rows: readonly Sent[], by: (row: Sent) => K, ms: (row: Sent) => number) {
	return [...Map.groupBy(rows, by)].map(([key, own]) => {
		const times = own.map(ms).sort((a, b) => a - b);
		const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
		return { key, first: own[0] as Sent, p50: at(0.5), p99: at(0.99), count: times.length };
	});
}

interface Failing {
	webhookId: number;
	target: string;
	failed: number;
	retrying: number;
	reason: string | null;
}

async function failingOf(knex: Knex, since: number): Promise<Failing[]> {
	const rows: { webhookId: number; target: string; status: string; reason: string | null; count: number }[] =
		await knex('messages as m')
			.join('deliveries as d', 'd.messageId', 'm.id')
			.join('webhooks as w', 'w.id', 'd.webhookId')
			.where('m.queuedAt', '>', since)
			.whereIn('d.status', ['failed', 'expired', 'retrying'])
			.where('w.active', true)
			.groupBy('d.webhookId', 'd.target', 'd.status')
			.orderBy('count', 'desc')
			.limit(2 * MOST_FAILING)
			.select('d.webhookId', 'd.target', 'd.status')
			.max({ reason: 'd.reason' })
			.count({ count: '*' });
	const found = new Map<number, Failing>();
	for (const { webhookId, target, status, reason, count } of rows) {
		const one = found.get(webhookId) ?? { webhookId, target, failed: 0, retrying: 0, reason: null };
		const open = OPEN_STATUSES.some((name) => name === status);
		one[open ? 'retrying' : 'failed'] += count;
		one.reason ??= reason;
		found.set(webhookId, one);
	}
	return [...found.values()].slice(0, MOST_FAILING);
}

/** Webhooks that are off, so many of them. */
async function deadOf(knex: Knex, most: number): Promise<Webhook[]> {
	return Webhook.query(knex)
		.where({ active: false })
		.orderBy([
			{ column: 'offAt', order: 'desc' },
			{ column: 'id', order: 'desc' },
		])
		.limit(most)
		.select('id', 'discordId', 'offReason', 'offAt');
}

async function sourcesOf(knex: Knex): Promise<Overview['sources']> {
	const rows: Record<
		'source' | 'region' | 'products' | 'checkedAt' | 'blocked' | 'blockedSince' | 'reason',
		unknown
	>[] = await knex('products')
		.groupBy('source', 'region')
		.orderBy(['source', 'region'])
		.select('source', 'region')
		.count({ products: '*', blocked: 'blockedSince' })
		.max({ checkedAt: 'checkedAt', reason: 'blockedReason' })
		.min({ blockedSince: 'blockedSince' });
	return rows.map(({ source, region, products, checkedAt, blocked, blockedSince, reason }) => ({
		source: String(source),
		region: String(region),
		products: Number(products),
		checkedAt: Number(checkedAt),
		blocked: Number(blocked),
		blockedSince: blockedSince === null ? null : Number(blockedSince),
		reason: Number(blocked) > 0 && reason !== null ? String(reason) : null,
	}));
}
