import { REGIONS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * `running`; `delayed`: messages of the last hour took long; `stopped`: no engine is running; `unknown`: the database did
 * not answer.
 */
const STATES = ['running', 'delayed', 'stopped', 'unknown'] as const;

/**
 * `blocked`: a shop refuses the checks in some regions; `late`: checks are late; `watched`; `reported`: an external monitor
 * reports it; `idle`: nothing is on its watch lists; `unknown`: the database did not answer.
 */
const FAMILY_STATES = ['blocked', 'late', 'watched', 'reported', 'idle', 'unknown'] as const;

const BrandFamily = z.object({
	/** The name of the source: `NIKE`, `NIKE_REFURBISHED`. */
	id: z.string(),
	name: z.string(),
	/** What of it is watched: `Shoes`. */
	sells: z.string(),
	state: z.enum(FAMILY_STATES),
	/** The regions in which its products can be watched, and those in which the shop refuses the checks. */
	regions: z.array(z.enum(REGIONS)),
	blockedIn: z.array(z.enum(REGIONS)),
	/** The number of watched products, in the region in which most are: a product that is watched in three regions counts once. */
	products: z.number().int(),
	/** The longest time between two checks of a product, ms; null if none is watched. */
	everyMs: z.number().nullable(),
});

/** The state of the service, without data of customers. */
export const PublicStatus = z.object({
	state: z.enum(STATES),
	/** When it was read. */
	at: z.number(),
	/**
	 * From the change that was seen to Discord's confirmation of the message, last hour, ms; null without a message. `newest`
	 * is how many of the newest messages it is of; null if it is of all.
	 */
	delay: z.object({ p50: z.number(), p99: z.number(), newest: z.number().int().nullable() }).nullable(),
	families: z.array(BrandFamily),
	/** The messages sent in each of the latest 24 hours, the current one last. */
	hours: z.array(z.object({ at: z.number(), sent: z.number().int() })),
});
export type PublicStatus = z.infer<typeof PublicStatus>;

export const statusCalls = {
	status: endpoint({
		method: 'GET',
		path: '/api/status',
		auth: { role: 'anyone' },
		cache: 'everyone',
		description: 'What the public status page shows: whether the service runs, its delay, and what it watches.',
		output: PublicStatus,
	}),
};
