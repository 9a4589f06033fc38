import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** When the products of a source were checked. `isLate` says whether that is late. */
const SourceFreshness = z.object({
	source: z.string(),
	/** Whether Dropwire checks the source; if not, only external monitors report its products. */
	polled: z.boolean(),
	/** The number of watched products by region, and how many of them no check ever read. */
	watched: z.number().int(),
	neverChecked: z.number().int(),
	/** The region, or the host, whose checks are the latest, measured in rounds; null if nothing is watched. */
	place: z.string().nullable(),
	/** The oldest among the latest checks there, and the duration of a round, ms. */
	oldestCheckAt: z.number().nullable(),
	/** Since when the product there that waits longest for its check has waited; null if all are blocked. */
	waitingSince: z.number().nullable(),
	roundMs: z.number(),
	/** The latest report of an external monitor, for a source that Dropwire does not check. */
	reportedAt: z.number().nullable(),
});
export type SourceFreshness = z.infer<typeof SourceFreshness>;

export const Pulse = z.object({
	/** Engine processes with a recent heartbeat. 0 means that nothing is watched or sent. */
	engines: z.number().int(),
	/** Engine processes without a heartbeat for more than a minute that nothing has replaced. */
	silentEngines: z.number().int(),
	/** When the latest change was found, and when the latest message was queued; null for never. */
	lastEventAt: z.number().nullable(),
	lastMessageAt: z.number().nullable(),
	/** The number of open deliveries, how many of them have been tried, and when the oldest was queued. */
	open: z.number().int(),
	retrying: z.number().int(),
	oldestOpenAt: z.number().nullable(),
	/** Deliveries that ended within the last hour. One that was sent again counts again. */
	lastHour: z.object({ sent: z.number().int(), failed: z.number().int() }),
	webhooksOff: z.number().int(),
	/** The number of watched products by region. */
	watched: z.number().int(),
	/** Regions in which a retailer blocks requests. */
	blocked: z.array(z.object({ source: z.string(), region: z.string(), since: z.number() })),
	/** Every source, the one whose checks are the latest first. */
	sources: z.array(SourceFreshness),
});
export type Pulse = z.infer<typeof Pulse>;

export const healthCalls = {
	pulse: endpoint({
		method: 'GET',
		path: '/api/pulse',
		auth: { role: 'client', bot: true },
		cache: 'everyone',
		description: 'The state of the service: what it watches and sends, and open deliveries.',
		output: z.object({ data: Pulse }),
	}),
	version: endpoint({
		method: 'GET',
		path: '/api/version',
		auth: { role: 'anyone' },
		description: 'The version of the server, and so of its contract.',
		output: z.object({ version: z.string() }),
	}),
	healthz: endpoint({
		method: 'GET',
		path: '/healthz',
		auth: { role: 'anyone' },
		description: 'The process is running.',
		output: z.object({ status: z.literal('ok') }),
	}),
	readyz: endpoint({
		method: 'GET',
		path: '/readyz',
		auth: { role: 'anyone' },
		description: 'The database and an engine are available, and the server is not stopping; 503 otherwise.',
		output: z.object({ status: z.literal('ok'), warnings: z.array(z.string()) }),
		errors: ['not_ready'],
	}),
};
