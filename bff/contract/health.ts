import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const Pulse = z.object({
	/** Engine processes whose heartbeat is young; 0 means that nothing is watched or sent. */
	engines: z.number().int(),
	/** When anything was last seen to change, and when a message was last queued; null for never. */
	lastEventAt: z.number().nullable(),
	lastMessageAt: z.number().nullable(),
	/** Deliveries that wait, and since when the oldest does. */
	open: z.number().int(),
	oldestOpenAt: z.number().nullable(),
	/** What became of the messages that were queued within the last hour. */
	lastHour: z.object({ sent: z.number().int(), failed: z.number().int() }),
	webhooksOff: z.number().int(),
	/** Products that are watched, counted by region. */
	watched: z.number().int(),
	/** Where a retailer refuses to answer, since when. */
	blocked: z.array(z.object({ source: z.string(), region: z.string(), since: z.number() })),
});
export type Pulse = z.infer<typeof Pulse>;

export const healthCalls = {
	pulse: endpoint({
		method: 'GET',
		path: '/api/pulse',
		who: 'client',
		bot: true,
		shared: true,
		description: 'How the service fares: whether it watches and sends, and what waits.',
		output: z.object({ data: Pulse }),
	}),
	healthz: endpoint({
		method: 'GET',
		path: '/healthz',
		who: 'anyone',
		description: 'The process is alive.',
		output: z.object({ status: z.literal('ok') }),
	}),
	readyz: endpoint({
		method: 'GET',
		path: '/readyz',
		who: 'anyone',
		description: 'Database and engine are usable; 503 otherwise.',
		output: z.object({ status: z.literal('ok') }),
		errors: ['not_ready'],
	}),
	site: endpoint({
		method: 'GET',
		path: '/api/site',
		who: 'anyone',
		shared: true,
		description:
			'What the public pages need to know: where the community is, where else one meets us, and where to write to.',
		output: z.object({
			inviteUrl: z.string().nullable(),
			socialUrls: z.array(z.string()),
			contactEmail: z.string().nullable(),
		}),
	}),
	invite: endpoint({
		method: 'GET',
		path: '/invite',
		who: 'anyone',
		description: 'Leads to the community (INVITE_URL); 404 where the operator has named none.',
		output: 'redirect',
		errors: ['not_found'],
	}),
	metrics: endpoint({
		method: 'GET',
		path: '/metrics',
		who: 'anyone',
		description: 'Prometheus figures, for callers of this machine or with METRICS_TOKEN as bearer.',
		output: 'page',
		errors: ['forbidden'],
	}),
	openapi: endpoint({
		method: 'GET',
		path: '/api/openapi.json',
		who: 'anyone',
		description: 'This contract as OpenAPI 3.1.',
		output: z.record(z.string(), z.unknown()),
	}),
	docs: endpoint({
		method: 'GET',
		path: '/api/docs',
		who: 'anyone',
		description: 'This contract as a page to read.',
		output: 'page',
	}),
};
