import { type Knex, Subscription, Webhook } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { maskWebhook } from '@dropwire/engine';
import type { Overview } from '../../contract/console.ts';
import { readPulse } from '../health/pulse.ts';
import type { Handlers } from '../http/call.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Sent deliveries that the figures of the last hour are taken from, the newest. */
const SAMPLE = 5000;
const MOST_WEBHOOKS = 20;
const SLOWEST = 5;

/** How everything fares, read in a handful of queries that grow with the last hour, not with the log. */
export const overviewHandlers = {
	overview: async ({ knex }) => {
		const now = Date.now();
		const [pulse, minutes, sent, failing, dead, sources] = await Promise.all([
			readPulse(knex, now),
			minutesOf(knex, now),
			sentOf(knex, now - HOUR),
			failingOf(knex, now - HOUR),
			deadOf(knex),
			sourcesOf(knex),
		]);
		const waits = grouped(
			sent,
			({ target }) => target,
			(row) => row.sentAt - row.queuedAt,
		);
		return {
			data: {
				pulse,
				minutes,
				latency: grouped(
					sent,
					({ brand }) => brand ?? 'OTHER',
					(row) => row.sentAt - row.seenAt,
				).map(({ key, ...figures }) => ({ brand: key, ...figures })),
				slowest: waits
					.sort((a, b) => b.p50 - a.p50)
					.slice(0, SLOWEST)
					.map(({ key, ...figures }) => ({ target: key, ...figures })),
				failing,
				dead,
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
		.select('t.brand', 'd.target', 'm.seenAt', 'd.queuedAt', 'd.sentAt');
}

function grouped(rows: readonly Sent[], by: (row: Sent) => string, ms: (row: Sent) => number) {
	const groups = new Map<string, number[]>();
	for (const row of rows) {
		const key = by(row);
		const times = groups.get(key) ?? [];
		times.push(ms(row));
		groups.set(key, times);
	}
	return [...groups].map(([key, times]) => {
		times.sort((a, b) => a - b);
		const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
		return { key, p50: at(0.5), p99: at(0.99), count: times.length };
	});
}

async function failingOf(knex: Knex, since: number): Promise<Overview['failing']> {
	const rows: { target: string; status: string; reason: string | null; count: number }[] = await knex('messages as m')
		.join('deliveries as d', 'd.messageId', 'm.id')
		.join('webhooks as w', 'w.id', 'd.webhookId')
		.where('m.queuedAt', '>', since)
		.whereIn('d.status', ['failed', 'expired', 'retrying'])
		.where('w.active', true)
		.groupBy('d.target', 'd.status')
		.orderBy('count', 'desc')
		.limit(2 * MOST_WEBHOOKS)
		.select('d.target', 'd.status')
		.max({ reason: 'd.reason' })
		.count({ count: '*' });
	const found = new Map<string, Overview['failing'][number]>();
	for (const { target, status, reason, count } of rows) {
		const one = found.get(target) ?? { target, failed: 0, retrying: 0, reason: null };
		const open = OPEN_STATUSES.some((name) => name === status);
		one[open ? 'retrying' : 'failed'] += count;
		one.reason ??= reason;
		found.set(target, one);
	}
	return [...found.values()].slice(0, MOST_WEBHOOKS);
}

/** Webhooks that are off, each with the places that it stands in. */
async function deadOf(knex: Knex): Promise<Overview['dead']> {
	const webhooks = await Webhook.query(knex)
		.where({ active: false })
		.orderBy('offAt', 'desc')
		.limit(MOST_WEBHOOKS)
		.select('id', 'discordId', 'offReason', 'offAt');
	const places = await Subscription.query(knex)
		.whereIn(
			'webhookId',
			webhooks.map(({ id }) => id),
		)
		.withGraphFetched('[topic, channel.topic]');
	const guildIds = places.flatMap(({ channel }) => channel?.guildId ?? []);
	const guilds: { guildId: string; name: string }[] = await knex('guilds')
		.whereIn('guildId', guildIds)
		.select('guildId', 'name');
	const names = new Map(guilds.map(({ guildId, name }) => [guildId, name]));
	return webhooks.map(({ id, discordId, offReason, offAt }) => ({
		id: String(id),
		target: maskWebhook(discordId),
		reason: offReason,
		offAt,
		stands: places
			.filter(({ webhookId }) => webhookId === id)
			.map(({ topic, channel, label }) => {
				const its = topic ?? channel?.topic;
				return {
					topic: its
						? {
								brand: its.brand,
								category: its.category,
								region: its.region,
								status: its.status,
								toolsName: its.toolsName,
							}
						: null,
					label,
					guild: channel
						? {
								guildId: channel.guildId,
								name: names.get(channel.guildId) ?? channel.guildId,
								channelId: String(channel.id),
							}
						: null,
				};
			}),
	}));
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
