import { BRAND_IDS, COVERAGE_VERDICTS, EVIDENCE, REGIONS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Snowflake } from './fields.ts';
import { CheckInterval } from './interval.ts';

/** A source and how precise its answers are. */
const CoverageSource = z.object({
	/** `NIKE`, or `NIKE_REFURBISHED` for another offer. */
	name: z.string(),
	/** The most precise statement about stock that the shop makes. */
	evidence: z.enum(EVIDENCE),
	/** What its format is known from; `code`: from other programs that read it, never tried at the real shop. */
	knownFrom: z.enum(['recordings', 'documentation', 'code']),
	announcesLaunches: z.boolean(),
	/** Whether it reads products by their links, or by their SKUs. */
	byLink: z.boolean(),
});

/** What a source checks now in a region, or at one host of it. Times in epoch ms. */
const CoverageCheck = z.object({
	source: z.string(),
	/** The shop's host; null for a source that is one shop. */
	host: z.string().nullable(),
	/** The numbers of products that are watched, that no check ever read, and that the last check could not read. */
	watched: z.number().int(),
	neverChecked: z.number().int(),
	blocked: z.number().int(),
	/** The duration of a round over all watched products within the budget, ms. */
	roundMs: z.number(),
	/** The oldest among the latest checks, and the one that is older than those of 95 % of the products. */
	oldestCheckAt: z.number().nullable(),
	p95CheckAt: z.number().nullable(),
	/** Since when the product that waits longest for its check has waited; null if all are blocked. */
	waitingSince: z.number().nullable(),
	/** Since when a product has been blocked, and why. */
	blockedSince: z.number().nullable(),
	blockedReason: z.string().nullable(),
	/** Since when its answers have been suspect, although they can be read, and why; null if they are not. */
	suspectSince: z.number().nullable(),
	suspectReason: z.string().nullable(),
});
export type CoverageCheck = z.infer<typeof CoverageCheck>;

const CoverageRow = z.object({
	brand: z.enum(BRAND_IDS),
	category: z.string(),
	region: z.enum(REGIONS),
	verdict: z.enum(COVERAGE_VERDICTS),
	sources: z.array(CoverageSource),
	checks: z.array(CoverageCheck),
	/** How often its products are checked; null before that is known. */
	interval: CheckInterval.nullable(),
	/**
	 * The lists of the sources. `skus` is the number of entries that are watched in this region: those that name it, and
	 * those that name none, which are watched wherever somebody subscribes (in the source's first region if nobody does).
	 * `unlinked` of them have no link of their own, so a source that reads by link checks them once it knows one.
	 */
	lists: z.array(z.object({ list: z.string(), skus: z.number().int(), unlinked: z.number().int() })),
	/** The external monitors that report the brand, and when each called last. */
	monitors: z.array(z.object({ name: z.string(), silent: z.boolean(), lastAt: z.number() })),
	/** Subscriptions that get messages, and those that are off or whose server is paused. */
	subscriptions: z.object({ active: z.number().int(), off: z.number().int() }),
	/** The number of topics, and of those with an active subscription. */
	topics: z.object({ all: z.number().int(), subscribed: z.number().int() }),
});
export type CoverageRow = z.infer<typeof CoverageRow>;

const Coverage = z.object({
	/** Engine processes with a recent heartbeat. 0 means that nothing is checked. */
	engines: z.number().int(),
	/** Whether a webhook of the broadcast list is on: then all regions of all sources are polled. */
	broadcast: z.boolean(),
	/** Every brand, category and region of the table of topics whose products have events, in its order. */
	rows: z.array(CoverageRow),
});
export type Coverage = z.infer<typeof Coverage>;

/** What feeds each topic. */
export const coverageCalls = {
	coverage: endpoint({
		method: 'GET',
		path: '/api/coverage',
		auth: { role: 'admin' },
		cache: 'everyone',
		description:
			'What watches the products of each brand, category and region, and how many subscriptions wait for it.',
		output: z.object({ data: Coverage }),
	}),
	guildCoverage: endpoint({
		method: 'GET',
		path: '/api/guildcoverage',
		auth: { role: 'client', guild: true },
		description: "What watches the products of a guild's subscriptions: only their rows, with their numbers.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({ data: Coverage }),
	}),
};
