import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { queryNumber, TopicKey } from './fields.ts';
import { RejectedEvents } from './grants.ts';
import { Pulse } from './health.ts';
import { CheckInterval } from './interval.ts';

/**
 * A row that uses a webhook: in an operator group (with topic and label), in a guild's channel, or in the broadcast
 * list (no topic).
 */
const Subscription = z.object({
	topic: z.object({ ...TopicKey, toolsName: z.string() }).nullable(),
	label: z.string().nullable(),
	guild: z.object({ guildId: z.string(), name: z.string(), channelId: z.string() }).nullable(),
});
const Latency = z.object({ p50: z.number(), p99: z.number(), count: z.number().int() });

const Overview = z.object({
	pulse: Pulse,
	/** The addresses (`EGRESS_NAME`) from which Discord accepts nothing now: until when at the latest, and why. */
	discordPauses: z.array(z.object({ address: z.string(), until: z.number(), reason: z.string().nullable() })),
	/** The last hour by minute, oldest first: start of the minute, changed products, and messages sent or given up. */
	minutes: z.array(z.object({ at: z.number(), events: z.number().int(), messages: z.number().int() })),
	/** How many of the newest messages of the last hour `latency` and `slowest` are of; null if they are of all. */
	newestSent: z.number().int().nullable(),
	/** Time from detection to Discord's acceptance, ms, for the messages of the last hour. */
	latency: z.array(Latency.extend({ brand: z.string() })),
	/** The webhooks with the slowest messages within the last hour, by median time from queued to accepted, ms. */
	slowest: z.array(
		Latency.extend({
			/** Null after the webhook was deleted. */
			id: z.string().nullable(),
			target: z.string(),
			subscriptions: z.array(Subscription),
		}),
	),
	/** The number of webhooks that are on, but whose last message was not sent: those of the state `FAILING`. */
	webhooksFailing: z.number().int(),
	/** Webhooks that failed within the last hour and are still switched on: those with the most of the newest failures. */
	failing: z.array(
		z.object({
			id: z.string(),
			target: z.string(),
			failed: z.number().int(),
			retrying: z.number().int(),
			reason: z.string().nullable(),
			subscriptions: z.array(Subscription),
		}),
	),
	/** Webhooks that are switched off, most recent first. `pulse.webhooksOff` has their number. */
	dead: z.array(
		z.object({
			id: z.string(),
			target: z.string(),
			reason: z.string().nullable(),
			offAt: z.number().nullable(),
			subscriptions: z.array(Subscription),
		}),
	),
	/** Every source and region, watched or not, and each host of a source that reads several shops. */
	sources: z.array(
		z.object({
			source: z.string(),
			region: z.string(),
			host: z.string().nullable(),
			/** The numbers of products that are watched, that no check ever read, and that the last check could not read. */
			watched: z.number().int(),
			neverChecked: z.number().int(),
			blocked: z.number().int(),
			/** The duration of a round over all watched products within the budget, ms; 0 if nothing is watched. */
			roundMs: z.number(),
			/** The oldest among the latest checks, and the one that is older than those of 95 % of the products. */
			oldestCheckAt: z.number().nullable(),
			p95CheckAt: z.number().nullable(),
			/** When the stored state of a product last changed. */
			lastChangeAt: z.number().nullable(),
			/** Since when a product has been blocked, and why. */
			blockedSince: z.number().nullable(),
			blockedReason: z.string().nullable(),
			/** Since when the answers have been suspect, although they can be read, and why: the format has probably changed. */
			suspectSince: z.number().nullable(),
			suspectReason: z.string().nullable(),
			/** How often its products are checked; null before that is known. */
			interval: CheckInterval.nullable(),
		}),
	),
	/** External monitors that announced how often they call; silent after three missed calls. */
	monitors: z.array(
		z.object({
			name: z.string(),
			everyMs: z.number(),
			sources: z.array(z.string()),
			/** The name of the person whose API token made its last call. */
			reportedBy: z.string(),
			lastAt: z.number(),
			lastEvents: z.number().int(),
			silent: z.boolean(),
		}),
	),
	/** The servers that do not know that links of theirs stopped working, because the bot could not post a notice there. */
	undelivered: z.array(
		z.object({ guildId: z.string(), name: z.string(), at: z.number(), reason: z.string().nullable() }),
	),
	/** Members who watch products, their watches, and members whom the bot cannot reach: counted at most a minute ago. */
	watching: z.object({ members: z.number().int(), watches: z.number().int(), unreachable: z.number().int() }),
	/** Events of a billing service and of Discord that were not taken. */
	rejectedEvents: RejectedEvents,
});
export type Overview = z.infer<typeof Overview>;

/** The periods that trends are shown for, and how many hours each has. */
export const TREND_HOURS = { '24h': 24, '7d': 168 } as const;
export type TrendPeriod = keyof typeof TREND_HOURS;

/** The first page of the operator console. */
export const overviewCalls = {
	overview: endpoint({
		method: 'GET',
		path: '/api/overview',
		auth: { role: 'admin' },
		cache: 'everyone',
		description: 'The state of the service: pulse, the last hour, slow, failing and dead webhooks, and the sources.',
		query: z.object({ dead: queryNumber(1, LIMITS.list).default(20) }),
		output: z.object({ data: Overview }),
	}),
	trends: endpoint({
		method: 'GET',
		path: '/api/trends',
		auth: { role: 'admin' },
		cache: 'everyone',
		description: 'How many messages were sent and given up in each hour of the last 24 hours or 7 days.',
		query: z.object({
			period: z.enum(Object.keys(TREND_HOURS) as [TrendPeriod, ...TrendPeriod[]]).default('24h'),
		}),
		output: z.object({
			data: z.object({
				/** Oldest first; the last one is the current hour. `at` is its start, epoch ms. Edits are no messages. */
				hours: z.array(z.object({ at: z.number(), sent: z.number().int(), failed: z.number().int() })),
			}),
		}),
	}),
};
