import { LAUNCH_METHODS, PRODUCT_BRANDS, RELEASE_LIMITS, RELEASE_STATES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NextCursor, Region, text, word } from './fields.ts';

const Time = z.coerce.number('must be a time, epoch ms').int('must be a time, epoch ms').nonnegative().max(8.64e15);

/** A launch of a product in a region. Unknown is null. */
const Release = z.object({
	/** Stays the same when the release moves, is cancelled, or is announced again. */
	id: z.string(),
	brand: z.enum(PRODUCT_BRANDS),
	sku: z.string(),
	region: Region,
	title: z.string(),
	image: z.string().nullable(),
	url: z.string().nullable(),
	launchAt: z.number(),
	/** `LEO` short entry window, `DAN` draw, `FLOW` first come, first served. */
	method: z.enum(LAUNCH_METHODS).nullable(),
	/** Until when a draw takes entries. */
	entriesUntil: z.number().nullable(),
	/** In the currency's minor unit. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	state: z.enum(RELEASE_STATES),
	/** Whether it can be bought, as of the last check. */
	available: z.boolean().nullable(),
	cancelledAt: z.number().nullable(),
	/** Its earlier dates, oldest first. */
	moves: z.array(z.object({ at: z.number(), from: z.number(), to: z.number() })),
});
export type Release = z.infer<typeof Release>;

/** When products are released. */
export const releaseCalls = {
	releases: endpoint({
		method: 'GET',
		path: '/api/releases',
		auth: { role: 'anyone' },
		cache: 'everyone',
		description: `Releases by launch, ${RELEASE_LIMITS.page} a page; by default those from 24 hours ago to 30 days ahead. \`from\` is inclusive, \`to\` exclusive; releases that are over are answered only with \`from\`. \`q\` finds words and beginnings of words of title and SKU; such a page can have fewer releases, or none, although more pages follow. With an ETag.`,
		query: z
			.object({
				region: Region.optional(),
				brand: word(PRODUCT_BRANDS).optional(),
				from: Time.optional(),
				to: Time.optional(),
				q: z
					.string()
					.trim()
					.max(RELEASE_LIMITS.query, `must have at most ${RELEASE_LIMITS.query} characters`)
					.optional(),
				cursor: text(64).optional(),
			})
			.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
				path: ['to'],
				error: 'must not be before from',
			}),
		output: z.object({ data: z.array(Release), nextCursor: NextCursor }),
	}),
};
