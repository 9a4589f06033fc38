import { BRANDS, LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Id, NextCursor, text, word } from './fields.ts';
import { Pulse } from './health.ts';

const Place = {
	brand: z.string(),
	category: z.string(),
	region: z.string(),
	status: z.string(),
};
const OperatorRow = z.object({ ...Place, label: z.string(), value: z.string(), health: Health });
export type OperatorRow = z.infer<typeof OperatorRow>;

/** Where a webhook stands: an operator's group by its topic and label, a guild's channel, or the broadcast list. */
const Stands = z.object({
	topic: z.object({ ...Place, toolsName: z.string() }).nullable(),
	label: z.string().nullable(),
	guild: z.object({ guildId: z.string(), name: z.string(), channelId: z.string() }).nullable(),
});
const Latency = z.object({ p50: z.number(), p99: z.number(), count: z.number().int() });

const Overview = z.object({
	pulse: Pulse,
	/** The last hour minute by minute, oldest first: when it began, products that changed, messages queued. */
	minutes: z.array(z.object({ at: z.number(), events: z.number().int(), messages: z.number().int() })),
	/** From seen to accepted by Discord, ms, of the newest messages of the last hour. */
	latency: z.array(Latency.extend({ brand: z.string() })),
	/** Webhooks whose messages waited longest within the last hour, by their median from queued to accepted, ms. */
	slowest: z.array(Latency.extend({ target: z.string(), stands: z.array(Stands) })),
	/** Webhooks that failed within the last hour and are still on. */
	failing: z.array(
		z.object({
			target: z.string(),
			failed: z.number().int(),
			retrying: z.number().int(),
			reason: z.string().nullable(),
			stands: z.array(Stands),
		}),
	),
	/** Webhooks that are off, the last to go first; `pulse.webhooksOff` says how many there are. */
	dead: z.array(
		z.object({
			id: z.string(),
			target: z.string(),
			reason: z.string().nullable(),
			offAt: z.number().nullable(),
			stands: z.array(Stands),
		}),
	),
	sources: z.array(
		z.object({
			source: z.string(),
			region: z.string(),
			products: z.number().int(),
			checkedAt: z.number(),
			blocked: z.number().int(),
			blockedSince: z.number().nullable(),
			reason: z.string().nullable(),
		}),
	),
});
export type Overview = z.infer<typeof Overview>;

const Count = z.object({ webhooks: z.number().int(), failing: z.number().int() });

/** What the operator console shows beyond the documented calls. */
export const consoleCalls = {
	operatorWebhooks: endpoint({
		method: 'GET',
		path: '/api/operatorwebhooks',
		who: 'admin',
		shared: true,
		description: 'The webhooks of all groups of a brand and category, a page of 10,000 at a time.',
		query: z.object({ brand: word(BRANDS), category: text(16).toUpperCase(), cursor: Id.optional() }),
		output: z.object({ data: z.array(OperatorRow), nextCursor: NextCursor }),
	}),
	operatorCounts: endpoint({
		method: 'GET',
		path: '/api/operatorcounts',
		who: 'admin',
		shared: true,
		description:
			'How many webhooks the groups of each brand and category have, and the broadcast list, and how many of them fail.',
		output: z.object({
			data: z.array(Count.extend({ brand: z.string(), category: z.string() })),
			broadcast: Count,
		}),
	}),
	overview: endpoint({
		method: 'GET',
		path: '/api/overview',
		who: 'admin',
		shared: true,
		description: 'How everything fares: pulse, the last hour, slow, failing and dead webhooks, and the sources.',
		query: z.object({ dead: z.coerce.number().int().min(1).max(LIMITS.list).default(20) }),
		output: z.object({ data: Overview }),
	}),
	find: endpoint({
		method: 'GET',
		path: '/api/find',
		who: 'admin',
		description: 'Watched SKUs and labels of webhooks that contain a text, a few of each.',
		query: z.object({ q: text(64) }),
		output: z.object({
			skus: z.array(z.object({ sku: z.string(), list: z.string() })),
			labels: z.array(z.object({ ...Place, label: z.string() })),
		}),
	}),
};
